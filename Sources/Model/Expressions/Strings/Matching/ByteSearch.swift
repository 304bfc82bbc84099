/// Searches for bytes in a string.
///
/// All reads are in bounds: candidates are tried only if the needle fits, words only if eight bytes
/// do.
struct ByteSearch: Sendable {
  private let needle: [UInt8]
  private let ignoresCase: Bool

  /// Creates a search. With `ignoringCase` the needle must be lowercase, and ASCII letters match in
  /// any case.
  init(_ needle: [UInt8], ignoringCase: Bool) {
    self.needle = needle
    self.ignoresCase = ignoringCase
  }

  /// Whether the string equals the needle.
  func equals(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count == needle.count && isFound(in: text, at: 0)
  }

  /// Whether the string begins with the needle.
  func startsText(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count >= needle.count && isFound(in: text, at: 0)
  }

  /// Whether the string ends with the needle.
  func endsText(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count >= needle.count && isFound(in: text, at: text.count - needle.count)
  }

  /// Whether the string contains the needle; always true for an empty one.
  func isContained(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = needle.first else { return true }
    let mask = caseMask(of: first)
    let end = text.count - needle.count
    guard text.count >= 8 else {
      return end >= 0 && (0...end).contains { isFound(in: text, at: $0) }
    }
    var index = 0
    while index <= end {
      // The last word may overlap.
      let start = min(index, text.count - 8)
      var candidates = Self.bytes(equalTo: first, mask, in: text, at: start)
      while candidates != 0 {
        let candidate = start + candidates.trailingZeroBitCount / 8
        if candidate <= end, isFound(in: text, at: candidate) { return true }
        candidates &= candidates &- 1
      }
      index += 8
    }
    return false
  }

  /// A bit for each of the eight bytes at `index` that equals `first` after applying `mask`, lowest
  /// byte first. Higher bits can be false positives.
  @inline(__always)
  private static func bytes(
    equalTo first: UInt8,
    _ mask: UInt8,
    in text: UnsafeBufferPointer<UInt8>,
    at index: Int
  ) -> UInt64 {
    let word = UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: index, as: UInt64.self)
    let everyByte: UInt64 = 0x0101_0101_0101_0101
    let masked = UInt64(littleEndian: word) | everyByte &* UInt64(mask)
    let difference = masked ^ (everyByte &* UInt64(first))
    return (difference &- everyByte) & ~difference & 0x8080_8080_8080_8080
  }

  @inline(__always)
  private func isFound(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    for offset in 0..<needle.count {
      let expected = needle[offset]
      if text[start + offset] | caseMask(of: expected) != expected { return false }
    }
    return true
  }

  /// The bit that lowercases `byte`; 0 if case matters or `byte` is not a letter.
  @inline(__always)
  private func caseMask(of byte: UInt8) -> UInt8 {
    ignoresCase && byte &- 0x61 < 26 ? 0x20 : 0
  }
}
