/// Numbers in files: `12`, `-0.5`, `1e6`; never `007`, `+5`, `5.`, `inf`, `nan`.
///
/// A text is a number only if storing it loses no digits, apart from digits of a fraction or
/// exponent that a Double rounds.
enum NumberText {
  /// The value of an integer without leading zeros or a plus sign; nil if it does not fit in an
  /// Int. `-0` is not an Int, which would lose its sign.
  @inline(__always)
  static func int(_ text: FieldText) -> Int64? {
    if text.count <= 8, text.count > 0, text.start + 8 <= text.limit,
      text[0] &- UInt8(ascii: "1") < 9
    {
      return digits(ByteWord.load(text.start) ^ zeros, count: text.count)
    }
    return anyInt(text)
  }

  @inline(never)
  private static func anyInt(_ text: FieldText) -> Int64? {
    let isNegative = text.count > 0 && text[0] == Byte.minus
    let digits = isNegative ? text.dropping(1) : text
    guard digits.count > 0 else { return nil }
    if digits[0] == Byte.zero {
      return digits.count == 1 && !isNegative ? 0 : nil
    }
    if digits.count <= 8 {
      let value = self.digits(digits.firstWord ^ zeros, count: digits.count)
      return isNegative ? value.map { -$0 } : value
    }
    return longInt(digits, isNegative: isNegative)
  }

  /// The value as a Double. Integers must be exact.
  @inline(__always)
  static func double(_ text: FieldText) -> Double? {
    shortDecimal(text) ?? anyDouble(text)
  }

  private static func anyDouble(_ text: FieldText) -> Double? {
    guard let parts = DecimalParts(text) else { return nil }
    if parts.isInteger { return exactInteger(parts, text) }
    if let value = parts.exactQuotient { return value }
    guard let value = Double(text.string), value.isFinite else { return nil }
    return value
  }

  /// The value of a number with up to seven digits and a point, with the digits joined; nil for
  /// other texts.
  @inline(__always)
  private static func shortDecimal(_ text: FieldText) -> Double? {
    let isNegative = text.count > 0 && text[0] == Byte.minus
    let decimal = isNegative ? text.dropping(1) : text
    guard decimal.count >= 3, decimal.count <= 8, decimal.start + 8 <= decimal.limit else {
      return nil
    }
    let word = ByteWord.load(decimal.start) ^ zeros
    let points = ByteWord.zeros(in: word ^ ByteWord.repeating(Byte.point ^ Byte.zero))
    // The mask has the highest bit of the point's byte.
    let below = UInt64(truncatingIfNeeded: points.trailingZeroBitCount &- 7)
    let fraction = decimal.count &- 1 &- Int(truncatingIfNeeded: below >> 3)
    guard points != 0, below > 0, fraction > 0, below == 8 || decimal[0] != Byte.zero else {
      return nil
    }
    let whole = word & (1 &<< below &- 1)
    let joined = whole | (word &>> (below &+ 8)) &<< below
    // A second point is not a digit.
    guard let digits = digits(joined, count: decimal.count &- 1) else { return nil }
    let value = Double(digits) / DecimalParts.powersOfTen[fraction]
    return isNegative ? -value : value
  }

  /// XOR with these bits turns digits into their values.
  private static let zeros: UInt64 = 0x3030_3030_3030_3030

  /// The number in the first one to eight bytes of a word, which are values of digits: checks all
  /// at once, then joins pairs, fours and the whole.
  @inline(__always)
  private static func digits(_ word: UInt64, count: Int) -> Int64? {
    // Shifts in zeros before the first digit.
    var digits = word &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count)
    let tooGreat = digits | (digits &+ 0x7676_7676_7676_7676)
    guard tooGreat & ByteWord.highBits == 0 else { return nil }
    digits = (digits &* 10) &+ (digits >> 8)
    let low = (digits & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
    let high = ((digits >> 16) & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
    return Int64((low &+ high) >> 32)
  }

  private static func longInt(_ digits: FieldText, isNegative: Bool) -> Int64? {
    guard digits.count <= 19 else { return nil }
    var value: UInt64 = 0
    for index in 0..<digits.count {
      let digit = digits[index] &- Byte.zero
      guard digit < 10 else { return nil }
      value = value &* 10 &+ UInt64(digit)
    }
    if isNegative { return value <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- value) : nil }
    return Int64(exactly: value)
  }

  private static func exactInteger(_ parts: DecimalParts, _ text: FieldText) -> Double? {
    if parts.digitCount <= 15 {
      return parts.isNegative ? -Double(parts.mantissa) : Double(parts.mantissa)
    }
    guard let value = int(text), Int64(exactly: Double(value)) == value else { return nil }
    return Double(value)
  }
}

/// The parts of a decimal number: `-12.5e3` has the mantissa 125, the scale 1 and the exponent 3.
struct DecimalParts {
  var isNegative = false
  /// All digits as one number, correct for up to 19 of them.
  var mantissa: UInt64 = 0
  /// The number of digits of the mantissa, without leading zeros.
  var digitCount = 0
  /// The number of digits after the point.
  var scale = 0
  var exponent = 0
  /// Whether there is neither a point nor an exponent.
  var isInteger = true

  /// Parses `text`; nil if it is not a number.
  @inline(__always)
  init?(_ text: FieldText) {
    var index = 0
    if text.count > 0, text[0] == Byte.minus {
      isNegative = true
      index = 1
    }
    let firstDigit = index
    readDigits(text, &index)
    let wholeDigits = index - firstDigit
    if wholeDigits > 1, text[firstDigit] == Byte.zero { return nil }
    if index < text.count, text[index] == Byte.point {
      isInteger = false
      index += 1
      let start = index
      readDigits(text, &index)
      scale = index - start
      if scale == 0 { return nil }
    } else if wholeDigits == 0 {
      return nil
    }
    if index < text.count, !readExponent(text, &index) { return nil }
  }

  /// The value if a single division or multiplication by a power of ten is exactly rounded.
  @inline(__always)
  var exactQuotient: Double? {
    let power = exponent - scale
    guard digitCount <= 15, power >= -22, power <= 22 else { return nil }
    let value = isNegative ? -Double(mantissa) : Double(mantissa)
    return power < 0 ? value / Self.powersOfTen[-power] : value * Self.powersOfTen[power]
  }

  /// The powers of ten that a Double holds exactly.
  static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  @inline(__always)
  private mutating func readDigits(_ text: FieldText, _ index: inout Int) {
    while index < text.count {
      let digit = text[index] &- Byte.zero
      guard digit < 10 else { return }
      mantissa = mantissa &* 10 &+ UInt64(digit)
      if mantissa != 0 || digitCount > 0 { digitCount += 1 }
      index += 1
    }
  }

  /// Reads `e-7` up to the end of the text. Returns false for anything else.
  private mutating func readExponent(_ text: FieldText, _ index: inout Int) -> Bool {
    guard text[index] | 0x20 == UInt8(ascii: "e") else { return false }
    isInteger = false
    index += 1
    var isExponentNegative = false
    if index < text.count, text[index] == Byte.minus || text[index] == Byte.plus {
      isExponentNegative = text[index] == Byte.minus
      index += 1
    }
    guard index < text.count else { return false }
    while index < text.count {
      let digit = text[index] &- Byte.zero
      guard digit < 10 else { return false }
      exponent = min(exponent * 10 + Int(digit), 100_000)
      index += 1
    }
    if isExponentNegative { exponent.negate() }
    return true
  }
}
