import CPlatform
import Columns
import Expressions
import Foundation
import Model

/// `sum` and `avg` of Doubles: exact and rounded once.
final class DoubleTotals: AppendableAccumulator {
  private let element: ProgramNode<Vector<Double>>
  private let isAverage: Bool
  private var sums: [PairSum] = []
  /// Partial sums that are added to the pairs later.
  private var splitSums: SplitSums
  /// Sums that the pairs cannot represent.
  private var wideSums: [Int: WideSum] = [:]
  /// The number of values in each group; only for averages.
  private var counts: [Int64] = []

  /// Above that the sums exceed the L1 cache and are prefetched.
  private static let maxNearSums = 1_024
  private static let rowsAhead = 16
  /// The minimum number of sums to combine in another thread.
  private static let minSumsPerThread = 1 << 14

  init(_ element: ProgramNode<Vector<Double>>, isAverage: Bool) {
    self.element = element
    self.isAverage = isAverage
    splitSums = SplitSums(isCounting: isAverage)
  }

  func grow(to groupCount: Int) {
    sums.grow(to: groupCount, filler: PairSum())
    if isAverage { counts.grow(to: groupCount, filler: 0) }
  }

  func add(_ rows: GroupedRows) throws {
    let vector = try element.result(rows.context)
    if !splitSums.add(rows, vector, groupCount: sums.count, add) { addPairs(rows, vector) }
  }

  private func addPairs(_ rows: GroupedRows, _ vector: Vector<Double>) {
    var tooWide: [(Double, Int)] = []
    sums.withUnsafeMutableBufferPointer { sums in
      rows.groups.withUnsafeBufferPointer { groups in
        guard let first = sums.baseAddress else { return }
        let distance = sums.count > Self.maxNearSums ? Self.rowsAhead : groups.count
        rows.forEachPlacedValue(in: vector) { value, group, place in
          let ahead = place &+ distance
          if ahead < groups.count { martlet_prefetch(first + Int(groups[ahead])) }
          if !first[group].add(value) { tooWide.append((value, group)) }
        }
      }
    }
    for (value, group) in tooWide { addWide(value, to: group) }
    guard isAverage else { return }
    counts.withUnsafeMutableBufferPointer { counts in
      rows.forEachValue(in: vector) { _, group in counts[group] &+= 1 }
    }
  }

  func add(_ value: Value, to group: Int) {
    guard case .double(let number) = value else { return }
    add(number, to: group)
    if isAverage { counts[group] += 1 }
  }

  private func add(_ number: Double, to group: Int) {
    if !sums[group].add(number) { addWide(number, to: group) }
  }

  private func add(_ parts: SplitSums.Parts, to group: Int) {
    add(parts.coarse, to: group)
    add(parts.fine, to: group)
    if isAverage { counts[group] += parts.count }
  }

  /// Adds a number that the pair cannot represent.
  private func addWide(_ value: Double, to group: Int) {
    wideSums[group, default: WideSum()].add(sums[group])
    wideSums[group, default: WideSum()].add(value)
    sums[group] = PairSum()
  }

  func append(_ next: DoubleTotals, _ groups: [UInt32]) {
    next.splitSums.empty(next.add)
    let added = next.sums
    let tooWide = sums.withUnsafeMutableBufferPointer { sums -> [[(Double, Int)]] in
      // Groups differ, so each thread changes other sums.
      nonisolated(unsafe) let sums = sums
      let size = max(Self.minSumsPerThread, (added.count + 1) / 2)
      return inParallel((added.count + size - 1) / size) { part in
        var tooWide: [(Double, Int)] = []
        for place in part * size..<min((part + 1) * size, added.count) {
          let (sum, group) = (added[place], Int(groups[place]))
          if !sums[group].add(sum.high) { tooWide.append((sum.high, group)) }
          if !sums[group].add(sum.low) { tooWide.append((sum.low, group)) }
        }
        return tooWide
      }
    }
    for (value, group) in tooWide.joined() { addWide(value, to: group) }
    counts.add(next.counts, at: groups)
    for (place, sum) in next.wideSums {
      wideSums[Int(groups[place]), default: WideSum()].add(sum)
    }
  }

  func column() -> Column {
    splitSums.empty(add)
    // The pairs are exact, so this rounds once.
    if !isAverage, wideSums.isEmpty {
      return .double(FixedColumn(values: sums.map { $0.high + $0.low }))
    }
    let results = sums.indices.map { group in
      let sum = ExactSum(sums[group], wideSums.isEmpty ? WideSum() : wideSums[group] ?? WideSum())
      return isAverage ? sum.mean(of: counts[group]) : sum.total
    }
    return .double(FixedColumn(Vector(results, filler: 0)))
  }
}

/// `sum` and `avg` of Ints, in 128 bits, so that only the total can overflow.
final class IntegerTotals: AppendableAccumulator {
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
          sums[group] &+= Int128(value)
          counts[group] &+= 1
        }
      }
    }
  }

  func add(_ value: Value, to group: Int) {
    guard case .int(let number) = value else { return }
    sums[group] += Int128(number)
    counts[group] += 1
  }

  func append(_ next: IntegerTotals, _ groups: [UInt32]) {
    sums.add(next.sums, at: groups)
    counts.add(next.counts, at: groups)
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
