import Columns
import Expressions
import Foundation
import Model

/// `sum` and `avg` of Doubles, compensated, in the order of the records.
final class DoubleTotals: GroupAccumulator {
  private let element: ProgramNode<Vector<Double>>
  private let isAverage: Bool
  private var sums: [CompensatedSum] = []
  private var counts: [Int64] = []

  init(_ element: ProgramNode<Vector<Double>>, isAverage: Bool) {
    self.element = element
    self.isAverage = isAverage
  }

  func grow(to groupCount: Int) {
    sums.append(contentsOf: repeatElement(CompensatedSum(), count: groupCount - sums.count))
    counts.append(contentsOf: repeatElement(0, count: groupCount - counts.count))
  }

  func add(_ rows: GroupedRows) throws {
    let vector = try element.result(rows.context)
    sums.withUnsafeMutableBufferPointer { sums in
      counts.withUnsafeMutableBufferPointer { counts in
        rows.forEachValue(in: vector) { value, group in
          sums[group].add(value)
          counts[group] += 1
        }
      }
    }
  }

  func add(_ value: Value, to group: Int) {
    guard case .double(let number) = value else { return }
    sums[group].add(number)
    counts[group] += 1
  }

  func column() -> Column {
    var column = FixedColumn<Double>(values: [])
    for (sum, count) in zip(sums, counts) {
      let result =
        isAverage
        ? (count == 0 ? nil : sum.total.map { $0 / Double(count) }) : sum.total
      column.append(result, filler: 0)
    }
    return .double(column)
  }
}

/// `sum` and `avg` of Ints, in 128 bits: only a total can be out of range.
final class IntegerTotals: GroupAccumulator {
  private let element: ProgramNode<Vector<Int64>>
  private let isAverage: Bool
  private var sums: [Int128] = []
  private var counts: [Int64] = []

  init(_ element: ProgramNode<Vector<Int64>>, isAverage: Bool) {
    self.element = element
    self.isAverage = isAverage
  }

  func grow(to groupCount: Int) {
    sums.append(contentsOf: repeatElement(0, count: groupCount - sums.count))
    counts.append(contentsOf: repeatElement(0, count: groupCount - counts.count))
  }

  func add(_ rows: GroupedRows) throws {
    let vector = try element.result(rows.context)
    sums.withUnsafeMutableBufferPointer { sums in
      counts.withUnsafeMutableBufferPointer { counts in
        rows.forEachValue(in: vector) { value, group in
          sums[group] += Int128(value)
          counts[group] += 1
        }
      }
    }
  }

  func add(_ value: Value, to group: Int) {
    guard case .int(let number) = value else { return }
    sums[group] += Int128(number)
    counts[group] += 1
  }

  func column() throws -> Column {
    isAverage ? .double(averages()) : .int(FixedColumn(values: try totals()))
  }

  private func averages() -> FixedColumn<Double> {
    var column = FixedColumn<Double>(values: [])
    for (sum, count) in zip(sums, counts) {
      column.append(count == 0 ? nil : Reduction.quotient(sum, count), filler: 0)
    }
    return column
  }

  private func totals() throws -> [Int64] {
    try sums.enumerated().map { group, sum in
      guard let total = Int64(exactly: sum) else {
        throw GroupFailure(error: .sumOverflow, group: group)
      }
      return total
    }
  }
}

/// `min` and `max` of Ints and dates.
final class IntegerExtremes: GroupAccumulator {
  private let element: ProgramNode<Vector<Int64>>
  private let isLeast: Bool
  private let areDates: Bool
  private var best: [Int64] = []
  private var validity: [UInt8] = []

  init(_ element: ProgramNode<Vector<Int64>>, isLeast: Bool, areDates: Bool) {
    self.element = element
    self.isLeast = isLeast
    self.areDates = areDates
  }

  func grow(to groupCount: Int) {
    best.append(contentsOf: repeatElement(0, count: groupCount - best.count))
    validity.append(contentsOf: repeatElement(0, count: groupCount - validity.count))
  }

  func add(_ rows: GroupedRows) throws {
    let vector = try element.result(rows.context)
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

  func add(_ value: Value, to group: Int) {
    guard let number = Self.number(value) else { return }
    if validity[group] == 0 || (isLeast ? number < best[group] : number > best[group]) {
      best[group] = number
      validity[group] = 1
    }
  }

  private static func number(_ value: Value) -> Int64? {
    switch value {
    case .int(let number): number
    case .date(let moment): moment.microseconds
    default: nil
    }
  }

  func column() -> Column {
    let isFull = !validity.contains(0)
    let column = FixedColumn(
      values: best,
      validity: isFull ? nil : MaskKernels.validity(validity)
    )
    return areDates ? .date(column) : .int(column)
  }
}

/// `min` and `max` of Doubles.
final class DoubleExtremes: GroupAccumulator {
  private let element: ProgramNode<Vector<Double>>
  private let isLeast: Bool
  private var best: [Double] = []
  private var validity: [UInt8] = []

  init(_ element: ProgramNode<Vector<Double>>, isLeast: Bool) {
    self.element = element
    self.isLeast = isLeast
  }

  func grow(to groupCount: Int) {
    best.append(contentsOf: repeatElement(0, count: groupCount - best.count))
    validity.append(contentsOf: repeatElement(0, count: groupCount - validity.count))
  }

  func add(_ rows: GroupedRows) throws {
    let vector = try element.result(rows.context)
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

  func add(_ value: Value, to group: Int) {
    guard let number = Self.number(value) else { return }
    if validity[group] == 0 || (isLeast ? number < best[group] : number > best[group]) {
      best[group] = number
      validity[group] = 1
    }
  }

  private static func number(_ value: Value) -> Double? {
    if case .double(let number) = value { number } else { nil }
  }

  func column() -> Column {
    let isFull = !validity.contains(0)
    let column = FixedColumn(
      values: best,
      validity: isFull ? nil : MaskKernels.validity(validity)
    )
    return .double(column)
  }
}

/// `median` and `stddev` of Ints and Doubles, which need all numbers of a group at once.
final class NumberCollector: GroupAccumulator {
  private let element: ProgramNode<Vector<Double>>
  private let function: AggregateFunction
  private var numbers: [[Double]] = []

  init(_ element: ProgramNode<Vector<Double>>, _ function: AggregateFunction) {
    self.element = element
    self.function = function
  }

  func grow(to groupCount: Int) {
    numbers.append(contentsOf: repeatElement([], count: groupCount - numbers.count))
  }

  func add(_ rows: GroupedRows) throws {
    rows.forEachValue(in: try element.result(rows.context)) { numbers[$1].append($0) }
  }

  func add(_ value: Value, to group: Int) {
    switch value {
    case .int(let number): numbers[group].append(Double(number))
    case .double(let number): numbers[group].append(number)
    default: break
    }
  }

  func column() -> Column {
    var column = FixedColumn<Double>(values: [])
    for numbers in numbers {
      let result =
        function == .median
        ? Statistics.median(of: numbers) : Statistics.deviation(of: numbers)
      column.append(result, filler: 0)
    }
    return .double(column)
  }
}
