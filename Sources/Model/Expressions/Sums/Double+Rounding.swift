extension Double {
  /// `significant` times 2 to the power of `place`, rounded to nearest, ties to even; infinite if
  /// out of range.
  init(rounding significant: UInt128, place: Int) {
    let length = 128 - significant.leadingZeroBitCount
    // Subnormal numbers have fewer bits.
    let dropped = Swift.max(length - 53, -1074 - place, 0)
    guard dropped > 0 else {
      self.init(sign: .plus, exponent: place, significand: Double(UInt64(significant)))
      return
    }
    guard dropped <= length else {
      self = 0
      return
    }
    let top = UInt64(significant >> UInt128(dropped))
    let rest = significant & ((1 << UInt128(dropped)) &- 1)
    let half: UInt128 = 1 << UInt128(dropped - 1)
    let isUp = rest > half || (rest == half && top & 1 == 1)
    self.init(
      sign: .plus,
      exponent: place + dropped,
      significand: Double(isUp ? top + 1 : top)
    )
  }

  /// The quotient of two integers, rounded once.
  init(rounding dividend: Int128, dividedBy divisor: Int64) {
    let magnitude = dividend.magnitude
    let shift = magnitude == 0 ? 0 : magnitude.leadingZeroBitCount
    // At least 65 bits; the last one is set if anything below is not zero.
    let (quotient, rest) = (magnitude << UInt128(shift))
      .quotientAndRemainder(dividingBy: UInt128(divisor.magnitude))
    self.init(rounding: rest == 0 ? quotient : quotient | 1, place: -shift)
    if (dividend < 0) != (divisor < 0) { negate() }
  }
}
