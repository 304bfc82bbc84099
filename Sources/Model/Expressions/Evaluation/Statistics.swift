import Foundation
public import Model

/// Aggregates that need all numbers at once.
public enum Statistics {
  /// The percentile as a value of `type`; nil without numbers.
  static func percentile(_ values: [Value], _ fraction: Double, type: ValueType) -> Value {
    if type == .decimal {
      let sorted = values.compactMap(\.decimal).sorted()
      return percentile(of: sorted.count, fraction) { sorted[$0] }.map(Value.decimal) ?? .null
    }
    return percentile(of: values.compactMap(\.double), fraction).map(Value.double) ?? .null
  }

  /// The percentile of `count` sorted numbers as a value of `type`; nil without numbers.
  public static func percentile(
    of count: Int,
    _ fraction: Double,
    type: ValueType,
    _ number: (Int) -> Value
  ) -> Value {
    if type == .decimal {
      return percentile(of: count, fraction) { number($0).decimal ?? 0 }.map(Value.decimal)
        ?? .null
    }
    return percentile(of: count, fraction) { number($0).double ?? 0 }.map(Value.double) ?? .null
  }

  /// A number as a Double; nil for other values.
  public static func number(_ value: Value) -> Double? { value.double }

  /// The most frequent value; of several the least, or the first if they have no order.
  static func mode(_ values: [Value]) -> Value {
    var counts: [Value: Int] = [:]
    for value in values { counts[value, default: 0] += 1 }
    let most = counts.values.max()
    var seen: Set<Value> = []
    return values.filter { counts[$0] == most && seen.insert($0).inserted }
      .reduce(.null) { best, value in
        best.isNull || ValueOrder.compare(value, best) == -1 ? value : best
      }
  }

  /// An aggregate of numbers or of pairs of numbers.
  static func moments(_ function: AggregateFunction, _ values: [Value]) -> Value {
    if function == .correlation || function == .regression {
      let pairs = values.compactMap { value -> (Double, Double)? in
        guard case .list(let parts) = value, parts.count == 2, let x = parts[0].double,
          let y = parts[1].double
        else { return nil }
        return (x, y)
      }
      let line = Line(pairs.map(\.0), pairs.map(\.1))
      return function == .correlation
        ? line.correlation.map(Value.double) ?? .null
        : line.coefficients.map { .list($0.map(Value.double)) } ?? .null
    }
    return moment(function, of: values.compactMap(\.double)).map(Value.double) ?? .null
  }

  /// A percentile, the mean of the neighbors weighted by their distance; nil without numbers, and
  /// between −∞ and ∞.
  public static func percentile(of numbers: [Double], _ fraction: Double) -> Double? {
    var numbers = numbers
    return numbers.withUnsafeMutableBufferPointer { percentile(of: $0, fraction) }
  }

  /// The same of numbers that it rearranges.
  public static func percentile(
    of numbers: UnsafeMutableBufferPointer<Double>,
    _ fraction: Double
  ) -> Double? {
    var start = 0
    return percentile(of: numbers.count, fraction) { index in
      // The lower neighbor comes first; then the other one is after it.
      defer { start = index + 1 }
      return Selection.number(index, of: numbers, from: min(start, index))
    }
  }

  /// The percentile of `count` sorted numbers; nil without numbers.
  public static func percentile(
    of count: Int,
    _ fraction: Double,
    _ number: (Int) -> Double
  ) -> Double? {
    guard count > 0 else { return nil }
    let place = fraction * Double(count - 1)
    let index = min(Int(place), count - 1)
    let (low, high) = (number(index), number(min(index + 1, count - 1)))
    let weight = place - Double(index)
    if low == high || weight == 0 { return low }
    // Parts first: the difference of two large numbers would overflow.
    let result = low * (1 - weight) + high * weight
    return result.isNaN ? nil : result
  }

  private static func percentile(
    of count: Int,
    _ fraction: Double,
    _ number: (Int) -> Decimal
  ) -> Decimal? {
    guard count > 0 else { return nil }
    // The place in decimals: 0.9 of 3 is 2.7, not 2.7000000000000002.
    let place =
      Conversions.decimal("\(fraction)")
      .flatMap { DecimalArithmetic.product($0, Decimal(count - 1)) } ?? 0
    guard let index = Int("\(DecimalFunctions.rounded(place, .down))"), index < count - 1 else {
      return number(count - 1)
    }
    return interpolated(number(index), number(index + 1), place - Decimal(index))
  }

