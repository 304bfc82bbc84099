public import Foundation
public import Model

/// Computes an aggregate from values that are added one by one. Nils are skipped.
///
/// Int sums have 128 bits, so that only the total can overflow. Double sums are exact and rounded
/// once.
public struct Reduction {
  private let function: AggregateFunction
  private let type: ValueType
  private let options: AggregateOptions
  private var count: Int64 = 0
  private var integers: Int128 = 0
  private var doubles = ExactSum()
  private var decimals = Decimal()
  private var extreme = Value.null
  private var values: [Value] = []
  private var different: Set<Value> = []
  private var isTrueForSome = false

  /// Creates a reduction with a result of `type`.
  public init(
    _ function: AggregateFunction,
    options: AggregateOptions = AggregateOptions(),
    type: ValueType
  ) {
    self.function = function
    self.options = options
    self.type = type
  }

  /// Counts a record.
  public mutating func addRecord() {
    count += 1
  }

  /// Adds a value; nil is skipped.
  public mutating func add(_ value: Value) {
    if value.isNull { return }
    count += 1
    if !options.sort.isEmpty {
      values.append(value)
      return
    }
    switch function {
    case .count: break
    case .sum, .avg: addToSum(value)
    case .min: if isBetter(value, than: extreme, order: -1) { extreme = value }
    case .max: if isBetter(value, than: extreme, order: 1) { extreme = value }
    case .first: if extreme.isNull { extreme = value }
    case .last: extreme = value
    case .countDistinct: different.insert(value)
    case .list, .text, .median, .percentile, .mode, .stddev, .stddevp, .variance, .skewness,
      .correlation, .regression:
      values.append(value)
    case .any: if case .bool(true) = value { isTrueForSome = true }
    }
  }

  /// Adds the exact total of `count` Ints, which a store has computed.
  public mutating func add(total: Int128, of count: Int64) {
    integers += total
    self.count += count
  }

  /// Adds the exact total of `count` Decimals, which a store has computed.
  public mutating func add(total: Decimal, of count: Int64) {
    decimals = DecimalArithmetic.sum(decimals, total) ?? .nan
    self.count += count
  }

  /// Adds the exact total of `count` Doubles, which a store has computed.
  public mutating func add(total: ExactSum, of count: Int64) {
    doubles.add(total)
    self.count += count
  }

  /// The reduction of the values of both, for sums and averages.
  public func combined(with next: Reduction) -> Reduction {
    var result = self
    result.count += next.count
    result.integers += next.integers
    if type == .decimal {
      let isDefined = !decimals.isNaN && !next.decimals.isNaN
      result.decimals = isDefined ? DecimalArithmetic.sum(decimals, next.decimals) ?? .nan : .nan
    } else {
      result.doubles.add(next.doubles)
    }
    return result
  }

  /// Whether further values cannot change the result.
  public var isDecided: Bool { isTrueForSome }

  /// The aggregate. Without values a sum or count is 0, a list is empty, `any` is false; others are
  /// nil.
  ///
  /// Throws if a total is out of range.
  public func result() throws(EvaluationError) -> Value {
    switch function {
    case .count: .int(count)
    case .sum: try Self.total(integers, doubles, decimals, type: type)
    case .avg: count == 0 ? .null : try average()
    case .min, .max: extreme
    case .first: options.sort.isEmpty ? extreme : listed.first ?? .null
    case .last: options.sort.isEmpty ? extreme : listed.last ?? .null
    case .countDistinct: .int(Int64(different.count))
    case .median: Statistics.percentile(values, 0.5, type: type)
    case .percentile: Statistics.percentile(values, options.fraction, type: type)
    case .mode: Statistics.mode(values)
    case .stddev, .stddevp, .variance, .skewness, .correlation, .regression:
      Statistics.moments(function, values)
    case .list: .list(listed)
    case .text: try text()
    case .any: .bool(isTrueForSome)
    }
  }

  /// The values, sorted, deduplicated and limited as the options require.
  private var listed: [Value] {
    var listed = options.sort.isEmpty ? values : options.sorted(values)
    if options.isDistinct {
      var seen: Set<Value> = []
      listed = listed.filter { seen.insert($0).inserted }
    }
    return Array(listed.prefix(options.limit ?? .max))
  }

  private func text() throws(EvaluationError) -> Value {
    let parts = listed.compactMap { TextFunctions.text(of: $0) }
    guard !parts.isEmpty, case .string(let separator) = options.argument else { return .null }
    do throws(NumberFunctions.OutOfRange) {
      return .string(try TextFunctions.joined(parts, by: separator))
    } catch {
      throw .textTooLong
    }
  }

  private mutating func addToSum(_ value: Value) {
    switch value {
    case .int(let number): integers += Int128(number)
    case .double(let number): doubles.add(number)
    case .decimal(let number): decimals = DecimalArithmetic.sum(decimals, number) ?? .nan
    default: break
    }
  }

  private func isBetter(_ value: Value, than other: Value, order: Int) -> Bool {
    other.isNull || ValueOrder.compare(value, other) == order
  }

  private func average() throws(EvaluationError) -> Value {
    if type == .decimal {
      if decimals.isNaN { throw .sumOverflow }
      guard let mean = DecimalArithmetic.quotient(decimals, Decimal(count)) else {
        throw .sumOverflow
      }
      return .decimal(mean)
    }
    if integers != 0 { return .double(Self.quotient(integers, count)) }
    return doubles.mean(of: count).map(Value.double) ?? .null
  }

  /// The average of Ints: the exact total divided by the positive count, rounded once.
  public static func quotient(_ total: Int128, _ count: Int64) -> Double {
    let maxExact: Int128 = 1 << 53
    // Both are exact as Doubles.
    if -maxExact...maxExact ~= total, count <= maxExact { return Double(total) / Double(count) }
    return Double(rounding: total, dividedBy: count)
  }

  private static func total(
    _ integers: Int128,
    _ doubles: ExactSum,
    _ decimals: Decimal,
    type: ValueType
  ) throws(EvaluationError) -> Value {
    switch type {
    case .double:
      return doubles.total.map(Value.double) ?? .null
    case .decimal:
      if decimals.isNaN { throw .sumOverflow }
      return .decimal(decimals)
    default:
      guard let total = Int64(exactly: integers) else { throw .sumOverflow }
      return .int(total)
    }
  }
}

extension AggregateOptions {
  /// The fraction of a percentile.
  public var fraction: Double { if case .double(let fraction) = argument { fraction } else { 0.5 } }

  /// The first parts of lists in the order of the others. Lists without a value are left out, equal
  /// keys keep their order.
  fileprivate func sorted(_ lists: [Value]) -> [Value] {
    let rows = lists.compactMap { list -> [Value]? in
      if case .list(let parts) = list, parts.first?.isNull == false { parts } else { nil }
    }
    return rows.indices.sorted { left, right in
      for (place, key) in sort.enumerated() {
        let order = KeyOrder.compare(rows[left][place + 1], rows[right][place + 1], by: key)
        if order != 0 { return order < 0 }
      }
      return left < right
    }.map { rows[$0][0] }
  }
}
