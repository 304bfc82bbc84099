import Columns
import Expressions
import Model
import Storage

/// An aggregate of a frame whose bounds mostly move forward: values are added at its end and
/// removed at its start.
protocol SlidingFrame {
  associatedtype Result

  /// Begins a group; the frame is empty.
  mutating func begin(_ group: Range<Int>)
  mutating func add(_ place: Int)
  mutating func remove(_ place: Int)
  /// The aggregate of the values that were added and not removed.
  mutating func result() throws -> Result
}

extension WindowFrames {
  /// The aggregate of the frame of each row.
  func results<Frame: SlidingFrame>(
    _ aggregate: Frame,
    _ filler: Frame.Result,
    _ layout: WindowLayout,
    _ cancellation: CancellationFlag
  ) throws -> [Frame.Result] {
    var aggregate = aggregate
    var (group, current, latest) = (0..<0, 0..<0, filler)
    return try layout.byRow(filler) { place, own in
      if place % 4096 == 4095 { try cancellation.check() }
      let frame = Int(starts[place])..<Int(ends[place])
      if own == group, frame == current { return latest }
      let isForward =
        own == group && frame.lowerBound >= current.lowerBound
        && frame.upperBound >= current.upperBound && frame.lowerBound < current.upperBound
      if !isForward {
        for place in current { aggregate.remove(place) }
        if own != group { aggregate.begin(own) }
        group = own
        current = frame.lowerBound..<frame.lowerBound
      }
      for place in current.upperBound..<frame.upperBound { aggregate.add(place) }
      for place in current.lowerBound..<frame.lowerBound { aggregate.remove(place) }
      current = frame
      latest = try aggregate.result()
      return latest
    }
  }
}

/// `min` and `max`: the places that are better than all later ones, the best one first.
struct ExtremeFrame: SlidingFrame {
  private let words: [UInt64]
  private let validity: [UInt8]?
  private let isLeast: Bool
  private var places: [UInt32] = []
  private var first = 0

  /// - Parameter words: The order of the values, by place.
  init(_ words: [UInt64], _ validity: [UInt8]?, isLeast: Bool) {
    (self.words, self.validity, self.isLeast) = (words, validity, isLeast)
  }

  mutating func begin(_ group: Range<Int>) {
    places.removeAll(keepingCapacity: true)
    first = 0
  }

  mutating func add(_ place: Int) {
    if let validity, validity[place] == 0 { return }
    let word = words[place]
    while places.count > first, let last = places.last,
      isLeast ? words[Int(last)] > word : words[Int(last)] < word
    {
      places.removeLast()
    }
    places.append(UInt32(truncatingIfNeeded: place))
  }

  mutating func remove(_ place: Int) {
    if first < places.count, Int(places[first]) == place { first += 1 }
  }

  /// The place of the best value; ``Column/nullReference`` for none.
  func result() -> Int64 { first < places.count ? Int64(places[first]) : Column.nullReference }
}

/// `count(distinct x)`
struct DistinctFrame: SlidingFrame {
  /// The numbers of the values by place; nil for nils.
  private let ranks: [UInt32?]
  private var counts: [UInt32]
  private var count: Int64 = 0

  init(_ ranks: [UInt32?], rankCount: Int) {
    self.ranks = ranks
    counts = Array(repeating: 0, count: rankCount)
  }

  func begin(_ group: Range<Int>) {}

  mutating func add(_ place: Int) {
    guard let rank = ranks[place] else { return }
    if counts[Int(rank)] == 0 { count += 1 }
    counts[Int(rank)] += 1
  }

  mutating func remove(_ place: Int) {
    guard let rank = ranks[place] else { return }
    counts[Int(rank)] -= 1
    if counts[Int(rank)] == 0 { count -= 1 }
  }

  func result() -> Int64 { count }
}

/// `mode(x)`: a tree of the greatest counts, in the order of the values.
struct ModeFrame: SlidingFrame {
  private let ranks: [UInt32?]
  private var counts: [UInt32]
  private let leaves: Int

