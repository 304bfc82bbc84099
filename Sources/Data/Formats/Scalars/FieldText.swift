/// The bytes of one field or token, within a text whose bytes stay readable up to `limit`.
struct FieldText {
  let start: UnsafePointer<UInt8>
  let count: Int
  /// Behind the last byte that may be read, so that short texts can be loaded as whole words.
  let limit: UnsafePointer<UInt8>

  @inline(__always)
  init(start: UnsafePointer<UInt8>, count: Int, limit: UnsafePointer<UInt8>) {
    self.start = start
    self.count = count
    self.limit = limit
  }

  /// A text with nothing readable behind it; `buffer` outlives it and has a base address.
  init?(_ buffer: UnsafeBufferPointer<UInt8>) {
    guard let start = buffer.baseAddress else { return nil }
    self.init(start: start, count: buffer.count, limit: start + buffer.count)
  }

  @inline(__always)
  var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  @inline(__always)
  subscript(index: Int) -> UInt8 { start[index] }

  /// The text as a string, invalid sequences replaced.
  var string: String { String(decoding: buffer, as: UTF8.self) }

  /// The text without its first `length` bytes, of which it has as many.
  @inline(__always)
  func dropping(_ length: Int) -> FieldText {
    FieldText(start: start + length, count: count - length, limit: limit)
  }

  /// The first eight bytes, zeros behind the last.
  @inline(__always)
  var firstWord: UInt64 {
    if count >= 8 { return ByteWord.load(start) }
    if start + 8 <= limit, count > 0 {
      return ByteWord.load(start) & (UInt64.max >> UInt64(64 - 8 * count))
    }
    return ByteWord.load(start, count: count)
  }

  /// Up to 16 bytes as two words, zeros behind the last; of a longer text the first and the last eight.
  @inline(__always)
  var endWords: EndWords {
    guard count <= 16 else {
      return EndWords(first: ByteWord.load(start), last: ByteWord.load(start + count - 8))
    }
    guard start + 16 <= limit else { return endWordsAtLimit }
    // Shifts by the word's size and more give zero.
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

/// What a text begins and ends with; see ``FieldText/endWords``.
struct EndWords {
  let first: UInt64
  let last: UInt64
}
