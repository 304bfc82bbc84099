import Foundation

extension DecimalArithmetic {
  /// The sum, rounded to 38 digits; nil if out of range.
  ///
  /// Foundation loses digits if the exponents differ much.
  static func sum(_ left: Decimal, _ right: Decimal) -> Decimal? {
    let least = min(left.exponent, right.exponent)
    if least + maxDigits - 1 <= greatestExponent {
      let bound = Decimal(sign: .plus, exponent: least + maxDigits - 1, significand: 1)
      if left.magnitude < bound, right.magnitude < bound { return left + right }
    }
    guard let a = digits(of: left), let b = digits(of: right) else { return nil }
    if a == 0 { return right }
    if b == 0 { return left }
    let first = AlignedNumber(a, left.exponent, isNegative: left.isSignMinus)
    let second = AlignedNumber(b, right.exponent, isNegative: right.isSignMinus)
    let isOrdered = first.exponent >= second.exponent
    return isOrdered ? sum(first, below: second) : sum(second, below: first)
  }

  /// A number with 38 or 39 digits.
  private struct AlignedNumber {
    let digits: UInt128
    let exponent: Int
    let isNegative: Bool

    init(_ digits: UInt128, _ exponent: Int, isNegative: Bool) {
      let shift = max(0, maxDigits - count(digits))
      self.digits = digits * powerOfTen(shift)
      self.exponent = exponent - shift
      self.isNegative = isNegative
    }
  }

  /// The sum of two numbers; the second has the smaller exponent.
  private static func sum(_ high: AlignedNumber, below low: AlignedNumber) -> Decimal? {
    let distance = high.exponent - low.exponent
    // The smaller number is less than half of the last digit.
    if distance > maxDigits + 1 {
      return fitted(high.digits, exponent: high.exponent, isNegative: high.isNegative)
    }
    let shift = min(distance, maxDigits)
    var rest = low.digits
    var exponent = low.exponent
    if distance > shift {
      // Rounding must not see a tie where digits were lost.
      rest = rest / 10 + (rest % 10 != 0 && high.isNegative != low.isNegative ? 1 : 0)
      exponent += 1
    }
    let wide = WideNumber(productOf: high.digits, powerOfTen(shift))
    let isSame = high.isNegative == low.isNegative
    let (total, isOpposite) = isSame ? (wide.adding(rest), false) : wide.subtracting(rest)
    return fitted(total, exponent: exponent, isNegative: high.isNegative != isOpposite)
  }

  /// A wide number rounded to 38 digits.
  private static func fitted(_ wide: WideNumber, exponent: Int, isNegative: Bool) -> Decimal? {
    var lost = max(0, wide.digitCount - maxDigits)
    while true {
      if let digits = wide.divided(byPowerOfTen: lost), digits < limit {
        return fitted(digits, exponent: exponent + lost, isNegative: isNegative)
      }
      lost += 1
    }
  }
}
