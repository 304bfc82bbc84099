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
    extremes = GroupExtremes(isLeast: isLeast, filler: 0)
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

  func column() -> Column { areDates ? .date(extremes.column) : .int(extremes.column) }
}

/// `min` and `max` of Doubles.
final class DoubleExtremes: GroupAccumulator {
  private let element: ProgramNode<Vector<Double>>
  private var extremes: GroupExtremes<Double>

  init(_ element: ProgramNode<Vector<Double>>, isLeast: Bool) {
    self.element = element
    extremes = GroupExtremes(isLeast: isLeast, filler: 0)
  }

  func grow(to groupCount: Int) { extremes.grow(to: groupCount) }

  func add(_ rows: GroupedRows) throws {
    extremes.add(rows, try element.result(rows.context))
  }

  func add(_ value: Value, to group: Int) {
    if case .double(let number) = value { extremes.add(number, to: group) }
  }

  func column() -> Column { .double(extremes.column) }
}

/// The least or the greatest number of each group; nil where there is none.
///
/// A part of the accumulators rather than a generic one itself: called through a protocol, that
/// would not be specialised for its type of number.
private struct GroupExtremes<Number: Comparable & Sendable> {
  private let isLeast: Bool
  private let filler: Number
  private var best: [Number] = []
  private var validity: [UInt8] = []

  init(isLeast: Bool, filler: Number) {
    self.isLeast = isLeast
    self.filler = filler
  }

  mutating func grow(to groupCount: Int) {
    best.grow(to: groupCount, filler: filler)
    validity.grow(to: groupCount, filler: 0)
  }

  mutating func add(_ rows: GroupedRows, _ vector: Vector<Number>) {
    let isLeast = isLeast
    best.withUnsafeMutableBufferPointer { best in
      validity.withUnsafeMutableBufferPointer { validity in
        rows.forEachValue(in: vector) { value, group in
          let isBetter = isLeast ? value < best[group] : value > best[group]
          if validity[group] == 0 || isBetter {
            best[group] = value
            validity[group] = 1
          }
        }
      }
    }
  }

  mutating func add(_ number: Number, to group: Int) {
    if validity[group] == 0 || (isLeast ? number < best[group] : number > best[group]) {
      best[group] = number
      validity[group] = 1
    }
  }

  var column: FixedColumn<Number> {
    let isFull = !validity.contains(0)
    return FixedColumn(values: best, validity: isFull ? nil : MaskKernels.validity(validity))
  }
}