  /// The mean of two numbers with the weight of the second one.
  private static func interpolated(_ low: Decimal, _ high: Decimal, _ weight: Decimal) -> Decimal? {
    if low == high || weight.isZero { return low }
    if weight == Decimal(sign: .plus, exponent: -1, significand: 5) {
      let mean = DecimalArithmetic.sum(low, high).flatMap { DecimalArithmetic.quotient($0, 2) }
      if let mean { return mean }
    }
    // Parts first: the difference of two large numbers would overflow.
    return DecimalArithmetic.product(low, 1 - weight).flatMap { first in
      DecimalArithmetic.product(high, weight).flatMap { DecimalArithmetic.sum(first, $0) }
    }
  }

  /// `stddev`, `stddevp`, `variance` or `skewness`; nil for too few numbers.
  public static func moment(_ function: AggregateFunction, of numbers: [Double]) -> Double? {
    numbers.withUnsafeBufferPointer { moment(function, of: $0) }
  }

  /// The same of numbers in a buffer.
  public static func moment(
    _ function: AggregateFunction,
    of numbers: UnsafeBufferPointer<Double>
  ) -> Double? {
    switch function {
    case .stddevp where numbers.count == 1: numbers[0].isFinite ? 0 : nil
    case .stddev, .variance, .stddevp:
      deviation(of: numbers).map { moment(function, deviation: $0, count: numbers.count) }
    default: skewness(of: numbers)
    }
  }

  /// `stddev`, `stddevp` or `variance` of `count` numbers with this standard deviation.
  static func moment(_ function: AggregateFunction, deviation: Double, count: Int) -> Double {
    switch function {
    case .variance: deviation * deviation
    case .stddevp: deviation * ((Double(count) - 1) / Double(count)).squareRoot()
    default: deviation
    }
  }

  /// The adjusted coefficient of Fisher and Pearson; nil for fewer than three numbers and for equal
  /// ones.
  private static func skewness(of numbers: UnsafeBufferPointer<Double>) -> Double? {
    let count = Double(numbers.count)
    guard count > 2, let deviation = deviation(of: numbers), deviation > 0,
      let mean = sum(numbers, { $0 }).map({ $0 / count }),
      // Corrects the rounding of the mean.
      let rest = sum(numbers, { $0 - mean }).map({ $0 / count }),
      let cubes = sum(
        numbers,
        { number in
          let distance = (number - mean - rest) / deviation
          return distance * distance * distance
        }
      )
    else { return nil }
    return count / ((count - 1) * (count - 2)) * cubes
  }

  /// The line of least squares through points.
  public struct Line {
    private var squaresX = 0.0
    private var squaresY = 0.0
    private var products = 0.0
    private var meanX = 0.0
    private var meanY = 0.0
    /// The exponents of the powers of two that the numbers were divided by.
    private var (shiftX, shiftY) = (0, 0)
    private var isDefined = false

    /// Creates a line from the sums of squares and products of the distances from the means.
    init(squaresX: Double, squaresY: Double, products: Double, meanX: Double, meanY: Double) {
      (self.squaresX, self.squaresY, self.products) = (squaresX, squaresY, products)
      (self.meanX, self.meanY) = (meanX, meanY)
      isDefined = squaresX > 0 && (squaresX + squaresY + products).isFinite
    }

    /// Creates the line through points.
    public init(_ x: [Double], _ y: [Double]) {
      let count = Double(x.count)
      (shiftX, shiftY) = (Statistics.shift(of: x), Statistics.shift(of: y))
      let (x, y) = (Statistics.scaled(x, by: -shiftX), Statistics.scaled(y, by: -shiftY))
      guard x.count > 1, let sumX = sum(x, { $0 }), let sumY = sum(y, { $0 }) else { return }
      let (meanX, meanY) = (sumX / count, sumY / count)
      (self.meanX, self.meanY) = (meanX, meanY)
      guard let squaresX = sum(x, { ($0 - meanX) * ($0 - meanX) }),
        let squaresY = sum(y, { ($0 - meanY) * ($0 - meanY) }),
        let products = sum(zip(x, y), { ($0 - meanX) * ($1 - meanY) })
      else { return }
      (self.squaresX, self.squaresY, self.products) = (squaresX, squaresY, products)
      isDefined = squaresX > 0 && (squaresX + squaresY + products).isFinite
    }

