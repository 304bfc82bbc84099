/// Finds what no string may hold: bytes that are not UTF-8, and NUL.
enum TextValidator {
  /// The first such place in `range` of `bytes`; nil if all is well.
  static func firstFault(
    in bytes: UnsafePointer<UInt8>,
    _ range: Range<Int>
  ) -> LocatedFact? {
    var index = range.lowerBound
    let end = range.upperBound
    while true {
      index = skipPlainASCII(bytes, index, end)
      guard index < end else { return nil }
      if bytes[index] == 0 { return LocatedFact(offset: index, fact: .nulCharacter) }
      let length = lengthOfSequence(bytes, index, end)
      if length == 0 { return LocatedFact(offset: index, fact: .invalidUTF8) }
      index += length
    }
  }

  /// The first index from `index` on whose byte is NUL or not ASCII.
  private static func skipPlainASCII(
    _ bytes: UnsafePointer<UInt8>,
    _ index: Int,
    _ end: Int
  ) -> Int {
    let first = skipWords(bytes, index, min(end, index + ByteBlock.size))
    guard first == index + ByteBlock.size else { return first }
    var index = first
    while index + ByteBlock.size <= end, ByteBlock(bytes + index).unusual.isEmpty {
      index += ByteBlock.size
    }
    return skipWords(bytes, index, end)
  }

  /// The same, eight bytes at a time.
  @inline(__always)
  private static func skipWords(
    _ bytes: UnsafePointer<UInt8>,
    _ index: Int,
    _ end: Int
  ) -> Int {
    var index = index
    while index + 8 <= end {
      let word = ByteWord.load(bytes + index)
      let mask = (word | (word &- ByteWord.lowBits)) & ByteWord.highBits
      if mask != 0 { return index + ByteWord.firstIndex(mask) }
      index += 8
    }
    while index < end, bytes[index] &- 1 < 127 { index += 1 }
    return index
  }

  /// The number of bytes of the character at `index`; 0 if it is not well-formed (Unicode 15,
  /// table 3-7).
  @inline(__always)
  private static func lengthOfSequence(
    _ bytes: UnsafePointer<UInt8>,
    _ index: Int,
    _ end: Int
  ) -> Int {
    let first = bytes[index]
    if first < 0x80 { return 1 }
    guard first >= 0xC2, first <= 0xF4 else { return 0 }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard index + length <= end else { return 0 }
    let second = bytes[index + 1]
    let lowest: UInt8 = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80
    let highest: UInt8 = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF
    guard second >= lowest, second <= highest else { return 0 }
    for offset in 2..<max(2, length) where bytes[index + offset] & 0xC0 != 0x80 { return 0 }
    return length
  }
}
