import Expressions
import Model
import Storage

/// The frames of the rows of a group.
struct WindowFrames {
  private let window: Window
  private let part: WindowPart
  /// The sort key of each row, for frames of distances.
  private let keys: [Value]?

  init(_ window: Window, _ part: WindowPart, keys: [Value]?) {
    self.window = window
    self.part = part
    self.keys = keys
  }

  /// Computes the value of each row from its frame. Frames that only grow are computed in one pass.
  func fill(_ results: inout [Value], _ element: [Value]?) throws {
    var reduction = makeReduction()
    var (added, latest) = (0, Value.null)
    var current = 0..<0
    for place in part.rows.indices {
      let frame = try frame(at: place)
      if place > 0, frame == current {
        results[part.rows[place]] = latest
        continue
      }
      if window.function == .aggregate {
        if frame.lowerBound != current.lowerBound || frame.upperBound < added || place == 0 {
          (reduction, added) = (makeReduction(), frame.lowerBound)
        }
        while added < frame.upperBound {
          if let element { reduction.add(element[part.rows[added]]) } else { reduction.addRecord() }
          added += 1
        }
        latest = try reduction.result()
      } else {
        let end = window.function == .first ? frame.first : frame.last
        latest = end.flatMap { element?[part.rows[$0]] } ?? .null
      }
      current = frame
      results[part.rows[place]] = latest
    }
  }

  private func makeReduction() -> Reduction {
    Reduction(window.aggregate, options: window.options, type: window.type)
  }

  /// The places of the frame of the row at a place.
  private func frame(at place: Int) throws -> Range<Int> {
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
      // A nil only has other nils near it.
      if key.isNull { return part.starts[place]..<part.ends[place] }
      let isDescending = window.sort[0].isDescending
      let low = isDescending ? after : before
      let high = isDescending ? before : after
      let least = try low.map { try Self.moved(key, .subtract, $0) }
      let greatest = try high.map { try Self.moved(key, .add, $0) }
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

  private static func moved(
    _ key: Value,
    _ operation: ArithmeticOperator,
    _ distance: Value
  ) throws -> Value {
    if case .date = key { return try DateArithmetic.apply(operation, key, distance) }
    return try Arithmetic.apply(operation, key, distance)
  }
}

extension Window.Frame {
  /// Whether bounds are differences of the sort key.
  var hasDistance: Bool { if case .range = self { true } else { false } }
}
