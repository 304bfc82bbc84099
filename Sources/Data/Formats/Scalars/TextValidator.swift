/// Finds bytes that no string may contain: invalid UTF-8 and NUL.
enum TextValidator {
  /// The first such place in `range`; nil if there is none.
  static func firstFault(
    in bytes: UnsafePointer<UInt8>,
    _ range: Range<Int>
  ) -> LocatedFact? {
    let end = range.upperBound
    var block = range.lowerBound
    // The end of the checked bytes; a character may extend into the next block.
    var checked = block
    while block < end {
      let left = end &- block
      let unusual =
        left >= ByteBlock.size
        ? ByteBlock(bytes + block).unusual
        : ByteBlock(bytes + block, count: left).unusual & (1 << UInt64(left) &- 1)
      if let fault = firstFault(in: bytes, block, unusual, &checked, end) { return fault }
      block &+= ByteBlock.size
    }
    return nil
  }

  /// The first such place in the block at `block`, whose `unusual` bytes are NUL or not ASCII.
  /// `checked` is the end of the checked characters.
  @inline(__always)
  static func firstFault(
    in bytes: UnsafePointer<UInt8>,
    _ block: Int,
    _ unusual: UInt64,
    _ checked: inout Int,
    _ end: Int
  ) -> LocatedFact? {
    var unusual = unusual
    while unusual != 0 {
      let index = block &+ unusual.trailingZeroBitCount
      unusual &= unusual &- 1
      if index < checked { continue }
      if bytes[index] == 0 { return LocatedFact(offset: index, fact: .nulCharacter) }
      let length = lengthOfSequence(bytes, index, end)
      if length == 0 { return LocatedFact(offset: index, fact: .invalidUTF8) }
      checked = index &+ length
    }
    return nil
  }

  /// The length of the character at `index`; 0 if it is not well-formed (Unicode 15, table 3-7).
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
