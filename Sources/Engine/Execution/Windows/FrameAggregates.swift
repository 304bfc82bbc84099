import Expressions
import Model
import Storage

/// An aggregate of frames of one group, whose bounds mostly move forward.
protocol FrameAggregate {
  /// The aggregate of the values at the places of a frame.
  mutating func result(of frame: Range<Int>) throws -> Value
}

/// A frame: values are added at its end and removed at its start.
protocol SlidingFrame: FrameAggregate {
  /// The places that were added and not removed.
  var places: Range<Int> { get set }

  mutating func removeAll()
  mutating func append(_ place: Int)
  mutating func removeFirst(_ place: Int)
  func result() throws -> Value
}

extension SlidingFrame {
  mutating func result(of frame: Range<Int>) throws -> Value {
    let isForward =
      frame.lowerBound >= places.lowerBound && frame.upperBound >= places.upperBound
      && frame.lowerBound < places.upperBound
    if !isForward {
      removeAll()
      places = frame.lowerBound..<frame.lowerBound
    }
    let known = places
    places = frame
    for place in known.upperBound..<max(known.upperBound, frame.upperBound) { append(place) }
    for place in known.lowerBound..<frame.lowerBound { removeFirst(place) }
    return try result()
  }
}

/// Aggregates whose states can be combined, such as sums and minima.
///
/// The frame consists of two stacks ("two-stack queue"): the states of all ends of its first part,
/// and one state of the rest. Each value is moved once, so a row takes constant time on average.
struct CombinedFrame: SlidingFrame {
  var places = 0..<0
  private let window: Window
  private let values: [Value]?
  /// The states from a place of the first part to its end, the first place last.
  private var front: [Reduction] = []
  private var back: Reduction

  init(_ window: Window, _ values: [Value]?) {
    self.window = window
    self.values = values
    back = Self.empty(window)
  }

  private static func empty(_ window: Window) -> Reduction {
    Reduction(window.aggregate, options: window.options, type: window.type)
  }

  mutating func removeAll() {
    front.removeAll(keepingCapacity: true)
    back = Self.empty(window)
  }

  mutating func append(_ place: Int) {
    add(place, to: &back)
  }

  private func add(_ place: Int, to reduction: inout Reduction) {
    if let values { reduction.add(values[place]) } else { reduction.addRecord() }
  }

  mutating func removeFirst(_ place: Int) {
    if front.isEmpty {
      var state = Self.empty(window)
      for place in (place..<places.upperBound).reversed() {
        var single = Self.empty(window)
        add(place, to: &single)
        state = single.combined(with: state)
        front.append(state)
      }
      back = Self.empty(window)
    }
    front.removeLast()
  }

  func result() throws -> Value {
    try front.last.map { try $0.combined(with: back).result() } ?? back.result()
  }
}

/// `count(distinct x)`
struct DistinctFrame: SlidingFrame {
  var places = 0..<0
  private let values: [Value]
  private var counts: [Value: Int] = [:]

  init(_ values: [Value]) { self.values = values }

  mutating func removeAll() { counts.removeAll() }

  mutating func append(_ place: Int) {
    if !values[place].isNull { counts[values[place], default: 0] += 1 }
  }

  mutating func removeFirst(_ place: Int) {
    guard let count = counts[values[place]] else { return }
    counts[values[place]] = count == 1 ? nil : count - 1
  }

  func result() -> Value { .int(Int64(counts.count)) }
}

/// `median(x)` and `percentile(x, 0.9)`: a tree of counts of the sorted values (P. Fenwick, "A New
/// Data Structure for Cumulative Frequency Tables", 1994).
struct RankedFrame: SlidingFrame {
  var places = 0..<0
  private let window: Window
  /// The values of all rows of the group, ascending.
  private var sorted: [Value] = []
  /// The index of each place in `sorted`; nil for nils.
  private var ranks: [Int?]
  private var tree: [Int]
  private var count = 0

  init(_ window: Window, _ values: [Value]) {
    self.window = window
    ranks = Array(repeating: nil, count: values.count)
    let order = values.indices.filter { !values[$0].isNull }
      .sorted { ValueOrder.compare(values[$0], values[$1]) == -1 }
    for (rank, place) in order.enumerated() {
      ranks[place] = rank
      sorted.append(values[place])
    }
    tree = Array(repeating: 0, count: sorted.count + 1)
  }

  mutating func removeAll() {
    tree = Array(repeating: 0, count: sorted.count + 1)
    count = 0
  }

  mutating func append(_ place: Int) { change(place, by: 1) }

  mutating func removeFirst(_ place: Int) { change(place, by: -1) }

  private mutating func change(_ place: Int, by difference: Int) {
    guard let rank = ranks[place] else { return }
    count += difference
    var node = rank + 1
    while node < tree.count {
      tree[node] += difference
      node += node & -node
    }
  }

  /// The value with `index` smaller ones in the frame.
  private func value(_ index: Int) -> Value {
    var (node, left) = (0, index)
    var step = tree.count.bitWidth - tree.count.leadingZeroBitCount
    while step >= 0 {
      let next = node + (1 << step)
      if next < tree.count, tree[next] <= left {
        left -= tree[next]
        node = next
      }
      step -= 1
    }
    return sorted[node]
  }

  func result() -> Value {
    let fraction = window.aggregate == .median ? 0.5 : window.options.fraction
    return Statistics.percentile(of: count, fraction, type: window.type, value)
  }
}

/// Aggregates that need all values. Frames that only grow collect them once.
struct CollectedFrame: FrameAggregate {
  private let window: Window
  private let values: [Value]
  private let cancellation: CancellationFlag
  private var reduction: Reduction
  private var places = 0..<0
  /// The values in the results, and those that were read since the flag was checked.
  private var (kept, work) = (0, 0)

  /// The maximum number of values in all results of a group: a few hundred megabytes.
  private static let maxKept = 10_000_000

  init(_ window: Window, _ values: [Value], _ cancellation: CancellationFlag) {
    self.window = window
    self.values = values
    self.cancellation = cancellation
    reduction = Reduction(window.aggregate, options: window.options, type: window.type)
  }

  mutating func result(of frame: Range<Int>) throws -> Value {
    work += frame.count
    if work > 100_000 {
      try cancellation.check()
      work = 0
    }
    if frame.lowerBound != places.lowerBound || frame.upperBound < places.upperBound {
      reduction = Reduction(window.aggregate, options: window.options, type: window.type)
      places = frame.lowerBound..<frame.lowerBound
    }
    for place in places.upperBound..<frame.upperBound { reduction.add(values[place]) }
    places = frame
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
