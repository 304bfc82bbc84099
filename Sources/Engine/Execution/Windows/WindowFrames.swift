import Expressions
import Model
import Storage

/// The frames of the rows of a group.
struct WindowFrames {
  private let window: Window
  private let part: WindowPart
  /// The sort key of each row, for frames of distances.
  private let keys: [Value]?
  private let cancellation: CancellationFlag

  init(_ window: Window, _ part: WindowPart, keys: [Value]?, _ cancellation: CancellationFlag) {
    self.window = window
    self.part = part
    self.keys = keys
    self.cancellation = cancellation
  }

  /// Computes the value of each row from its frame.
  func fill(_ results: inout [Value], _ element: [Value]?) throws {
    var aggregate = window.function == .aggregate ? makeAggregate(element) : nil
    var (latest, current) = (Value.null, 0..<0)
    for place in part.rows.indices {
      if place % 4096 == 4095 { try cancellation.check() }
      let frame = frame(at: place)
      if place == 0 || frame != current {
        if aggregate != nil {
          latest = try aggregate?.result(of: frame) ?? .null
        } else {
          let end = window.function == .first ? frame.first : frame.last
          latest = end.flatMap { element?[part.rows[$0]] } ?? .null
        }
        current = frame
      }
      results[part.rows[place]] = latest
    }
  }

  private func makeAggregate(_ element: [Value]?) -> any FrameAggregate {
    let values = element.map { element in part.rows.map { element[$0] } }
    switch window.aggregate {
    case _ where Reduction.canCombine(window.aggregate): return CombinedFrame(window, values)
    case .countDistinct: return DistinctFrame(values ?? [])
    case .median, .percentile: return RankedFrame(window, values ?? [])
    default: return CollectedFrame(window, values ?? [], cancellation)
    }
  }

  /// The places of the frame of the row at a place.
  private func frame(at place: Int) -> Range<Int> {
    let count = part.count
    switch window.frame {
    case .standard:
      return window.sort.isEmpty ? 0..<count : 0..<part.ends[place]
    case .rows(let before, let after):
      let start = before.map { max(0, place - min($0, count)) } ?? 0
      let end = after.map { min(count, place + min($0, count) + 1) } ?? count
      return start..<end
    case .range(let before, let after):
      guard let keys else { return 0..<count }
      let key = keys[part.rows[place]]
      // A nil only has other nils near it, unless a side is open.
      if key.isNull {
        return (before == nil ? 0 : part.starts[place])..<(after == nil ? count : part.ends[place])
      }
      let isDescending = window.sort[0].isDescending
      let low = isDescending ? after : before
      let high = isDescending ? before : after
      let least = low.map { Self.moved(key, .subtract, $0) }
      let greatest = high.map { Self.moved(key, .add, $0) }
      return bounds(least, greatest, isDescending, keys)
    }
  }

  /// The places whose keys are between the bounds, by binary search. Nils are within open bounds.
  private func bounds(
    _ least: Value?,
    _ greatest: Value?,
    _ isDescending: Bool,
    _ keys: [Value]
  ) -> Range<Int> {
    let (first, last) = isDescending ? (greatest, least) : (least, greatest)
    let sign = isDescending ? -1 : 1
    let nullsFirst = window.sort[0].nullsFirst
    func compared(_ place: Int, _ bound: Value) -> Int {
      let key = keys[part.rows[place]]
      if key.isNull { return nullsFirst ? -1 : 1 }
      return sign * (ValueOrder.compare(key, bound) ?? 0)
    }
    let start = first.map { bound in search { compared($0, bound) >= 0 } } ?? 0
    let end = last.map { bound in search { compared($0, bound) > 0 } } ?? part.count
    return start..<max(start, end)
  }

  /// The first place for which a condition holds, which then holds for all following ones.
  private func search(_ holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, part.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The key at a distance; beyond the last Int or date, that one.
  private static func moved(
    _ key: Value,
    _ operation: ArithmeticOperator,
    _ distance: Value
  ) -> Value {
    let isUp = operation == .add
    switch key {
    case .date:
      let moved = try? DateArithmetic.apply(operation, key, distance)
      return moved ?? .date(Timestamp(microseconds: isUp ? .max : .min))
    case .int: return (try? Arithmetic.apply(operation, key, distance)) ?? .int(isUp ? .max : .min)
    default:
      let moved = (try? Arithmetic.apply(operation, key, distance)) ?? .null
      return moved.isNull ? key : moved
    }
  }
}

extension Window.Frame {
  /// Whether bounds are differences of the sort key.
  var hasDistance: Bool { if case .range = self { true } else { false } }
}
