import Foundation

/// Functions of Ints and Doubles. They return nil if the function is not defined, and throw if the
/// result is out of range.
public enum NumberFunctions {
  /// The result is out of range.
  public struct OutOfRange: Error {}

  /// The absolute value.
  public static func absolute(_ number: Int64) throws(OutOfRange) -> Int64 {
    guard number != .min else { throw OutOfRange() }
    return Swift.abs(number)
  }

  /// The number rounded to tens, hundreds and so on, half away from zero.
  public static func rounded(_ number: Int64, digits: Int64) throws(OutOfRange) -> Int64 {
    if digits >= 0 { return number }
    // Half of 10^20 is more than any Int, so 0 remains.
    if digits <= -20 { return 0 }
    var unit: UInt128 = 1
    for _ in 0..<(-digits) { unit *= 10 }
    let magnitude = (UInt128(number.magnitude) + unit / 2) / unit * unit
    let limit = number < 0 ? UInt128(Int64.min.magnitude) : UInt128(Int64.max)
    guard magnitude <= limit else { throw OutOfRange() }
    let bits = UInt64(truncatingIfNeeded: magnitude)
    return Int64(truncatingIfNeeded: number < 0 ? 0 &- bits : bits)
  }

  /// The power; a negative exponent gives the reciprocal, truncated.
  public static func power(_ base: Int64, _ exponent: Int64) throws(OutOfRange) -> Int64? {
    if exponent < 0 {
      switch base {
      case 0: return nil
      case 1: return 1
      case -1: return exponent % 2 == 0 ? 1 : -1
      default: return 0
      }
    }
    return try product(base, times: exponent)
  }

  /// Exponentiation by squaring; avoids computing a square that is not needed.
  private static func product(_ base: Int64, times exponent: Int64) throws(OutOfRange) -> Int64 {
    var (result, square, rest) = (Int64(1), base, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result = try multiplied(result, square) }
      rest >>= 1
      if rest > 0 { square = try multiplied(square, square) }
    }
    return result
  }

  private static func multiplied(_ left: Int64, _ right: Int64) throws(OutOfRange) -> Int64 {
    let (product, overflow) = left.multipliedReportingOverflow(by: right)
    if overflow { throw OutOfRange() }
    return product
  }

  /// The square root; nil for a negative number.
  public static func squareRoot(_ number: Double) -> Double? {
    number < 0 ? nil : number.squareRoot()
  }

  /// The power; nil for zero with a negative exponent, and for a negative number with a fractional
  /// one.
  public static func power(_ base: Double, _ exponent: Double) -> Double? {
    if base == 0, exponent < 0 { return nil }
    let result = pow(base, exponent)
    return result.isNaN ? nil : result
  }
}
