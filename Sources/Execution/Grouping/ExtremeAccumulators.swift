import Columns
import Model

/// `min` and `max` of Ints and dates.
final class IntegerExtremes: GroupAccumulator {
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
    extremes.add(rows, try element.result(rows.context))
  }

  func add(_ value: Value, to group: Int) {
    switch value {
    case .int(let number): extremes.add(number, to: group)
    case .date(let moment): extremes.add(moment.microseconds, to: group)
    default: break
    }
  }

  var isAppendable: Bool { true }

  func append(_ next: any GroupAccumulator, _ groups: [UInt32]) {
    guard let next = next as? IntegerExtremes else { return }
    extremes.append(next.extremes, groups)
  }

  func column() -> Column { areDates ? .date(extremes.column) : .int(extremes.column) }
}

/// `min` and `max` of Doubles.
final class DoubleExtremes: GroupAccumulator {
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

  var isAppendable: Bool { true }

  func append(_ next: any GroupAccumulator, _ groups: [UInt32]) {
    guard let next = next as? DoubleExtremes else { return }
    extremes.append(next.extremes, groups)
  }

  func column() -> Column { .double(extremes.column) }
}

/// The least or the greatest number of each group; nil where there is none.
///
/// A part of the accumulators rather than a generic one itself: called through a protocol, that
/// would not be specialised for its type of number.
private struct GroupExtremes<Number: Comparable & Sendable> {
  private let isLeast: Bool
  /// No number is worse; a filler where there is none.
  private let worst: Number
  private var best: [Number] = []
  private var validity: [UInt8] = []

  init(isLeast: Bool, worst: Number) {
    self.isLeast = isLeast
    self.worst = worst
  }

  mutating func grow(to groupCount: Int) {
    best.grow(to: groupCount, filler: worst)
    validity.grow(to: groupCount, filler: 0)
  }

  mutating func add(_ rows: GroupedRows, _ vector: Vector<Number>) {
    let isLeast = isLeast
    best.withUnsafeMutableBufferPointer { best in
      if isLeast {
        rows.forEachValue(in: vector) { best[$1] = $0 < best[$1] ? $0 : best[$1] }
      } else {
        rows.forEachValue(in: vector) { best[$1] = $0 > best[$1] ? $0 : best[$1] }
      }
    }
    validity.withUnsafeMutableBufferPointer { validity in
      rows.forEachValue(in: vector) { validity[$1] = 1 }
    }
  }

  mutating func add(_ number: Number, to group: Int) {
    if isLeast ? number < best[group] : number > best[group] { best[group] = number }
    validity[group] = 1
  }

  mutating func append(_ next: GroupExtremes, _ groups: [UInt32]) {
    for (place, group) in groups.enumerated() where next.validity[place] != 0 {
      add(next.best[place], to: Int(group))
    }
  }

  var column: FixedColumn<Number> {
    let isFull = !validity.contains(0)
    return FixedColumn(values: best, validity: isFull ? nil : MaskKernels.validity(validity))
  }
}
