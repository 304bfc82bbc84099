/// The bytes that the formats give a meaning.
enum Byte {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let tab = UInt8(ascii: "\t")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let point = UInt8(ascii: ".")
  static let colon = UInt8(ascii: ":")
  static let comma = UInt8(ascii: ",")
  static let zero = UInt8(ascii: "0")
}

/// Eight bytes at a time: the first byte of the text is the lowest of the word.
///
/// The masks have the highest bit of each byte that was found. Where they are not called exact, only
/// their lowest such bit is right; bits above it may be wrong, because a subtraction borrows.
enum ByteWord {
  static let lowBits: UInt64 = 0x0101_0101_0101_0101
  static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The eight bytes from `pointer` on, all of which are readable.
  @inline(__always)
  static func load(_ pointer: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
  }

  /// The first `count` bytes from `pointer` on, 0 to 8 of them, and zeros above.
  @inline(__always)
  static func load(_ pointer: UnsafePointer<UInt8>, count: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<count { word |= UInt64(pointer[index]) << UInt64(8 * index) }
    return word
  }

  @inline(__always)
  static func repeating(_ byte: UInt8) -> UInt64 { UInt64(byte) &* lowBits }

  /// Where `word` has a zero byte.
  @inline(__always)
  static func zeros(in word: UInt64) -> UInt64 {
    (word &- lowBits) & ~word & highBits
  }

  /// Where `word` has a zero byte, exact in every bit.
  @inline(__always)
  static func exactZeros(in word: UInt64) -> UInt64 {
    ~((word & ~highBits) &+ ~highBits | word | ~highBits)
  }

  /// The number of bytes that the bits of an exact mask stand for.
  @inline(__always)
  static func count(_ mask: UInt64) -> Int {
    Int(truncatingIfNeeded: ((mask >> 7) &* lowBits) >> 56)
  }

  /// Where `word` has a byte below `limit`, which is at most 128.
  @inline(__always)
  static func bytes(below limit: UInt8, in word: UInt64) -> UInt64 {
    (word &- repeating(limit)) & ~word & highBits
  }

  /// The index of the byte that the lowest bit of `mask` stands for; `mask` is not 0.
  @inline(__always)
  static func firstIndex(_ mask: UInt64) -> Int {
    mask.trailingZeroBitCount >> 3
  }

  /// The first offset from `start` on at which `byte` stands; `end` if it stands nowhere before.
  @inline(__always)
  static func offset(
    of byte: UInt8,
    in bytes: UnsafePointer<UInt8>,
    from start: Int,
    to end: Int
  ) -> Int {
    var position = start
    let pattern = repeating(byte)
    while position + 8 <= end {
      let mask = zeros(in: load(bytes + position) ^ pattern)
      if mask != 0 { return position + firstIndex(mask) }
      position += 8
    }
    while position < end, bytes[position] != byte { position += 1 }
    return min(position, end)
  }
}
