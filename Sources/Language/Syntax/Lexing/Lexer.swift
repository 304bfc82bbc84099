public import Diagnostics

/// Splits a text into tokens, one at a time. It never fails; invalid text becomes a token of the
/// kind ``Token/Kind/invalid(_:)``.
public struct Lexer: Sendable {
  /// The source text.
  public let source: SourceText
  /// The offset at which scanning continues.
  public private(set) var offset: Int

  /// Whether to return comments as tokens, for syntax highlighting.
  let keepsComments: Bool
  /// The quote characters that are known to have no closing one, to avoid searching again.
  var quotesWithoutClose: [UInt8] = []
  /// Whether the rest of the text has no `*/`.
  var hasNoCommentClose = false

  /// Creates a lexer that starts at `offset`.
  public init(_ source: SourceText, at offset: Int = 0, keepsComments: Bool = false) {
    self.source = source
    self.offset = max(0, offset)
    self.keepsComments = keepsComments
  }

  /// The next token; always ``Token/Kind/end`` at the end of the source.
  public mutating func next() -> Token {
    var lineBreak = Token.LineBreak.none
    while true {
      lineBreak = max(lineBreak, skipWhiteSpace())
      let start = offset
      let kind = scan()
      if kind == .comment, !keepsComments {
        lineBreak = max(lineBreak, lineBreakOfComment(from: start))
        continue
      }
      return Token(kind: kind, span: SourceSpan(start, offset), lineBreak: lineBreak)
    }
  }

  /// The regular expression that starts with `slash`, the most recent token.
  package mutating func regex(from slash: Token) -> Token {
    move(to: slash.span.lowerBound)
    let kind = regex()
    return Token(
      kind: kind,
      span: SourceSpan(slash.span.lowerBound, offset),
      lineBreak: slash.lineBreak
    )
  }

  /// Continues at `offset`, which must be outside of any token.
  mutating func move(to offset: Int) {
    self.offset = min(max(0, offset), source.bytes.count)
  }

  mutating func advance(_ count: Int = 1) {
    offset = min(offset + count, source.bytes.count)
  }

  mutating func skip(while condition: (UInt8) -> Bool) {
    while offset < source.bytes.count, condition(source.bytes[offset]) { offset += 1 }
  }

  var isAtEnd: Bool { offset >= source.bytes.count }

  /// The byte `distance` ahead; 0 after the end.
  func byte(ahead distance: Int = 0) -> UInt8 {
    byte(at: offset + distance)
  }

  /// The byte at `position`; 0 outside of the source.
  func byte(at position: Int) -> UInt8 {
    position >= 0 && position < source.bytes.count ? source.bytes[position] : 0
  }

  private mutating func scan() -> Token.Kind {
    guard !isAtEnd else { return .end }
    let first = byte()
    switch first {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      return word()
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return date() ?? number()
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return string()
    case UInt8(ascii: "`"):
      return quotedName()
    case UInt8(ascii: "$"):
      return parameter()
    case 0x80...:
      return startsWord(at: offset) ? word() : unknownCharacter()
    default:
      return comment() ?? symbol()
    }
  }

  /// A character that cannot start a token.
  mutating func unknownCharacter() -> Token.Kind {
    guard let scalar = scalar(at: offset) else {
      advance()
      return .invalid(.unknownCharacter("\u{FFFD}"))
    }
    advance(UTF8.width(scalar))
    if scalar.properties.generalCategory == .currencySymbol, WordBytes.isDigit(byte()) {
      return .invalid(.currencySign(amount()))
    }
    return .invalid(.unknownCharacter(scalar))
  }

  /// The number after a currency sign, without separators: `1000.50` for `1,000.50`.
  mutating func amount() -> String {
    var digits = ""
    while true {
      let start = offset
      skip(while: WordBytes.isDigit)
      digits += String(decoding: source.bytes[start..<offset], as: UTF8.self)
      let isGroup = (1...3).allSatisfy { WordBytes.isDigit(byte(at: offset + $0)) }
      let separates = byte() == UInt8(ascii: ",") && isGroup
      let isPoint =
        byte() == UInt8(ascii: ".") && WordBytes.isDigit(byte(at: offset + 1))
        && !digits.contains(".")
      guard separates || isPoint else { return digits }
      if isPoint { digits += "." }
      advance()
    }
  }
}
