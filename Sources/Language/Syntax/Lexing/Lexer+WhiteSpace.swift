import Diagnostics

extension Lexer {
  /// Skips white space; returns the kind of line break that it contains.
  mutating func skipWhiteSpace() -> Token.LineBreak {
    var lineEnds = 0
    while !isAtEnd {
      let byte = byte()
      if byte == UInt8(ascii: "\n") {
        lineEnds += 1
        advance()
      } else if byte == 0x20 || (0x09...0x0D).contains(byte) {
        advance()
      } else if byte >= 0x80, let width = whiteSpaceWidth() {
        advance(width)
      } else {
        break
      }
    }
    return lineEnds == 0 ? .none : lineEnds == 1 ? .line : .blankLine
  }

  /// A comment of several lines counts as a line break, not as a blank line.
  func lineBreakOfComment(from start: Int) -> Token.LineBreak {
    source.bytes[start..<offset].contains(UInt8(ascii: "\n")) ? .line : .none
  }

  /// The length of a non-ASCII white space character, or of a byte order mark at the start.
  private func whiteSpaceWidth() -> Int? {
    guard let scalar = scalar(at: offset) else { return nil }
    let isByteOrderMark = offset == 0 && scalar == "\u{FEFF}"
    return scalar.properties.isWhitespace || isByteOrderMark ? UTF8.width(scalar) : nil
  }

  /// The character at `position`; nil at the end and for invalid UTF-8.
  func scalar(at position: Int) -> Unicode.Scalar? {
    guard position < source.bytes.count else { return nil }
    var decoder = UTF8()
    var bytes = source.bytes[position..<min(position + 4, source.bytes.count)].makeIterator()
    if case .scalarValue(let scalar) = decoder.decode(&bytes) { return scalar }
    return nil
  }
}
