/// An unsigned 256-bit integer.
struct WideNumber {
  private let high: UInt128
  private let low: UInt128

  /// The exact product.
  init(productOf left: UInt128, _ right: UInt128) {
    (high, low) = left.multipliedFullWidth(by: right)
  }

  private init(high: UInt128, low: UInt128) {
    self.high = high
    self.low = low
  }

  /// The quotient by a power of ten, rounded half away from zero; nil if it exceeds 128 bits.
  func divided(byPowerOfTen power: Int) -> UInt128? {
    // The last dropped digit decides the rounding.
    var rest = self
    var lastDigit: UInt128 = 0
    for _ in 0..<power { (rest, lastDigit) = rest.dividedByTen() }
    guard rest.high == 0 else { return nil }
    return lastDigit >= 5 ? rest.low + 1 : rest.low
  }

  /// The quotient, and whether the remainder is at least half of the divisor; nil if it exceeds 128
  /// bits.
  func divided(by divisor: UInt128) -> (whole: UInt128, isUp: Bool)? {
    guard high < divisor else { return nil }
    let (whole, rest) = divisor.dividingFullWidth((high, low))
    return (whole, rest >= divisor - rest)
  }

  func adding(_ other: UInt128) -> WideNumber {
    let (sum, overflow) = low.addingReportingOverflow(other)
    return WideNumber(high: overflow ? high + 1 : high, low: sum)
  }

  /// The absolute difference and whether it is negative.
  func subtracting(_ other: UInt128) -> (WideNumber, isNegative: Bool) {
    if high == 0, low < other { return (WideNumber(high: 0, low: other - low), true) }
    let (difference, overflow) = low.subtractingReportingOverflow(other)
    return (WideNumber(high: overflow ? high - 1 : high, low: difference), false)
  }

  /// The number of decimal digits.
  var digitCount: Int {
    var (rest, count) = (self, 0)
    while rest.high != 0 || rest.low != 0 { (rest, count) = (rest.dividedByTen().0, count + 1) }
    return count
  }

  private func dividedByTen() -> (WideNumber, UInt128) {
    let (first, carried) = high.quotientAndRemainder(dividingBy: 10)
    let (second, last) = UInt128(10).dividingFullWidth((carried, low))
    return (WideNumber(high: first, low: second), last)
  }
}
