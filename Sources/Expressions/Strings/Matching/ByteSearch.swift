/// Searches in the bytes of one text for those of another.
///
/// Every read is at an index below the text's count: candidates are tried only where the whole
/// needle fits, blocks only where sixteen bytes do.
struct ByteSearch: Sendable {
  private let needle: [UInt8]
  private let ignoresCase: Bool

  /// Makes a search for `needle`; with `ignoringCase`, a lower-case one, ASCII letters match both.
  init(_ needle: [UInt8], ignoringCase: Bool) {
    self.needle = needle
    self.ignoresCase = ignoringCase
  }

  /// Whether both have the same bytes.
  func equals(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count == needle.count && isFound(in: text, at: 0)
  }

  /// Whether the text begins with the needle.
  func startsText(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count >= needle.count && isFound(in: text, at: 0)
  }

  /// Whether the text ends with the needle.
  func endsText(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count >= needle.count && isFound(in: text, at: text.count - needle.count)
  }

  /// Whether the needle stands anywhere in the text; an empty one everywhere.
  func isContained(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = needle.first else { return true }
    let mask = caseMask(of: first)
    let end = text.count - needle.count
    var index = 0
    while index <= end {
      if index + 16 <= text.count, !blockHas(first, mask, in: text, at: index) {
        index += 16
      } else {
        let blockEnd = min(index + 16, end + 1)
        while index < blockEnd {
          if text[index] | mask == first, isFound(in: text, at: index) { return true }
          index += 1
        }
      }
    }
    return false
  }

  /// Whether one of the sixteen bytes at `index` is `first` once `mask` is added.
  @inline(__always)
  private func blockHas(
    _ first: UInt8,
    _ mask: UInt8,
    in text: UnsafeBufferPointer<UInt8>,
    at index: Int
  ) -> Bool {
    let block = UnsafeRawBufferPointer(text)
      .loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
    return any((block | SIMD16(repeating: mask)) .== SIMD16(repeating: first))
  }

  @inline(__always)
  private func isFound(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    for offset in 0..<needle.count {
      let expected = needle[offset]
      if text[start + offset] | caseMask(of: expected) != expected { return false }
    }
    return true
  }

  /// The bit that makes a capital of `byte` small, none where case matters or `byte` has none.
  @inline(__always)
  private func caseMask(of byte: UInt8) -> UInt8 {
    ignoresCase && byte &- 0x61 < 26 ? 0x20 : 0
  }
}
