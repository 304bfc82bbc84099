import Foundation

/// Operations of Decimals that Foundation stops the process for or answers inexactly.
enum DecimalArithmetic {
  /// The product, rounded to what a Decimal holds.
  ///
  /// Foundation traps where the exponent becomes too small, also where rounding would bring it back.
  static func product(_ left: Decimal, _ right: Decimal) -> Decimal? {
    let exponent = left.exponent + right.exponent
    if exponent >= leastExponent { return left * right }
    guard let a = digits(of: left), let b = digits(of: right) else { return nil }
    let isNegative = left.isSignMinus != right.isSignMinus
    var lost = leastExponent - exponent
    while lost <= 2 * mostDigits {
      let product = WideProduct(a, b).divided(byPowerOfTen: lost)
      if let product, product < limit {
        return make(product, exponent: exponent + lost, isNegative: isNegative)
      }
      lost += 1
    }
    return 0
  }

  /// The number rounded to a multiple of a power of ten, half away from zero; nil where that is
  /// beyond a Decimal.
  static func rounded(_ number: Decimal, toPowerOfTen power: Int) -> Decimal? {
    let lost = power - number.exponent
    guard lost > 0 else { return number }
    guard let all = digits(of: number) else { return nil }
    guard lost <= mostDigits, var digits = WideProduct(all, 1).divided(byPowerOfTen: lost) else {
      return 0
    }
    var exponent = power
    while exponent > greatestExponent, digits != 0 {
      if digits >= limit / 10 { return nil }
      digits *= 10
      exponent -= 1
    }
    return make(digits, exponent: exponent, isNegative: number.isSignMinus)
  }

  /// The square root of a positive number, to about nineteen digits; exact if it has so few.
  static func roughRoot(_ number: Decimal) -> Decimal? {
    guard var digits = digits(of: number) else { return nil }
    var exponent = number.exponent
    if exponent % 2 != 0 {
      let hasRoom = digits < limit / 10
      digits = hasRoom ? digits * 10 : digits / 10
      exponent += hasRoom ? -1 : 1
    }
    while digits < limit / 100 {
      digits *= 100
      exponent -= 2
    }
    return make(root(of: digits), exponent: exponent / 2, isNegative: false)
  }

  /// The greatest number whose square is not greater.
  private static func root(of square: UInt128) -> UInt128 {
    var root = UInt128(Double(square).squareRoot())
    for _ in 0..<4 where root != 0 { root = (root + square / root) / 2 }
    while root.multipliedReportingOverflow(by: root).overflow || root * root > square { root -= 1 }
    return root
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
  private static let greatestExponent = 127
  /// As many digits as every Decimal of them can be held exactly.
  private static let mostDigits = 38
  /// The least number of more digits.
  private static let limit = powerOfTen(mostDigits)

  private static func powerOfTen(_ exponent: Int) -> UInt128 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  private static func digits(of number: Decimal) -> UInt128? {
    UInt128(number.significand.magnitude.description)
  }

  private static func make(_ digits: UInt128, exponent: Int, isNegative: Bool) -> Decimal? {
    Decimal(string: String(digits)).map {
      Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: $0)
    }
  }

  /// How many times ten to the power `exponent` the magnitude is; nil where 128 bits do not hold it.
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

/// The exact product of two numbers, in 256 bits.
private struct WideProduct {
  private let high: UInt128
  private let low: UInt128

  init(_ left: UInt128, _ right: UInt128) {
    (high, low) = left.multipliedFullWidth(by: right)
  }

  private init(high: UInt128, low: UInt128) {
    self.high = high
    self.low = low
  }

  /// The quotient by a power of ten, half away from zero; nil where 128 bits do not hold it.
  func divided(byPowerOfTen power: Int) -> UInt128? {
    // Dropping digits one by one, the last one dropped decides.
    var rest = self
    var lastDigit: UInt128 = 0
    for _ in 0..<power { (rest, lastDigit) = rest.dividedByTen() }
    guard rest.high == 0 else { return nil }
    return lastDigit >= 5 ? rest.low + 1 : rest.low
  }

  private func dividedByTen() -> (WideProduct, UInt128) {
    let (first, carried) = high.quotientAndRemainder(dividingBy: 10)
    let (second, last) = UInt128(10).dividingFullWidth((carried, low))
    return (WideProduct(high: first, low: second), last)
  }
}
