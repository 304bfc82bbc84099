extension TextCursor {
  /// The maximum length of a number.
  static let longestNumber = 32

  /// The texts of 00 to 99.
  private static let pairs: StaticString = """
    00010203040506070809101112131415161718192021222324252627282930313233343536373839\
    40414243444546474849505152535455565758596061626364656667686970717273747576777879\
    8081828384858687888990919293949596979899
    """

  @inline(__always)
  mutating func put(_ number: Int64) {
    if number < 0 { put(Byte.minus) }
    put(digitsOf: number.magnitude)
  }

  /// Writes a number less than 100 with two digits.
  @inline(__always)
  mutating func put(pair number: UInt64) {
    Self.store(number, at: end)
    end += 2
  }

  /// Writes all digits of `number`.
  @inline(__always)
  mutating func put(digitsOf number: UInt64) {
    if number < Self.eightDigitsBound {
      put(fewDigitsOf: number)
    } else {
      put(manyDigitsOf: number)
    }
  }

  /// Writes a number less than 1,000,000 with six digits.
  @inline(__always)
  mutating func put(sixDigitsOf number: UInt64) {
    put(word: (Self.digits(number) | Self.zeros) >> 16, count: 6)
  }

  /// Writes a number of at most eight digits.
  @inline(__always)
  private mutating func put(fewDigitsOf number: UInt64) {
    let digits = Self.digits(number)
    // The last digit is always written.
    let unwritten = (digits | 1 << 56).trailingZeroBitCount & ~7
    put(word: (digits | Self.zeros) &>> UInt64(unwritten), count: 8 &- unwritten >> 3)
  }

  /// Writes a number of more than eight digits.
  @inline(never)
  private mutating func put(manyDigitsOf number: UInt64) {
    put(digitsOf: number / Self.eightDigitsBound)
    put(word: Self.digits(number % Self.eightDigitsBound) | Self.zeros, count: 8)
  }

  private static var eightDigitsBound: UInt64 { 100_000_000 }
  private static var zeros: UInt64 { 0x3030_3030_3030_3030 }

  /// The eight digits of a number, one per byte, the first lowest.
  ///
  /// Multiplying by a rounded reciprocal and shifting divides all parts of a word at once: numbers
  /// below 10,000 by 100, numbers below 100 by 10.
  @inline(__always)
  private static func digits(_ number: UInt64) -> UInt64 {
    let high = number / 10_000
    let halves = high | (number &- high &* 10_000) << 32
    let hundreds = (halves &* 10_486) >> 20 & 0x0000_007F_0000_007F
    let pairs = hundreds | (halves &- hundreds &* 100) << 16
    let tens = (pairs &* 103) >> 10 & 0x000F_000F_000F_000F
    return tens | (pairs &- tens &* 10) << 8
  }

  /// Writes the shortest text for a finite number that reads back as the same number, always with a
  /// point or an exponent.
  ///
  /// If hundredths or millionths with up to 15 digits give the number back, they are its shortest
  /// decimals: no other number is as close to so few digits.
  @inline(__always)
  mutating func put(_ number: Double) {
    let hundredths = number.magnitude * 100 + 0.5
    if hundredths < 1e15 {
      let whole = Int64(hundredths)
      if Double(whole) / 100 == number.magnitude {
        if number.sign == .minus { put(Byte.minus) }
        let digits = whole.magnitude
        put(digitsOf: digits / 100)
        let pair = UInt64(Self.pair(digits % 100))
        put(word: UInt64(Byte.point) | pair << 8, count: digits % 10 == 0 ? 2 : 3)
        return
      }
    }
    if !putMillionths(number) { put(description: number) }
  }

  /// Writes `number` if it is a whole number of millionths and needs no exponent.
  private mutating func putMillionths(_ number: Double) -> Bool {
    let millionths = number.magnitude * 1e6 + 0.5
    guard number.magnitude >= 1e-4, millionths < 1e15 else { return false }
    let digits = UInt64(millionths)
    guard Double(digits) / 1e6 == number.magnitude else { return false }
    if number.sign == .minus { put(Byte.minus) }
    put(digitsOf: digits / 1_000_000)
    put(Byte.point)
    put(sixDigitsOf: digits % 1_000_000)
    while end[-1] == Byte.zero { end -= 1 }
    return true
  }

  /// Writes any number, infinities as `inf` and `-inf`.
  @inline(__always)
  mutating func putPlain(_ number: Double) {
    if number.isFinite { put(number) } else { put(description: number) }
  }

  /// Writes Swift's description of `number`, including `inf` and `nan`.
  @inline(never)
  mutating func put(description number: Double) {
    var text = number.description
    text.withUTF8 { bytes in
      for byte in bytes { put(byte) }
    }
  }

  @inline(__always)
  private static func store(_ number: UInt64, at place: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(place).storeBytes(of: pair(number).littleEndian, as: UInt16.self)
  }

  /// The two digits of a number less than 100, the first lowest.
  @inline(__always)
  private static func pair(_ number: UInt64) -> UInt16 {
    UnsafeRawPointer(pairs.utf8Start).loadUnaligned(
      fromByteOffset: Int(truncatingIfNeeded: number) &* 2,
      as: UInt16.self
    ).littleEndian
  }
}
