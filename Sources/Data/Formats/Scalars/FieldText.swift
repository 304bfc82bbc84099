/// The bytes of a field or token, in a text that is readable up to `limit`.
struct FieldText {
  let start: UnsafePointer<UInt8>
  let count: Int
  /// The end of the readable bytes, so that short texts can be loaded as whole words.
  let limit: UnsafePointer<UInt8>

  @inline(__always)
  init(start: UnsafePointer<UInt8>, count: Int, limit: UnsafePointer<UInt8>) {
    self.start = start
    self.count = count
    self.limit = limit
  }

  /// A text with nothing readable after it; `buffer` must outlive it and have a base address.
  init?(_ buffer: UnsafeBufferPointer<UInt8>) {
    guard let start = buffer.baseAddress else { return nil }
    self.init(start: start, count: buffer.count, limit: start + buffer.count)
  }

  @inline(__always)
  var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  @inline(__always)
  subscript(index: Int) -> UInt8 { start[index] }

  /// The text as a string, with invalid sequences replaced.
  var string: String { String(decoding: buffer, as: UTF8.self) }

  /// The text without its first `length` bytes.
  @inline(__always)
  func dropping(_ length: Int) -> FieldText {
    FieldText(start: start + length, count: count - length, limit: limit)
  }

  /// The first eight bytes, padded with zeros.
  @inline(__always)
  var firstWord: UInt64 {
    if count >= 8 { return ByteWord.load(start) }
    if start + 8 <= limit, count > 0 {
      return ByteWord.load(start) & (UInt64.max >> UInt64(64 - 8 * count))
    }
    return ByteWord.load(start, count: count)
  }

  /// Up to 16 bytes as two words, padded with zeros; for a longer text the first and last eight
  /// bytes.
  @inline(__always)
  var endWords: EndWords {
    guard count <= 16 else {
      return EndWords(first: ByteWord.load(start), last: ByteWord.load(start + count - 8))
    }
    guard start + 16 <= limit else { return endWordsAtLimit }
    // Shifts by 64 or more give zero.
    let used = UInt64(8 * count)
    let first = UInt64.max << used
    let second = count <= 8 ? UInt64.max : UInt64.max << (used &- 64)
    return EndWords(
      first: ByteWord.load(start) & ~first,
      last: ByteWord.load(start + 8) & ~second
    )
  }

  @inline(never)
  private var endWordsAtLimit: EndWords {
    guard count > 8 else { return EndWords(first: firstWord, last: 0) }
    return EndWords(
      first: ByteWord.load(start),
      last: ByteWord.load(start + 8, count: count - 8)
    )
  }
}

/// The first and last words of a text; see ``FieldText/endWords``.
struct EndWords {
  let first: UInt64
  let last: UInt64
}
