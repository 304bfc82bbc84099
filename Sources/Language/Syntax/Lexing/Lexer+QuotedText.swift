import Diagnostics

extension Lexer {
  /// Reads a quoted text and creates a token from it.
  mutating func quoted(by quote: UInt8, make: (String) -> Token.Kind) -> Token.Kind {
    let contentStart = offset + 1
    guard let close = closingQuote(quote, from: contentStart) else {
      return unclosed(quote)
    }
    move(to: close + 1)
    let content = source.bytes[contentStart..<close]
    guard content.contains(where: { $0 == UInt8(ascii: "\\") || $0 == 0 }) else {
      return make(String(decoding: content, as: UTF8.self))
    }
    var unescaper = Unescaper(bytes: source.bytes, range: contentStart..<close)
    return unescaper.run().map(Token.Kind.invalid) ?? make(unescaper.text)
  }

  /// The position of the closing quote; names in backticks end with their line.
  private func closingQuote(_ quote: UInt8, from start: Int) -> Int? {
    guard !quotesWithoutClose.contains(quote) else { return nil }
    let endsWithLine = quote == UInt8(ascii: "`")
    var position = start
    while position < source.bytes.count {
      let byte = source.bytes[position]
      if byte == quote { return position }
      if byte == UInt8(ascii: "\n"), endsWithLine { return nil }
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  /// An unclosed string takes the rest of the source, an unclosed name the rest of its line.
  private mutating func unclosed(_ quote: UInt8) -> Token.Kind {
    if quote == UInt8(ascii: "`") {
      skip { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
      return .invalid(.unclosedName)
    }
    // Any later quote of this kind is unclosed too: it would have closed this one.
    quotesWithoutClose.append(quote)
    move(to: source.bytes.count)
    return .invalid(.unclosedString(quote: Unicode.Scalar(quote)))
  }
}

private struct Unescaper {
  let bytes: [UInt8]
  let range: Range<Int>
  var output: [UInt8] = []

  init(bytes: [UInt8], range: Range<Int>) {
    self.bytes = bytes
    self.range = range
  }

  var text: String { String(decoding: output, as: UTF8.self) }

  static let simple: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A,
    UInt8(ascii: "t"): 0x09,
    UInt8(ascii: "r"): 0x0D,
    UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    UInt8(ascii: "\""): UInt8(ascii: "\""),
    UInt8(ascii: "'"): UInt8(ascii: "'"),
    UInt8(ascii: "`"): UInt8(ascii: "`"),
  ]

  /// Fills ``output``; returns the first error.
  mutating func run() -> LexicalError? {
    var position = range.lowerBound
    output.reserveCapacity(range.count)
    while position < range.upperBound {
      let byte = bytes[position]
      if byte == 0 { return .nulCharacter(SourceSpan(position, position + 1)) }
      guard byte == UInt8(ascii: "\\") else {
        output.append(byte)
        position += 1
        continue
      }
      if let error = escape(at: &position) { return error }
    }
    return nil
  }

  private mutating func escape(at position: inout Int) -> LexicalError? {
    let next = position + 1 < range.upperBound ? bytes[position + 1] : 0
    if let plain = Self.simple[next] {
      output.append(plain)
      position += 2
      return nil
    }
    guard next == UInt8(ascii: "u"), let end = endOfScalarEscape(at: position) else {
      let escape = SourceSpan(position, endOfCharacter(at: position + 1))
      return next == UInt8(ascii: "(") ? .interpolation(escape) : .unknownEscape(escape)
    }
    defer { position = end }
    return scalarEscape(SourceSpan(position, end))
  }

  /// `\u{1F600}`: one to eight hexadecimal digits.
  private func endOfScalarEscape(at position: Int) -> Int? {
    var end = position + 2
    guard end < range.upperBound, bytes[end] == UInt8(ascii: "{") else { return nil }
    end += 1
    let firstDigit = end
    while end < range.upperBound, WordBytes.hexValue(bytes[end]) != nil { end += 1 }
    guard end < range.upperBound, bytes[end] == UInt8(ascii: "}") else { return nil }
    return (1...8).contains(end - firstDigit) ? end + 1 : nil
  }

  private mutating func scalarEscape(_ span: SourceSpan) -> LexicalError? {
    let digits = bytes[(span.lowerBound + 3)..<(span.upperBound - 1)]
    let value = digits.reduce(UInt32(0)) { $0 << 4 | UInt32(WordBytes.hexValue($1) ?? 0) }
    if value == 0 { return .nulCharacter(span) }
    guard let scalar = Unicode.Scalar(value) else { return .invalidScalar(span) }
    output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    return nil
  }

  /// The end of the character at `position`, so that a message shows whole characters.
  private func endOfCharacter(at position: Int) -> Int {
    var end = min(position + 1, range.upperBound)
    while end < range.upperBound, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }
}
