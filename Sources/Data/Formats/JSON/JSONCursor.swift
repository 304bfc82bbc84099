/// Reads the tokens of a JSON text (RFC 8259) that is valid UTF-8 without NUL.
struct JSONCursor {
  /// The maximum depth of nested objects and arrays.
  static let depthLimit = 256

  let start: UnsafePointer<UInt8>
  let end: Int
  private(set) var position: Int

  /// A cursor at the start of `bytes`, which must outlive it.
  init(_ bytes: FileBytes) {
    start = bytes.start
    end = bytes.count
    position = bytes.lengthOfByteOrderMark
  }

  /// A cursor at `offset`.
  init(_ bytes: FileBytes, at offset: Int) {
    self.init(bytes)
    position = offset
  }

  /// A cursor at `offset`.
  @inline(__always)
  func moved(to offset: Int) -> JSONCursor {
    var cursor = self
    cursor.position = offset
    return cursor
  }

  /// A string token: the bytes between the quotes, and whether they contain escapes.
  struct StringToken {
    let text: FieldText
    let offset: Int
    let hasEscapes: Bool
  }

  /// The next byte that is not white space; nil at the end.
  @inline(__always)
  mutating func peek() -> UInt8? {
    while position < end {
      let byte = start[position]
      guard byte <= Byte.space else { return byte }
      guard
        byte == Byte.space || byte == Byte.lineFeed || byte == Byte.carriageReturn
          || byte == Byte.tab
      else { return byte }
      position += 1
    }
    return nil
  }

  /// Skips `byte` if it is next. Returns whether it was.
  @inline(__always)
  mutating func skip(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  /// Skips `byte`, or throws that `name` was expected.
  @inline(__always)
  mutating func expect(_ byte: UInt8, _ name: String) throws(ReadingFailure) {
    if !skip(byte) { throw unexpected(name) }
  }

  /// An error that says what was expected here.
  mutating func unexpected(_ expected: String) -> ReadingFailure {
    guard peek() != nil else { return .fact(.unexpectedEnd, at: end) }
    let rest = UnsafeBufferPointer(start: start + position, count: min(40, end - position))
    let text = String(decoding: rest, as: UTF8.self)
    let word = text.prefix { $0.isLetter || $0.isNumber }.prefix(20)
    let found = word.isEmpty ? String(text.prefix(1)) : String(word)
    return .fact(.unexpectedText(found: found, expected: expected), at: position)
  }

  /// Skips `true`, `false` or `null`, whose first byte is next.
  mutating func skipWord(_ word: StaticString) throws(ReadingFailure) {
    let length = word.utf8CodeUnitCount
    guard position + length <= end else { throw unexpected("a value") }
    for index in 0..<length where start[position + index] != word.utf8Start[index] {
      throw unexpected("a value")
    }
    position += length
  }

  /// The bytes of a number, whose first byte is next.
  @inline(__always)
  mutating func number() throws(ReadingFailure) -> FieldText {
    let first = position
    while position < end, isNumberByte(start[position]) { position += 1 }
    let text = FieldText(start: start + first, count: position - first, limit: start + end)
    if NumberText.int(text) == nil, !isNumber(text) { throw .fact(.invalidNumber, at: first) }
    return text
  }

  /// The string whose opening quote is next.
  @inline(__always)
  mutating func string() throws(ReadingFailure) -> StringToken {
    let first = position + 1
    var hasEscapes = false
    position = first
    while true {
      position = endOfPlainText(position)
      guard position < end else { throw .fact(.unclosedQuote, at: first - 1) }
      let byte = start[position]
      if byte == Byte.quote { break }
      if byte < Byte.space { throw .fact(.controlCharacterInString, at: position) }
      hasEscapes = true
      position = min(end, position + 2)
    }
    let text = FieldText(start: start + first, count: position - first, limit: start + end)
    position += 1
    return StringToken(text: text, offset: first, hasEscapes: hasEscapes)
  }

  /// The first quote, backslash or control character at or after `first`, or the end.
  @inline(__always)
  private func endOfPlainText(_ first: Int) -> Int {
    var position = first
    let quotes = ByteWord.repeating(Byte.quote)
    let backslashes = ByteWord.repeating(Byte.backslash)
    while position + 8 <= end {
      let word = ByteWord.load(start + position)
      let mask =
        ByteWord.zeros(in: word ^ quotes) | ByteWord.zeros(in: word ^ backslashes)
        | ByteWord.bytes(below: Byte.space, in: word)
      if mask != 0 { return position + ByteWord.firstIndex(mask) }
      position += 8
    }
    while position < end {
      let byte = start[position]
      if byte == Byte.quote || byte == Byte.backslash || byte < Byte.space { break }
      position += 1
    }
    return position
  }

  @inline(__always)
  private func isNumberByte(_ byte: UInt8) -> Bool {
    byte &- Byte.zero < 10 || byte == Byte.minus || byte == Byte.point || byte == Byte.plus
      || byte | 0x20 == UInt8(ascii: "e")
  }

  /// Whether `text`, which is not an Int, is a number; JSON requires a digit before the point.
  private func isNumber(_ text: FieldText) -> Bool {
    let first = text.count > 1 && text[0] == Byte.minus ? 1 : 0
    return first < text.count && text[first] != Byte.point && DecimalParts(text) != nil
  }
}
