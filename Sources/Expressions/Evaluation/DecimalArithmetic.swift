import Foundation

/// Operations of Decimals that Foundation stops the process for or answers inexactly.
enum DecimalArithmetic {
  /// The product, rounded to what a Decimal holds; nil where its exponent is too small.
  ///
  /// Foundation traps on such an exponent, also where rounding would bring it back.
  static func product(_ left: Decimal, _ right: Decimal) -> Decimal? {
    left.exponent + right.exponent < leastExponent ? nil : left * right
  }

  /// What a whole number of `divisor`s leaves of `dividend`, with the sign of `dividend`.
  ///
  /// Both are taken as multiples of the same power of ten, so that it is exact; nil where one of
  /// them has too many digits for that.
  static func remainder(_ dividend: Decimal, _ divisor: Decimal) -> Decimal? {
    if dividend.magnitude < divisor.magnitude { return dividend }
    let exponent = min(dividend.exponent, divisor.exponent)
    guard let whole = multiple(dividend, of: exponent), let part = multiple(divisor, of: exponent),
      part != 0, let rest = Decimal(string: String(whole % part))
    else { return nil }
    return Decimal(
      sign: dividend.isSignMinus ? .minus : .plus,
      exponent: exponent,
      significand: rest
    )
  }

  private static let leastExponent = -128

  /// How many times ten to the power `exponent` the magnitude is; nil where 128 bits do not hold it.
  private static func multiple(_ number: Decimal, of exponent: Int) -> UInt128? {
    guard var digits = UInt128(number.significand.magnitude.description) else { return nil }
    for _ in exponent..<number.exponent {
      let (shifted, overflow) = digits.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      digits = shifted
    }
    return digits
  }
}
