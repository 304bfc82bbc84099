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
  ///
  /// - Parameter division: The thresholds for several threads; nil for one thread.
  func results<Frame: SlidingFrame>(
    _ aggregate: Frame,
    _ filler: Frame.Result,
    _ layout: WindowLayout,
    _ cancellation: CancellationFlag,
    _ division: ScanDivision?
  ) throws -> [Frame.Result] {
    let parts = division.map(layout.parts) ?? [0..<layout.rows.count]
    return try layout.byRow(filler, parts) { part, values in
      var aggregate = aggregate
      var (group, current, latest) = (0..<0, 0..<0, filler)
      try layout.forEachGroup(in: part) { places, own in
        for place in places {
          if place % 4096 == 4095 { try cancellation.check() }
          let frame = Int(starts[place])..<Int(ends[place])
          if own != group || frame != current {
            try aggregate.move(from: (group, current), to: (own, frame))
            (group, current) = (own, frame)
            latest = try aggregate.result()
          }
          values.set(place, latest)
        }
      }
    }
  }
}

extension SlidingFrame {
  /// Adds and removes what differs between two frames.
  @inline(__always)
  fileprivate mutating func move(
    from old: (group: Range<Int>, frame: Range<Int>),
    to new: (group: Range<Int>, frame: Range<Int>)
  ) throws {
    var current = old.frame
    let frame = new.frame
    let isForward =
      new.group == old.group && frame.lowerBound >= current.lowerBound
      && frame.upperBound >= current.upperBound && frame.lowerBound < current.upperBound
    if !isForward {
      for place in current { remove(place) }
      if new.group != old.group { begin(new.group) }
      current = frame.lowerBound..<frame.lowerBound
    }
    for place in current.lowerBound..<frame.lowerBound { remove(place) }
    for place in current.upperBound..<frame.upperBound { add(place) }
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

extension Window {
  /// The aggregate of no values.
  fileprivate var reduction: Reduction { Reduction(aggregate, options: options, type: type) }
}
