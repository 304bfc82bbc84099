import Columns
import Model

/// `min` and `max` of Ints and dates.
final class IntegerExtremes: AppendableAccumulator {
  private let element: ProgramNode<Vector<Int64>>
  private let areDates: Bool
  private var extremes: GroupExtremes<Int64>

  init(_ element: ProgramNode<Vector<Int64>>, isLeast: Bool, areDates: Bool) {
    self.element = element
    self.areDates = areDates
    extremes = GroupExtremes(isLeast: isLeast, worst: isLeast ? .max : .min)
  }

  func grow(to groupCount: Int) { extremes.grow(to: groupCount) }

  func add(_ rows: GroupedRows) throws {
    let vector = try element.result(rows.context)
    if let (bytes, least) = vector.narrowRows, least > .min, least < .max - 255 {
      // No row has the worst number.
      extremes.update(rows, bytes) { least &+ Int64($0) }
    } else {
      extremes.add(rows, vector)
    }
  }

  func add(_ value: Value, to group: Int) {
    switch value {
    case .int(let number): extremes.add(number, to: group)
    case .date(let moment): extremes.add(moment.microseconds, to: group)
    default: break
    }
  }

  func append(_ next: IntegerExtremes, _ groups: [UInt32]) {
    extremes.append(next.extremes, groups)
  }

  func column() -> Column { areDates ? .date(extremes.column) : .int(extremes.column) }
}

/// `min` and `max` of Doubles.
final class DoubleExtremes: AppendableAccumulator {
  private let element: ProgramNode<Vector<Double>>
  private var extremes: GroupExtremes<Double>

  init(_ element: ProgramNode<Vector<Double>>, isLeast: Bool) {
    self.element = element
    extremes = GroupExtremes(isLeast: isLeast, worst: isLeast ? .infinity : -.infinity)
  }

  func grow(to groupCount: Int) { extremes.grow(to: groupCount) }

  func add(_ rows: GroupedRows) throws {
    extremes.add(rows, try element.result(rows.context))
  }

  func add(_ value: Value, to group: Int) {
    if case .double(let number) = value { extremes.add(number, to: group) }
  }

  func append(_ next: DoubleExtremes, _ groups: [UInt32]) {
    extremes.append(next.extremes, groups)
  }

  func column() -> Column { .double(extremes.column) }
}

/// The minimum or maximum of each group; nil for groups without numbers.
///
/// This is a member of the accumulators instead of a generic accumulator, which would not be
/// specialized when called through a protocol.
private struct GroupExtremes<Number: Comparable & Sendable> {
  private let isLeast: Bool
  /// The worst possible number, which fills empty groups.
  private let worst: Number
  private var best: [Number] = []
  /// 1 for groups that contain `worst` itself.
  private var hasWorst: [UInt8] = []

  init(isLeast: Bool, worst: Number) {
    self.isLeast = isLeast
    self.worst = worst
  }

  mutating func grow(to groupCount: Int) {
    best.grow(to: groupCount, filler: worst)
    hasWorst.grow(to: groupCount, filler: 0)
  }

  mutating func add(_ rows: GroupedRows, _ vector: Vector<Number>) {
    let worst = worst
    if vector.contains(worst) {
      rows.forEachValue(in: vector) { number, group in
        if number == worst { hasWorst[group] = 1 }
      }
    }
    update(rows, vector) { $0 }
  }

  /// Adds rows whose values are not ``worst``.
  @inline(__always)
  mutating func update<Stored>(
    _ rows: GroupedRows,
    _ vector: Vector<Stored>,
    _ value: (Stored) -> Number
  ) {
    let isLeast = isLeast
    best.withUnsafeMutableBufferPointer { best in
      // A pointer is not read again for each number.
      guard let best = best.baseAddress else { return }
      // Branches are faster here, since updates are rare.
      if isLeast {
        rows.forEachValue(in: vector) { stored, group in
          let number = value(stored)
          if number < best[group] { best[group] = number }
        }
      } else {
        rows.forEachValue(in: vector) { stored, group in
          let number = value(stored)
          if number > best[group] { best[group] = number }
        }
      }
    }
  }

  mutating func add(_ number: Number, to group: Int) {
    if isLeast ? number < best[group] : number > best[group] { best[group] = number }
    if number == worst { hasWorst[group] = 1 }
  }

  mutating func append(_ next: GroupExtremes, _ groups: [UInt32]) {
    for (place, group) in groups.enumerated() where next.hasNumber(place) {
      add(next.best[place], to: Int(group))
    }
  }

  private func hasNumber(_ group: Int) -> Bool { best[group] != worst || hasWorst[group] != 0 }

  var column: FixedColumn<Number> {
    let validity = best.indices.map { hasNumber($0) ? UInt8(1) : 0 }
    return FixedColumn(Vector(best, validity: validity.contains(0) ? validity : nil))
  }
}

extension Vector where Element: Equatable {
  /// Whether a row, or the filler of a nil row, is `element`.
  fileprivate func contains(_ element: Element) -> Bool {
    values.withUnsafeBufferPointer { values in
      // A loop without an early exit can be vectorized.
      var found: UInt64 = 0
      for value in values[start..<start + count] { found |= UInt64((value == element).bit) }
      return found != 0
    }
  }
}
