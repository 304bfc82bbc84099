extension TextCursor {
  /// The most bytes that a number takes.
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

  /// Writes `number`, which is less than 100, with two digits.
  @inline(__always)
  mutating func put(pair number: UInt64) {
    Self.store(number, at: end)
    end += 2
  }

  /// Writes `number` with at least `width` digits.
  @inline(__always)
  mutating func put(digitsOf number: UInt64, width: Int = 1) {
    let length = max(width, Self.digitCount(number))
    var rest = number
    var place = end + length
    while rest >= 100 {
      place -= 2
      Self.store(rest % 100, at: place)
      rest /= 100
    }
    if rest >= 10 {
      place -= 2
      Self.store(rest, at: place)
    } else {
      place -= 1
      place[0] = Byte.zero &+ UInt8(truncatingIfNeeded: rest)
    }
    while place > end {
      place -= 1
      place[0] = Byte.zero
    }
    end += length
  }

  /// Writes the shortest text that reads back as `number`, which is finite, always with a point or an
  /// exponent.
  ///
  /// If hundredths or millionths with up to 15 digits give the number back, they are its shortest
  /// decimals: no other number lies as near to so few digits.
  @inline(__always)
  mutating func put(_ number: Double) {
    let hundredths = number.magnitude * 100 + 0.5
    if hundredths < 1e15 {
      let digits = UInt64(hundredths)
      if Double(digits) / 100 == number.magnitude {
        if number.sign == .minus { put(Byte.minus) }
        put(digitsOf: digits / 100)
        put(Byte.point)
        put(pair: digits % 100)
        if end[-1] == Byte.zero { end -= 1 }
        return
      }
    }
    if !putMillionths(number) { put(description: number) }
  }

  /// Writes `number` if it is a whole number of millionths, and large enough for no exponent.
  private mutating func putMillionths(_ number: Double) -> Bool {
    let millionths = number.magnitude * 1e6 + 0.5
    guard number.magnitude >= 1e-4, millionths < 1e15 else { return false }
    let digits = UInt64(millionths)
    guard Double(digits) / 1e6 == number.magnitude else { return false }
    if number.sign == .minus { put(Byte.minus) }
    put(digitsOf: digits / 1_000_000)
    put(Byte.point)
    put(digitsOf: digits % 1_000_000, width: 6)
    while end[-1] == Byte.zero { end -= 1 }
    return true
  }

  /// Writes any number, infinities as `inf` and `-inf`.
  @inline(__always)
  mutating func putPlain(_ number: Double) {
    if number.isFinite { put(number) } else { put(description: number) }
  }

  /// Writes what Swift calls `number`, `inf` and `nan` too.
  @inline(never)
  mutating func put(description number: Double) {
    var text = number.description
    text.withUTF8 { bytes in
      for byte in bytes { put(byte) }
    }
  }

  @inline(__always)
  private static func store(_ number: UInt64, at place: UnsafeMutablePointer<UInt8>) {
    let pair = UnsafeRawPointer(pairs.utf8Start).loadUnaligned(
      fromByteOffset: Int(truncatingIfNeeded: number) &* 2,
      as: UInt16.self
    )
    UnsafeMutableRawPointer(place).storeBytes(of: pair, as: UInt16.self)
  }

  @inline(__always)
  private static func digitCount(_ number: UInt64) -> Int {
    if number < 10 { return 1 }
    if number < 100 { return 2 }
    var count = 3
    var bound: UInt64 = 1_000
    while number >= bound {
      count += 1
      if count == 20 { break }
      bound *= 10
    }
    return count
  }
}