  init(_ ranks: [UInt32?], rankCount: Int) {
    self.ranks = ranks
    var leaves = 1
    while leaves < rankCount { leaves *= 2 }
    self.leaves = leaves
    counts = Array(repeating: 0, count: 2 * leaves)
  }

  func begin(_ group: Range<Int>) {}
  mutating func add(_ place: Int) { ranks[place].map { change($0) { $0 + 1 } } }
  mutating func remove(_ place: Int) { ranks[place].map { change($0) { $0 - 1 } } }

  private mutating func change(_ rank: UInt32, _ changed: (UInt32) -> UInt32) {
    var node = leaves + Int(rank)
    counts[node] = changed(counts[node])
    while node > 1 {
      node /= 2
      let greatest = max(counts[2 * node], counts[2 * node + 1])
      if counts[node] == greatest { return }
      counts[node] = greatest
    }
  }

  /// The least of the most frequent ranks.
  func result() -> UInt32? {
    if counts[1] == 0 { return nil }
    var node = 1
    while node < leaves { node = counts[2 * node] == counts[node] ? 2 * node : 2 * node + 1 }
    return UInt32(node - leaves)
  }
}

/// `median(x)` and `percentile(x, 0.9)`: a tree of counts of the sorted values (P. Fenwick, "A New
/// Data Structure for Cumulative Frequency Tables", 1994).
struct RankedFrame: SlidingFrame {
  private let sorted: SortedPlaces
  /// The percentile of a number of values. The body returns the index of one in the sorted values.
  private let percentile: (_ count: Int, _ index: (Int) -> Int) -> Value
  private var tree: [UInt32] = []
  private var start = 0
  private var count = 0

  init(
    _ sorted: SortedPlaces,
    _ percentile: @escaping (_ count: Int, _ index: (Int) -> Int) -> Value
  ) {
    (self.sorted, self.percentile) = (sorted, percentile)
  }

  mutating func begin(_ group: Range<Int>) {
    let own = sorted.range(of: group)
    start = own.lowerBound
    count = 0
    tree = Array(repeating: 0, count: own.count + 1)
  }

  mutating func add(_ place: Int) {
    guard let rank = sorted.rank(of: place) else { return }
    count += 1
    var node = rank - start + 1
    while node < tree.count {
      tree[node] += 1
      node += node & -node
    }
  }

  mutating func remove(_ place: Int) {
    guard let rank = sorted.rank(of: place) else { return }
    count -= 1
    var node = rank - start + 1
    while node < tree.count {
      tree[node] -= 1
      node += node & -node
    }
  }

  func result() -> Value { percentile(count) { start + index(of: $0) } }

  /// The index of the value with that many smaller ones in the frame.
  private func index(of place: Int) -> Int {
    var (node, left) = (0, UInt32(place))
    var step = 1
    while step < tree.count { step *= 2 }
    while step > 0 {
      let next = node + step
      if next < tree.count, tree[next] <= left {
        left -= tree[next]
        node = next
      }
      step /= 2
    }
    return node
  }
}

/// The values of rows by groups, ascending, without nils.
struct SortedPlaces {
  /// The rows of the values.
  let rows: [UInt32]
  /// The index of each place in the sorted values; the maximum for nils.
  private let ranks: [UInt32]
  /// The number of values before each place.
  private let counts: [UInt32]

