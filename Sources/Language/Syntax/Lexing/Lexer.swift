public import Diagnostics

/// Cuts a text into tokens, one at a time; it never fails, what it cannot read becomes a token of
/// the kind ``Token/Kind/invalid(_:)``.
public struct Lexer: Sendable {
  /// The text that is cut.
  public let source: SourceText
  /// Where the next token is looked for.
  public private(set) var offset: Int

  /// Whether comments come as tokens, which highlighting wants and parsing does not.
  let keepsComments: Bool
  /// The quotes of which no further one closes: searching the rest again for each would be slow.
  var quotesWithoutClose: [UInt8] = []
  /// Whether no `*/` follows any more.
  var hasNoCommentClose = false

  /// Makes a lexer that begins at `offset`.
  public init(_ source: SourceText, at offset: Int = 0, keepsComments: Bool = false) {
    self.source = source
    self.offset = max(0, offset)
    self.keepsComments = keepsComments
  }

  /// The next token; ``Token/Kind/end`` for ever when the text is used up.
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

  /// The regular expression that begins with `slash`, the token that came last.
  package mutating func regex(from slash: Token) -> Token {
    move(to: slash.span.lowerBound)
    let kind = regex()
    return Token(
      kind: kind,
      span: SourceSpan(slash.span.lowerBound, offset),
      lineBreak: slash.lineBreak
    )
  }

  /// Goes on at `offset`, which lies outside of any token.
  mutating func move(to offset: Int) {
    self.offset = min(max(0, offset), source.bytes.count)
  }

  /// Steps over `count` bytes.
  mutating func advance(_ count: Int = 1) {
    offset = min(offset + count, source.bytes.count)
  }

  /// Steps over bytes for which `condition` holds.
  mutating func skip(while condition: (UInt8) -> Bool) {
    while offset < source.bytes.count, condition(source.bytes[offset]) { offset += 1 }
  }

  /// Whether the text is used up.
  var isAtEnd: Bool { offset >= source.bytes.count }

  /// The byte that lies `distance` ahead; 0 behind the end.
  func byte(ahead distance: Int = 0) -> UInt8 {
    byte(at: offset + distance)
  }

  /// The byte at `position`; 0 outside of the text.
  func byte(at position: Int) -> UInt8 {
    position >= 0 && position < source.bytes.count ? source.bytes[position] : 0
  }

  /// Reads one token by its first byte.
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

  /// One whole character that no token begins with.
  mutating func unknownCharacter() -> Token.Kind {
    guard let scalar = scalar(at: offset) else {
      advance()
      return .invalid(.unknownCharacter("\u{FFFD}"))
    }
    advance(UTF8.width(scalar))
    return .invalid(.unknownCharacter(scalar))
  }
}
