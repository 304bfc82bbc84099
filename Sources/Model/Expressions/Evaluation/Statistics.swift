import Foundation
import Model

/// Aggregates that need all numbers at once.
public enum Statistics {
  /// The median as a value of `type`; nil without numbers.
  static func median(_ values: [Value], type: ValueType) -> Value {
    if type == .decimal {
      return median(of: values.compactMap(\.decimal)).map(Value.decimal) ?? .null
    }
    return median(of: values.compactMap(\.double)).map(Value.double) ?? .null
  }

  /// The standard deviation of a sample; nil for fewer than two numbers.
  static func deviation(_ values: [Value]) -> Value {
    deviation(of: values.compactMap(\.double)).map(Value.double) ?? .null
  }

  /// The median; nil without numbers, and for −∞ and ∞.
  public static func median(of numbers: [Double]) -> Double? {
    middle(of: numbers).flatMap { low, high in
      // Halves first: the sum of two large numbers would overflow.
      let mean = low == high ? low : low / 2 + high / 2
      return mean.isNaN ? nil : mean
    }
  }

  /// The median; nil without numbers.
  static func median(of numbers: [Decimal]) -> Decimal? {
    middle(of: numbers).map { low, high in
      if low == high { return low }
      let mean = DecimalArithmetic.sum(low, high).flatMap { DecimalArithmetic.quotient($0, 2) }
      // The sum of two numbers near the largest Decimal overflows.
      return mean ?? low / 2 + high / 2
    }
  }

  private static func middle<Number: Comparable>(of numbers: [Number]) -> (Number, Number)? {
    guard !numbers.isEmpty else { return nil }
    let sorted = numbers.sorted()
    return (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
  }

  /// The standard deviation of a sample, in two passes with exact sums (T. Chan, G. Golub, R.
  /// LeVeque, "Algorithms for Computing the Sample Variance", 1983); nil for fewer than two numbers
  /// and for infinite ones.
  public static func deviation(of numbers: [Double]) -> Double? {
    guard numbers.count > 1, let largest = numbers.map(\.magnitude).max(), largest.isFinite else {
      return nil
    }
    // Squares of very large or small numbers are out of range, so scale by a power of two.
    guard largest > 0, abs(largest.exponent) > 400 else { return plainDeviation(of: numbers) }
    let shift = Int(largest.exponent)
    let scaled = numbers.map { Double(sign: .plus, exponent: -shift, significand: $0) }
    return plainDeviation(of: scaled).map {
      Double(sign: .plus, exponent: shift, significand: $0)
    }
  }

  private static func plainDeviation(of numbers: [Double]) -> Double? {
    guard let total = sum(numbers) else { return nil }
    let mean = total / Double(numbers.count)
    guard let squares = sum(numbers.map { ($0 - mean) * ($0 - mean) }),
      let residue = sum(numbers.map { $0 - mean })
    else { return nil }
    // Corrects the rounding of the mean.
    let variance =
      (squares - residue * residue / Double(numbers.count))
      / Double(numbers.count - 1)
    return variance.isNaN ? nil : max(0, variance).squareRoot()
  }

  private static func sum(_ numbers: [Double]) -> Double? {
    var sum = ExactSum()
    for number in numbers { sum.add(number) }
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
