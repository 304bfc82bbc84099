import Foundation

/// Decimal operations that Foundation traps on or computes inexactly.
enum DecimalArithmetic {
  /// The product, rounded; nil if it is too large.
  ///
  /// Foundation traps if the exponent becomes too small, even if rounding would correct it.
  static func product(_ left: Decimal, _ right: Decimal) -> Decimal? {
    guard let a = digits(of: left), let b = digits(of: right) else { return nil }
    let exponent = left.exponent + right.exponent
    let isNegative = left.isSignMinus != right.isSignMinus
    let product = WideNumber(productOf: a, b)
    var lost = max(0, minExponent - exponent, count(a) + count(b) - 1 - maxDigits)
    while lost <= 2 * maxDigits {
      if let digits = product.divided(byPowerOfTen: lost), digits < limit {
        return fitted(digits, exponent: exponent + lost, isNegative: isNegative)
      }
      lost += 1
    }
    return 0
  }

  /// The quotient, rounded to 38 digits; nil if out of range. `divisor` is not zero.
  ///
  /// Foundation loses digits if the divisor has many.
  static func quotient(_ dividend: Decimal, _ divisor: Decimal) -> Decimal? {
    guard let a = digits(of: dividend), let b = digits(of: divisor), b != 0 else { return nil }
    if a == 0 { return 0 }
    let isNegative = dividend.isSignMinus != divisor.isSignMinus
    // The factors give 38 or 39 digits; if that is too many, try one less.
    let (first, second) = (max(0, maxDigits - count(a)), min(count(b), maxDigits))
    let quotient = [second, second - 1].lazy.compactMap { power in
      WideNumber(productOf: a * powerOfTen(first), powerOfTen(power)).divided(by: b)
        .map { (whole: $0.whole, isUp: $0.isUp, places: first + power) }
    }.first
    guard let quotient else { return nil }
    var exponent = dividend.exponent - divisor.exponent - quotient.places
    var digits = quotient.whole
    if digits >= limit {
      digits = (digits + 5) / 10
      exponent += 1
    } else if quotient.isUp {
      digits += 1
    }
    return fitted(digits, exponent: exponent, isNegative: isNegative)
  }

  /// The number rounded to a multiple of a power of ten, half away from zero; nil if out of range.
  static func rounded(_ number: Decimal, toPowerOfTen power: Int) -> Decimal? {
    let lost = power - number.exponent
    guard lost > 0 else { return number }
    guard let all = digits(of: number) else { return nil }
    guard lost <= count(all) else { return 0 }
    let digits = WideNumber(productOf: all, 1).divided(byPowerOfTen: lost) ?? 0
    return fitted(digits, exponent: power, isNegative: number.isSignMinus)
  }

  /// The square root of a positive number to about nineteen digits; exact if it has no more.
  static func approximateRoot(_ number: Decimal) -> Decimal? {
    guard var digits = digits(of: number) else { return nil }
    var exponent = number.exponent
    if exponent % 2 != 0 {
      let canGrow = digits < limit / 10
      digits = canGrow ? digits * 10 : digits / 10
      exponent += canGrow ? -1 : 1
    }
    while digits < limit / 100 {
      digits *= 100
      exponent -= 2
    }
    return make(root(of: digits), exponent: exponent / 2, isNegative: false)
  }

  /// The integer square root, rounded down.
  private static func root(of square: UInt128) -> UInt128 {
    var root = UInt128(Double(square).squareRoot())
    for _ in 0..<4 where root != 0 { root = (root + square / root) / 2 }
    while root.multipliedReportingOverflow(by: root).overflow || root * root > square { root -= 1 }
    return root
  }

  /// The remainder, with the sign of `dividend`.
  ///
  /// It is exact; nil if a common power of ten needs too many digits.
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

  static let minExponent = -128
  static let greatestExponent = 127
  /// The number of digits that a Decimal always represents exactly.
  static let maxDigits = 38
  /// The smallest number with more digits.
  static let limit = powerOfTen(maxDigits)

  static func powerOfTen(_ exponent: Int) -> UInt128 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  static func digits(of number: Decimal) -> UInt128? {
    UInt128(number.significand.magnitude.description)
  }

  /// The number of decimal digits.
  static func count(_ digits: UInt128) -> Int {
    var (rest, count) = (digits, 0)
    while rest != 0 { (rest, count) = (rest / 10, count + 1) }
    return count
  }

  /// `digits` times ten to the power `exponent`, rounded if it is too small; nil if out of range.
  static func fitted(_ digits: UInt128, exponent: Int, isNegative: Bool) -> Decimal? {
    var (digits, exponent) = (digits, exponent)
    if digits == 0 { return 0 }
    if exponent < minExponent {
      let lost = min(minExponent - exponent, maxDigits + 1)
      digits = WideNumber(productOf: digits, 1).divided(byPowerOfTen: lost) ?? 0
      if digits == 0 { return 0 }
      exponent = minExponent
    }
    // Foundation moves trailing zeros to the exponent, even if that overflows.
    while digits % 10 == 0 {
      digits /= 10
      exponent += 1
    }
    guard exponent <= greatestExponent else { return nil }
    return make(digits, exponent: exponent, isNegative: isNegative)
  }

  private static func make(_ digits: UInt128, exponent: Int, isNegative: Bool) -> Decimal? {
    Decimal(string: String(digits)).map {
      Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: $0)
    }
  }

  /// The magnitude as a multiple of ten to the power `exponent`; nil if it exceeds 128 bits.
  private static func multiple(_ number: Decimal, of exponent: Int) -> UInt128? {
    guard var digits = digits(of: number) else { return nil }
    for _ in exponent..<number.exponent {
      let (shifted, overflow) = digits.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      digits = shifted
    }
    return digits
  }
}
