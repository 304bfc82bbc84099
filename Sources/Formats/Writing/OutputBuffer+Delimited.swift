extension OutputBuffer {
  /// Appends a text as a field of CSV; the empty text as `""`.
  mutating func appendDelimited(_ text: String, by delimiter: UInt8) {
    var text = text
    text.withUTF8 { appendDelimited($0, by: delimiter) }
  }

  /// Appends a text as a field of CSV: as it is, or in quotes with those inside doubled.
  @inline(__always)
  mutating func appendDelimited(_ text: UnsafeBufferPointer<UInt8>, by delimiter: UInt8) {
    if text.isEmpty || Self.needsQuotes(text, delimiter) {
      appendQuoted(text)
    } else {
      append(text)
    }
  }

  private mutating func appendQuoted(_ text: UnsafeBufferPointer<UInt8>) {
    append(Byte.quote)
    for byte in text {
      if byte == Byte.quote { append(Byte.quote) }
      append(byte)
    }
    append(Byte.quote)
  }

  @inline(__always)
  private static func needsQuotes(
    _ text: UnsafeBufferPointer<UInt8>,
    _ delimiter: UInt8
  ) -> Bool {
    guard let start = text.baseAddress else { return false }
    var mask: UInt64 = 0
    var offset = 0
    while offset + 8 <= text.count {
      mask |= special(ByteWord.load(start + offset), delimiter)
      offset += 8
    }
    var tail = false
    while offset < text.count {
      let byte = text[offset]
      tail =
        tail || byte == delimiter || byte == Byte.quote || byte == Byte.lineFeed
        || byte == Byte.carriageReturn
      offset += 1
    }
    return mask != 0 || tail
  }

  @inline(__always)
  private static func special(_ word: UInt64, _ delimiter: UInt8) -> UInt64 {
    ByteWord.zeros(in: word ^ ByteWord.repeating(delimiter))
      | ByteWord.zeros(in: word ^ ByteWord.repeating(Byte.quote))
      | ByteWord.zeros(in: word ^ ByteWord.repeating(Byte.lineFeed))
      | ByteWord.zeros(in: word ^ ByteWord.repeating(Byte.carriageReturn))
  }
}
