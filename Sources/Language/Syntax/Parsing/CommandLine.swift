public import Diagnostics

/// A dot-command: `.mode csv`, `.output "over the top.csv"`.
public struct CommandLine: Sendable, Hashable {
  /// A word of the command.
  public struct Word: Sendable, Hashable {
    /// The word without its quotes.
    public let text: String
    /// The position, including quotes.
    public let span: SourceSpan

    package init(text: String, span: SourceSpan) { (self.text, self.span) = (text, span) }
  }

  /// The command's name without its dot.
  public let name: Word
  /// The words after the name; quoted ones may contain spaces.
  public let arguments: [Word]
  /// Everything after the name, without surrounding white space.
  public let rest: Word
  /// The line without trailing white space and `;`.
  public let span: SourceSpan

  /// Parses the line at `line`, which starts with the dot.
  init(_ source: SourceText, _ line: SourceSpan) throws(SyntaxError) {
    let end = Self.trimmedEnd(of: line, in: source)
    var scanner = WordScanner(source: source, position: line.lowerBound + 1, end: end)
    name = scanner.bareWord()
    scanner.skipSpaces()
    let restSpan = SourceSpan(scanner.position, max(end, scanner.position))
    rest = Word(text: source.text(in: restSpan), span: restSpan)
    arguments = try scanner.words()
    span = SourceSpan(line.lowerBound, end)
  }

  /// Drops a trailing `;`, which SQL users often type.
  private static func trimmedEnd(of line: SourceSpan, in source: SourceText) -> Int {
    var end = line.upperBound
    while end > line.lowerBound + 1, WordScanner.isSpace(source.bytes[end - 1]) { end -= 1 }
    if end > line.lowerBound + 1, source.bytes[end - 1] == UInt8(ascii: ";") { end -= 1 }
    while end > line.lowerBound + 1, WordScanner.isSpace(source.bytes[end - 1]) { end -= 1 }
    return end
  }
}

/// Splits a line into words.
private struct WordScanner {
  let source: SourceText
  var position: Int
  let end: Int

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  mutating func skipSpaces() {
    while position < end, Self.isSpace(source.bytes[position]) { position += 1 }
  }

  mutating func words() throws(SyntaxError) -> [CommandLine.Word] {
    var words: [CommandLine.Word] = []
    while position < end {
      words.append(isAtQuote ? try quotedWord() : bareWord())
      skipSpaces()
    }
    return words
  }

  private var isAtQuote: Bool {
    source.bytes[position] == UInt8(ascii: "\"") || source.bytes[position] == UInt8(ascii: "'")
  }

  mutating func bareWord() -> CommandLine.Word {
    let start = position
    while position < end, !Self.isSpace(source.bytes[position]) { position += 1 }
    let span = SourceSpan(start, position)
    return CommandLine.Word(text: source.text(in: span), span: span)
  }

  /// `"over the top.csv"`; in double quotes a backslash escapes the next character.
  private mutating func quotedWord() throws(SyntaxError) -> CommandLine.Word {
    let start = position
    let quote = source.bytes[start]
    let hasEscapes = quote == UInt8(ascii: "\"")
    var text: [UInt8] = []
    position += 1
    while position < end, source.bytes[position] != quote {
      if hasEscapes, source.bytes[position] == UInt8(ascii: "\\"), position + 1 < end {
        position += 1
      }
      text.append(source.bytes[position])
      position += 1
    }
    guard position < end else { throw .unclosedCommandQuote(SourceSpan(start, start + 1)) }
    position += 1
    return CommandLine.Word(
      text: String(decoding: text, as: UTF8.self),
      span: SourceSpan(start, position)
    )
  }
}
