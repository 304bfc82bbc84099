/// An exact sum of any Doubles as an integer in units of 2⁻¹⁰⁷⁴, the smallest positive Double.
///
/// This is U. Kulisch's long accumulator ("Computer Arithmetic and Validity", 2008, chapter 8),
/// with 32-bit digits in 64-bit words, so that carries are rare.
public struct WideSum: Sendable {
  /// The digits, least significant first, each with its own sign; then the infinities and the
  /// number of additions. Empty until a number is added.
  private var words: [Int64] = []

  /// Doubles need 2,098 bits, and a sum up to 63 more.
  private static let digitCount = 68
  private static let notFinite = digitCount
  private static let additions = digitCount + 1
  /// Each addition adds less than 2³² to a digit.
  private static let additionsBetweenCarries: Int64 = 1 << 30

  private static let infinite: Int64 = 1
  private static let negativeInfinite: Int64 = 2

  /// Creates an empty sum.
  public init() {}

  /// Whether nothing was added.
  public var isEmpty: Bool { words.isEmpty }

  /// Whether all numbers are finite.
  var isFinite: Bool { words.isEmpty || words[Self.notFinite] == 0 }

  /// Adds a number, which can be infinite or NaN.
  public mutating func add(_ value: Double) {
    begin()
    guard value.isFinite else {
      words[Self.notFinite] |=
        value.isNaN
        ? Self.infinite | Self.negativeInfinite
        : value > 0 ? Self.infinite : Self.negativeInfinite
      return
    }
    // A subnormal number has the exponent of the least normal ones and no leading one.
    let place = max(Int(value.exponentBitPattern), 1) - 1
    let leading: UInt64 = value.exponentBitPattern == 0 ? 0 : 1 << 52
    let wide = UInt128(value.significandBitPattern | leading) << UInt128(place % 32)
    for digit in 0..<3 {
      let part = Int64(truncatingIfNeeded: wide >> UInt128(32 * digit)) & 0xffff_ffff
      words[place / 32 + digit] += value.sign == .minus ? -part : part
    }
    countAddition()
  }

  /// Adds a pair.
  public mutating func add(_ pair: PairSum) {
    add(pair.high)
    add(pair.low)
  }

  /// Adds another sum.
  public mutating func add(_ other: WideSum) {
    if other.isEmpty { return }
    begin()
    carry()
    var other = other
    other.carry()
    for digit in 0..<Self.digitCount { words[digit] += other.words[digit] }
    words[Self.notFinite] |= other.words[Self.notFinite]
    countAddition()
  }

  /// The sum, rounded to nearest, ties to even; infinite if out of range, nil if it is NaN (∞ − ∞).
  var rounded: Double? {
    isFinite ? result { Self.rounded($0, place: Self.minPlace, hasMore: false) } : infinity
  }

  /// The sum divided by the positive `count`, rounded once; nil if it is NaN.
  func mean(of count: Int64) -> Double? {
    guard isFinite else { return infinity }
    return result { digits in
      let (quotient, rest) = Self.quotient(digits, count.magnitude)
      let place = Self.minPlace - 32 * Self.extraDigits
      return Self.rounded(quotient, place: place, hasMore: rest != 0)
    }
  }

  /// The exponent of the last bit.
  private static let minPlace = -1074
  /// Extra digits of a quotient, so that it has at least 65 bits.
  private static let extraDigits = 4

  /// The sum if some numbers are not finite; nil if it is NaN.
  private var infinity: Double? {
    switch words[Self.notFinite] {
    case Self.infinite: .infinity
    case Self.negativeInfinite: -.infinity
    default: nil
    }
  }

  /// Applies `body` to the digits of the magnitude and restores the sign.
  private func result(_ body: ([Int64]) -> Double) -> Double {
    if words.isEmpty { return 0 }
    var sum = self
    sum.carry()
    // The most significant digit determines the sign.
    let isNegative = sum.words[..<Self.digitCount].last { $0 != 0 }.map { $0 < 0 } ?? false
    if isNegative { sum.negate() }
    let magnitude = body(Array(sum.words[..<Self.digitCount]))
    return isNegative ? -magnitude : magnitude
  }

  /// Divides digits by a number of at most 63 bits, with ``extraDigits`` extra digits.
  private static func quotient(
    _ digits: [Int64],
    _ divisor: UInt64
  ) -> (digits: [Int64], rest: UInt64) {
    var quotient = Array(repeating: Int64(0), count: extraDigits) + digits
    var rest: UInt64 = 0
    for place in quotient.indices.reversed() {
      let low = rest << 32 | UInt64(truncatingIfNeeded: quotient[place])
      // This is below 2³², since the remainder is less than the divisor.
      let divided = divisor.dividingFullWidth((high: rest >> 32, low: low))
      quotient[place] = Int64(truncatingIfNeeded: divided.quotient)
      rest = divided.remainder
    }
    return (quotient, rest)
  }

  /// The value of nonnegative digits; `hasMore` means that the exact value is slightly greater.
  private static func rounded(_ digits: [Int64], place: Int, hasMore: Bool) -> Double {
    guard let top = digits.lastIndex(where: { $0 != 0 }) else { return 0 }
    let least = max(0, top - 3)
    var significant: UInt128 = 0
    for digit in least...top {
      significant |= UInt128(UInt64(bitPattern: digits[digit])) << UInt128(32 * (digit - least))
    }
    // Lower bits matter only for ties, so the last of more than 64 bits represents them.
    if hasMore || digits[..<least].contains(where: { $0 != 0 }) { significant |= 1 }
    return Double(rounding: significant, place: place + 32 * least)
  }

  private mutating func begin() {
    if words.isEmpty { words = Array(repeating: 0, count: Self.digitCount + 2) }
  }

  private mutating func countAddition() {
    words[Self.additions] += 1
    if words[Self.additions] >= Self.additionsBetweenCarries { carry() }
  }

  /// Normalizes all digits to 0..<2³², except the most significant one.
  private mutating func carry() {
    words[Self.additions] = 0
    for digit in 0..<Self.digitCount - 1 {
      words[digit + 1] += words[digit] >> 32
      words[digit] &= 0xffff_ffff
    }
  }

  private mutating func negate() {
    for digit in 0..<Self.digitCount { words[digit] = -words[digit] }
    carry()
  }
}
