import Foundation

/// Decimal functions; nil if the result is out of range.
enum DecimalFunctions {
  /// `.plain` rounds half away from zero.
  static func rounded(_ number: Decimal, _ mode: Decimal.RoundingMode = .plain) -> Decimal {
    rounded(number, places: 0, mode)
  }

  /// The number rounded to `digits` decimal places, half away from zero; a negative number rounds
  /// to tens, hundreds and so on.
  static func rounded(_ number: Decimal, digits: Int64) -> Decimal? {
    // No Decimal has more decimal places, or is half as large as 10^200.
    if digits >= 128 { return number }
    if digits >= 0 { return rounded(number, places: Int(digits), .plain) }
    return digits <= -200 ? 0 : DecimalArithmetic.rounded(number, toPowerOfTen: Int(-digits))
  }

  private static func rounded(
    _ number: Decimal,
    places: Int,
    _ mode: Decimal.RoundingMode
  ) -> Decimal {
    var number = number
    var result = Decimal()
    NSDecimalRound(&result, &number, places, mode)
    return result
  }

  /// The number raised to a power. Zero must not have a negative exponent.
  static func power(_ base: Decimal, _ exponent: Int64) -> Decimal? {
    let positive = product(base, times: exponent.magnitude)
    if exponent >= 0 { return positive }
    // The reciprocal of an overflow is 0; that of 0 overflows.
    guard let positive else { return 0 }
    return positive.isZero ? nil : DecimalArithmetic.quotient(1, positive)
  }

  private static func product(_ base: Decimal, times count: UInt64) -> Decimal? {
    var (result, square, rest): (Decimal, Decimal, UInt64) = (1, base, count)
    while rest > 0 {
      if rest & 1 == 1 {
        guard let next = checked(DecimalArithmetic.product(result, square)) else { return nil }
        result = next
      }
      rest >>= 1
      if rest == 0 { break }
      guard let next = checked(DecimalArithmetic.product(square, square)) else { return nil }
      square = next
    }
    return result
  }

  /// The square root of a nonnegative number to all digits of a Decimal.
  static func squareRoot(_ number: Decimal) -> Decimal? {
    if number.isZero { return 0 }
    guard var root = DecimalArithmetic.approximateRoot(number) else { return nil }
    // Each step of Newton's method doubles the correct digits and keeps an exact root.
    for _ in 0..<2 {
      guard let other = DecimalArithmetic.quotient(number, root),
        let mean = DecimalArithmetic.quotient(root + other, 2)
      else { return nil }
      root = mean
    }
    return root
  }

  private static func checked(_ number: Decimal?) -> Decimal? {
    guard let number, !number.isNaN else { return nil }
    return number
  }
}
