/// Bytes with a meaning in the formats.
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
  static let tilde = UInt8(ascii: "~")
}

/// Eight bytes as a word; the first byte is the lowest.
///
/// Masks have the highest bit of each byte found. Unless they are exact, only their lowest
/// bit is reliable, since subtractions borrow.
enum ByteWord {
  static let lowBits: UInt64 = 0x0101_0101_0101_0101
  static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Loads eight readable bytes at `pointer`.
  @inline(__always)
  static func load(_ pointer: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
  }

  /// Loads `count` bytes at `pointer`, at most 8, and pads them with zeros.
  @inline(__always)
  static func load(_ pointer: UnsafePointer<UInt8>, count: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<count { word |= UInt64(pointer[index]) << UInt64(8 * index) }
    return word
  }

  @inline(__always)
  static func repeating(_ byte: UInt8) -> UInt64 { UInt64(byte) &* lowBits }

  /// The zero bytes of `word`.
  @inline(__always)
  static func zeros(in word: UInt64) -> UInt64 {
    (word &- lowBits) & ~word & highBits
  }

  /// The zero bytes of `word`, exact in every bit.
  @inline(__always)
  static func exactZeros(in word: UInt64) -> UInt64 {
    ~((word & ~highBits) &+ ~highBits | word | ~highBits)
  }

  /// The number of bytes in an exact mask.
  @inline(__always)
  static func count(_ mask: UInt64) -> Int {
    Int(truncatingIfNeeded: ((mask >> 7) &* lowBits) >> 56)
  }

  /// The bytes of `word` below `limit`, which is at most 128.
  @inline(__always)
  static func bytes(below limit: UInt8, in word: UInt64) -> UInt64 {
    (word &- repeating(limit)) & ~word & highBits
  }

  /// The index of the lowest byte in `mask`, which is not 0.
  @inline(__always)
  static func firstIndex(_ mask: UInt64) -> Int {
    mask.trailingZeroBitCount >> 3
  }

  /// The first offset of `byte` at or after `start`; `end` if there is none before it.
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
