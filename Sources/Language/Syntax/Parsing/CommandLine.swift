public import Diagnostics

/// A dot-command as it was written: `.mode csv`, `.output "over the top.csv"`.
public struct CommandLine: Sendable, Hashable {
  /// A word of the line.
  public struct Word: Sendable, Hashable {
    /// The word without its quotes.
    public let text: String
    /// Where it stands, quotes included.
    public let span: SourceSpan
  }

  /// The command's name without its dot.
  public let name: Word
  /// The words behind the name; those in quotes may hold spaces.
  public let arguments: [Word]
  /// Everything behind the name as it was written, without white space around it.
  public let rest: Word
  /// The whole line without white space and a `;` at its end.
  public let span: SourceSpan

  /// Reads the line that `line` covers, which begins with the dot.
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

  /// A `;` at the end is a habit of those who come from SQL.
  private static func trimmedEnd(of line: SourceSpan, in source: SourceText) -> Int {
    var end = line.upperBound
    while end > line.lowerBound + 1, WordScanner.isSpace(source.bytes[end - 1]) { end -= 1 }
    if end > line.lowerBound + 1, source.bytes[end - 1] == UInt8(ascii: ";") { end -= 1 }
    while end > line.lowerBound + 1, WordScanner.isSpace(source.bytes[end - 1]) { end -= 1 }
    return end
  }
}

/// Cuts a line into words at its spaces.
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

  /// `"over the top.csv"`; in double quotes a backslash takes the character behind it as it is.
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
