import Columns
import Expressions
import Model
import Storage

/// The frames of all rows, by place.
struct WindowFrames {
  /// The first place of each frame.
  private(set) var starts: [UInt32]
  /// The place after the last one of each frame.
  private(set) var ends: [UInt32]
  /// Whether each frame is a whole group.
  let areGroups: Bool

  /// The length of the longest frame.
  var maxLength: Int {
    var longest: UInt32 = 0
    for place in starts.indices { longest = max(longest, ends[place] - starts[place]) }
    return Int(longest)
  }

  /// - Parameter key: The sort key by place, for frames of distances.
  init(_ window: Window, _ layout: WindowLayout, key: Column?) {
    areGroups = window.frame == .standard && window.sort.isEmpty
    starts = Array(repeating: 0, count: layout.rows.count)
    ends = starts
    switch window.frame {
    case .standard where areGroups:
      fill(layout) { _, group in group }
    case .standard:
      fill(layout) { place, group in group.lowerBound..<Int(layout.peerEnds[place]) }
    case .rows(let before, let after):
      fill(layout) { place, group in
        let start = before.map { max(group.lowerBound, place - min($0, group.count)) }
        let end = after.map { min(group.upperBound, place + min($0, group.count) + 1) }
        return (start ?? group.lowerBound)..<(end ?? group.upperBound)
      }
    case .range(let before, let after):
      let distances = RangeDistances(window.sort[0], before, after)
      switch key {
      case .int(let key)?: fill(layout, key, distances, Self.integer)
      case .date(let key)?: fill(layout, key, distances, Self.date)
      case .double(let key)?: fill(layout, key, distances, Self.double)
      default: fill(layout) { _, group in group }
      }
    }
  }

  @inline(__always)
  private mutating func fill(
    _ layout: WindowLayout,
    _ frame: (_ place: Int, _ group: Range<Int>) -> Range<Int>
  ) {
    starts.withUnsafeMutableBufferPointer { starts in
      ends.withUnsafeMutableBufferPointer { ends in
        for group in layout.groups {
          for place in group {
            let frame = frame(place, group)
            starts[place] = UInt32(truncatingIfNeeded: frame.lowerBound)
            ends[place] = UInt32(truncatingIfNeeded: frame.upperBound)
          }
        }
      }
    }
  }

  /// Frames of keys within distances. Bounds mostly move forward with the key, but not with months:
  /// a month after January 30 at 23:00 is later than a month after January 31 at 1:00.
  private mutating func fill<Key: Comparable>(
    _ layout: WindowLayout,
    _ keys: FixedColumn<Key>,
    _ distances: RangeDistances,
    _ moved: (Key, ArithmeticOperator, Value) -> Key
  ) {
    let isDescending = distances.isDescending
    func isBefore(_ left: Key, _ right: Key) -> Bool {
      isDescending ? left > right : left < right
    }
    var (group, valid, start, end) = (0..<0, 0..<0, 0, 0)
    fill(layout) { place, own in
      if own != group {
        group = own
        let first = own.first(where: keys.isValid) ?? own.upperBound
        valid = first..<(own.last(where: keys.isValid).map { $0 + 1 } ?? first)
        (start, end) = (first, first)
      }
      // A nil only has other nils near it, unless a side is open.
      guard keys.isValid(place) else {
        let peers = Int(layout.peerStarts[place])..<Int(layout.peerEnds[place])
        return
          (distances.before == nil ? own.lowerBound : peers.lowerBound)..<(distances.after
          == nil ? own.upperBound : peers.upperBound)
      }
      let key = keys.values[place]
      if let before = distances.before {
        let bound = moved(key, isDescending ? .add : .subtract, before)
        while start < valid.upperBound, isBefore(keys.values[start], bound) { start += 1 }
        while start > valid.lowerBound, !isBefore(keys.values[start - 1], bound) { start -= 1 }
      }
      if let after = distances.after {
        let bound = moved(key, isDescending ? .subtract : .add, after)
        while end < valid.upperBound, !isBefore(bound, keys.values[end]) { end += 1 }
        while end > valid.lowerBound, isBefore(bound, keys.values[end - 1]) { end -= 1 }
      }
      let first = distances.before == nil ? own.lowerBound : start
      return first..<max(first, distances.after == nil ? own.upperBound : end)
    }
  }

  // MARK: Keys at a distance; beyond the last Int or date, that one

  private static func integer(
    _ key: Int64,
    _ operation: ArithmeticOperator,
    _ distance: Value
  ) -> Int64 {
    guard case .int(let distance) = distance else { return key }
    let (moved, overflow) =
      operation == .add
      ? key.addingReportingOverflow(distance) : key.subtractingReportingOverflow(distance)
    return overflow ? (operation == .add ? .max : .min) : moved
  }

  private static func date(
    _ key: Int64,
    _ operation: ArithmeticOperator,
    _ distance: Value
  ) -> Int64 {
    let key = Value.date(Timestamp(microseconds: key))
    guard case .date(let moved)? = try? DateArithmetic.apply(operation, key, distance) else {
      return operation == .add ? .max : .min
    }
    return moved.microseconds
  }

  private static func double(
    _ key: Double,
    _ operation: ArithmeticOperator,
    _ distance: Value
  ) -> Double {
    guard case .double(let distance) = distance else { return key }
    let moved = operation == .add ? key + distance : key - distance
    return moved.isNaN ? key : moved
  }
}

/// The distances of a frame from the key of its row; nil for all keys on that side.
private struct RangeDistances {
  let isDescending: Bool
  let before: Value?
  let after: Value?

  init(_ key: SortKey, _ before: Value?, _ after: Value?) {
    isDescending = key.isDescending
    (self.before, self.after) = (before, after)
  }
}

extension Window {
  /// Whether rows with equal sort keys are treated alike.
  var needsPeers: Bool {
    switch function {
    case .rank, .denseRank, .percentRank: true
    case .rowNumber, .ntile, .lag, .lead: false
    case .first, .last, .aggregate:
      switch frame {
      case .standard: !sort.isEmpty
      case .rows: false
      case .range: true
      }
    }
  }
}

extension Window.Frame {
  /// Whether bounds are differences of the sort key.
  var hasDistance: Bool { if case .range = self { true } else { false } }
}
