/// An exact sum of any Doubles as one whole number of units of 2⁻¹⁰⁷⁴, the least Double.
///
/// U. Kulisch's long accumulator ("Computer Arithmetic and Validity", 2008, chapter 8): digits of 32
/// bits in words of 64, so that many additions pass before a digit has to be carried.
public struct WideSum: Sendable {
  /// The digits, the least first, each with a sign of its own; behind them what is not finite and how
  /// often was added. Empty while nothing was.
  private var words: [Int64] = []

  /// Doubles take 2,098 bits, as many of them as can be counted 63 more.
  private static let digitCount = 68
  private static let notFinite = digitCount
  private static let additions = digitCount + 1
  /// Each addition adds less than 2³² to a digit.
  private static let additionsBetweenCarries: Int64 = 1 << 30

  private static let infinite: Int64 = 1
  private static let negativeInfinite: Int64 = 2

  /// The sum of nothing.
  public init() {}

  /// Whether nothing was added.
  public var isEmpty: Bool { words.isEmpty }

  /// Whether all that was added is finite.
  var isFinite: Bool { words.isEmpty || words[Self.notFinite] == 0 }

  /// Adds a number, also one that is not finite.
  public mutating func add(_ value: Double) {
    begin()
    guard value.isFinite else {
      words[Self.notFinite] |=
        value.isNaN
        ? Self.infinite | Self.negativeInfinite
        : value > 0 ? Self.infinite : Self.negativeInfinite
      return
    }
    // A subnormal number has the unit of the least normal ones, and no leading one.
    let place = max(Int(value.exponentBitPattern), 1) - 1
    let leading: UInt64 = value.exponentBitPattern == 0 ? 0 : 1 << 52
    let wide = UInt128(value.significandBitPattern | leading) << UInt128(place % 32)
    for digit in 0..<3 {
      let part = Int64(truncatingIfNeeded: wide >> UInt128(32 * digit)) & 0xffff_ffff
      words[place / 32 + digit] += value.sign == .minus ? -part : part
    }
    countAddition()
  }

  /// Adds what a pair holds.
  public mutating func add(_ pair: PairSum) {
    add(pair.high)
    add(pair.low)
  }

  /// Adds all that was added to `other`.
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

  /// The sum times 2 to the power of `exponent`, rounded to nearest, ties to even; infinite where it is
  /// out of range, nil where it is no number (∞ − ∞).
  func rounded(scaledBy exponent: Int) -> Double? {
    if words.isEmpty { return 0 }
    switch words[Self.notFinite] {
    case 0: break
    case Self.infinite: return .infinity
    case Self.negativeInfinite: return -.infinity
    default: return nil
    }
    var sum = self
    sum.carry()
    // The greatest digit has the sign of all, as the others are less than their unit.
    let isNegative = sum.words[..<Self.digitCount].last { $0 != 0 }.map { $0 < 0 } ?? false
    if isNegative { sum.negate() }
    let magnitude = sum.magnitude(scaledBy: exponent)
    return isNegative ? -magnitude : magnitude
  }

  /// The value of digits that are carried and of which none is negative.
  private func magnitude(scaledBy exponent: Int) -> Double {
    guard let top = words[..<Self.digitCount].lastIndex(where: { $0 != 0 }) else { return 0 }
    var significant: UInt128 = 0
    for digit in max(0, top - 3)...top {
      significant |=
        UInt128(UInt64(bitPattern: words[digit])) << UInt128(32 * (digit - max(0, top - 3)))
    }
    // Bits further down only tell which side of the middle the sum is on: the last bit of more than
    // 96 stands for all of them.
    if top > 3, words[..<(top - 3)].contains(where: { $0 != 0 }) { significant |= 1 }
    let place = 32 * max(0, top - 3) - 1074 + exponent
    return Self.scaled(significant, place)
  }

  /// `significant` times 2 to the power of `place`, rounded once.
  private static func scaled(_ significant: UInt128, _ place: Int) -> Double {
    let length = 128 - significant.leadingZeroBitCount
    // Of a number that becomes a subnormal one, fewer bits are kept.
    let dropped = max(length - 53, -1074 - place, 0)
    guard dropped > 0 else {
      return Double(sign: .plus, exponent: place, significand: Double(UInt64(significant)))
    }
    guard dropped <= length else { return 0 }
    let kept = UInt64(significant >> UInt128(dropped))
    let rest = significant & ((1 << UInt128(dropped)) - 1)
    let half: UInt128 = 1 << UInt128(dropped - 1)
    let isUp = rest > half || (rest == half && kept & 1 == 1)
    return Double(
      sign: .plus,
      exponent: place + dropped,
      significand: Double(isUp ? kept + 1 : kept)
    )
  }

  private mutating func begin() {
    if words.isEmpty { words = Array(repeating: 0, count: Self.digitCount + 2) }
  }

  private mutating func countAddition() {
    words[Self.additions] += 1
    if words[Self.additions] >= Self.additionsBetweenCarries { carry() }
  }

  /// Makes every digit less than 2³² and, but for the greatest, none negative.
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
