import Columns
import Expressions
import Foundation
import Model

/// `sum` and `avg` of Doubles: exact, and rounded once.
final class DoubleTotals: GroupAccumulator {
  private let element: ProgramNode<Vector<Double>>
  private let isAverage: Bool
  private var sums: [PairSum] = []
  /// What the pairs of some groups could not hold.
  private var wideSums: [Int: WideSum] = [:]
  private var counts: [Int64] = []

  init(_ element: ProgramNode<Vector<Double>>, isAverage: Bool) {
    self.element = element
    self.isAverage = isAverage
  }

  func grow(to groupCount: Int) {
    sums.grow(to: groupCount, filler: PairSum())
    counts.grow(to: groupCount, filler: 0)
  }

  func add(_ rows: GroupedRows) throws {
    let vector = try element.result(rows.context)
    var tooWide: [(Double, Int)] = []
    sums.withUnsafeMutableBufferPointer { sums in
      counts.withUnsafeMutableBufferPointer { counts in
        rows.forEachValue(in: vector) { value, group in
          if !sums[group].add(value) { tooWide.append((value, group)) }
          counts[group] += 1
        }
      }
    }
    for (value, group) in tooWide { addWide(value, to: group) }
  }

  func add(_ value: Value, to group: Int) {
    guard case .double(let number) = value else { return }
    addWide(number, to: group)
    counts[group] += 1
  }

  private func addWide(_ value: Double, to group: Int) {
    if sums[group].add(value) { return }
    wideSums[group, default: WideSum()].add(sums[group])
    wideSums[group, default: WideSum()].add(value)
    sums[group] = PairSum()
  }

  var isAppendable: Bool { true }

  func append(_ next: any GroupAccumulator, _ groups: [UInt32]) {
    guard let next = next as? DoubleTotals else { return }
    for (place, group) in groups.enumerated() {
      addWide(next.sums[place].high, to: Int(group))
      addWide(next.sums[place].low, to: Int(group))
      counts[Int(group)] += next.counts[place]
    }
    for (place, sum) in next.wideSums {
      wideSums[Int(groups[place]), default: WideSum()].add(sum)
    }
  }

  func column() -> Column {
    let results = sums.indices.map { group in
      let sum = ExactSum(sums[group], wideSums[group] ?? WideSum())
      return isAverage ? sum.mean(of: counts[group]) : sum.total
    }
    let hasNils = results.contains { $0 == nil }
    let validity = hasNils ? results.map { $0 == nil ? UInt8(0) : 1 } : nil
    return .double(FixedColumn(Vector(results.map { $0 ?? 0 }, validity: validity)))
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
    sums.grow(to: groupCount, filler: 0)
    counts.grow(to: groupCount, filler: 0)
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

  var isAppendable: Bool { true }

  func append(_ next: any GroupAccumulator, _ groups: [UInt32]) {
    guard let next = next as? IntegerTotals else { return }
    for (place, group) in groups.enumerated() {
      sums[Int(group)] += next.sums[place]
      counts[Int(group)] += next.counts[place]
    }
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
    numbers.grow(to: groupCount, filler: [])
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

  var isAppendable: Bool { true }

  func append(_ next: any GroupAccumulator, _ groups: [UInt32]) {
    guard let next = next as? NumberCollector else { return }
    for (group, added) in zip(groups, next.numbers) { numbers[Int(group)] += added }
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