    /// From −1 to 1; nil if one of the numbers is always the same.
    public var correlation: Double? {
      guard isDefined, squaresY > 0 else { return nil }
      return max(-1, min(1, products / (squaresX.squareRoot() * squaresY.squareRoot())))
    }

    /// The slope, the intercept, and the share of the variance that the line explains.
    public var coefficients: [Double]? {
      guard isDefined else { return nil }
      let slope = products / squaresX
      let share = squaresY == 0 ? 1 : min(1, slope * products / squaresY)
      let intercept = meanY - slope * meanX
      return [
        Statistics.scaled(slope, by: shiftY - shiftX), Statistics.scaled(intercept, by: shiftY),
        share,
      ]
    }
  }

  /// The standard deviation of a sample, in two passes with exact sums (T. Chan, G. Golub, R.
  /// LeVeque, "Algorithms for Computing the Sample Variance", 1983); nil for fewer than two numbers
  /// and for infinite ones.
  public static func deviation(of numbers: [Double]) -> Double? {
    numbers.withUnsafeBufferPointer { deviation(of: $0) }
  }

  /// The exponent of a power of two. Divided by it, numbers have squares in range; 0 for most.
  private static func shift(of numbers: [Double]) -> Int {
    var largest = 0.0
    for number in numbers { largest = max(largest, number.magnitude) }
    guard largest.isFinite, largest > 0, abs(largest.exponent) > 400 else { return 0 }
    return Int(largest.exponent)
  }

  private static func scaled(_ numbers: [Double], by shift: Int) -> [Double] {
    shift == 0 ? numbers : numbers.map { scaled($0, by: shift) }
  }

  private static func scaled(_ number: Double, by shift: Int) -> Double {
    shift == 0 ? number : Double(sign: .plus, exponent: shift, significand: number)
  }

  private static func deviation(of numbers: UnsafeBufferPointer<Double>) -> Double? {
    var largest = 0.0
    for number in numbers { largest = max(largest, number.magnitude) }
    guard numbers.count > 1, largest.isFinite else { return nil }
    // Squares of very large or small numbers are out of range, so scale by a power of two.
    guard largest > 0, abs(largest.exponent) > 400 else { return plainDeviation(of: numbers) }
    let shift = Int(largest.exponent)
    let scaled = numbers.map { Double(sign: .plus, exponent: -shift, significand: $0) }
    return scaled.withUnsafeBufferPointer { plainDeviation(of: $0) }.map {
      Double(sign: .plus, exponent: shift, significand: $0)
    }
  }

  private static func plainDeviation(of numbers: UnsafeBufferPointer<Double>) -> Double? {
    guard let total = sum(numbers, { $0 }) else { return nil }
    let mean = total / Double(numbers.count)
    guard let squares = sum(numbers, { ($0 - mean) * ($0 - mean) }),
      let residue = sum(numbers, { $0 - mean })
    else { return nil }
    // Corrects the rounding of the mean.
    let variance =
      (squares - residue * residue / Double(numbers.count))
      / Double(numbers.count - 1)
    return variance.isNaN ? nil : max(0, variance).squareRoot()
  }

  /// The exact sum of a term for each number; nil if it is NaN.
  @inline(__always)
  private static func sum<Numbers: Sequence>(
    _ numbers: Numbers,
    _ term: (Numbers.Element) -> Double
  ) -> Double? {
    var sum = ExactSum()
    for number in numbers { sum.add(term(number)) }
    return sum.total
  }
}

extension Value {
  /// The number as a Double.
  fileprivate var double: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    case .decimal(let number): NSDecimalNumber(decimal: number).doubleValue
    default: nil
    }
  }

  fileprivate var decimal: Decimal? {
    if case .decimal(let number) = self { number } else { nil }
  }
}