  init(_ layout: WindowLayout, _ order: RowOrder, _ isValid: (Int) -> Bool) {
    var (counts, places) = ([UInt32(0)], layout.rows)
    counts.reserveCapacity(layout.rows.count + 1)
    var groups = layout.rows
    for (number, group) in layout.groups.enumerated() {
      for place in group {
        let row = Int(layout.rows[place])
        counts.append(counts[place] + (isValid(row) ? 1 : 0))
        places[row] = UInt32(truncatingIfNeeded: place)
        groups[row] = UInt32(truncatingIfNeeded: number)
      }
    }
    var next = layout.groups.map { counts[$0.lowerBound] }
    var rows = Array(repeating: UInt32(0), count: Int(counts[counts.count - 1]))
    var ranks = Array(repeating: UInt32.max, count: layout.rows.count)
    for row in order.rows where isValid(Int(row)) {
      let group = Int(groups[Int(row)])
      rows[Int(next[group])] = row
      ranks[Int(places[Int(row)])] = next[group]
      next[group] += 1
    }
    (self.rows, self.ranks, self.counts) = (rows, ranks, counts)
  }

  /// The indices of the values of a group.
  func range(of group: Range<Int>) -> Range<Int> {
    Int(counts[group.lowerBound])..<Int(counts[group.upperBound])
  }

  @inline(__always)
  func rank(of place: Int) -> Int? {
    let rank = ranks[place]
    return rank == .max ? nil : Int(rank)
  }
}

/// Aggregates whose states can be combined, such as sums of Decimals.
///
/// The frame consists of two stacks ("two-stack queue"): the states of all ends of its first part,
/// and one state of the rest. Each value is moved once, so a row takes constant time on average.
struct CombinedFrame: SlidingFrame {
  private let window: Window
  private let values: [Value]
  private var end = 0
  /// The states from a place of the first part to its end, the first place last.
  private var front: [Reduction] = []
  private var back: Reduction

  init(_ window: Window, _ values: [Value]) {
    self.window = window
    self.values = values
    back = window.reduction
  }

  mutating func begin(_ group: Range<Int>) {}

  mutating func add(_ place: Int) {
    back.add(values[place])
    end = place + 1
  }

  mutating func remove(_ place: Int) {
    if front.isEmpty {
      var state = window.reduction
      for place in (place..<end).reversed() {
        var single = window.reduction
        single.add(values[place])
        state = single.combined(with: state)
        front.append(state)
      }
      back = window.reduction
    }
    front.removeLast()
  }

  func result() throws -> Value {
    try front.last.map { try $0.combined(with: back).result() } ?? back.result()
  }
}

/// Aggregates that need all values. Frames that only grow collect them once.
struct CollectedFrame: SlidingFrame {
  private let window: Window
  private let values: [Value]
  private let cancellation: CancellationFlag
  private var reduction: Reduction
  private var places = 0..<0
  private var isOutdated = false
  /// The values in the results, and those that were read since the flag was checked.
  private var (kept, work) = (0, 0)

  /// The maximum number of values in all results: a few hundred megabytes.
  private static let maxKept = 10_000_000

  init(_ window: Window, _ values: [Value], _ cancellation: CancellationFlag) {
    self.window = window
    self.values = values
    self.cancellation = cancellation
    reduction = window.reduction
  }

  mutating func begin(_ group: Range<Int>) {}

  mutating func add(_ place: Int) {
    if places.isEmpty {
      places = place..<place
      isOutdated = true
    }
    places = places.lowerBound..<place + 1
    if !isOutdated { reduction.add(values[place]) }
  }

  mutating func remove(_ place: Int) {
    places = place + 1..<max(place + 1, places.upperBound)
    isOutdated = true
  }

  mutating func result() throws -> Value {
    work += places.count
    if work > 100_000 {
      try cancellation.check()
      work = 0
    }
    if isOutdated {
      reduction = window.reduction
      for place in places { reduction.add(values[place]) }
      isOutdated = false
    }
    let result = try reduction.result()
    switch result {
    case .list(let elements): kept += elements.count
    case .string(let text): kept += text.utf8.count / 16
    default: break
    }
    if kept > Self.maxKept { throw EvaluationError.windowTooLarge }
    return result
  }
}

extension Window {
  /// The aggregate of no values.
  fileprivate var reduction: Reduction { Reduction(aggregate, options: options, type: type) }
}
