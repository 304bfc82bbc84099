public import Diagnostics

/// A word, a sign, a literal, or invalid text.
public struct Token: Sendable, Hashable {
  /// The kind of a token.
  public enum Kind: Sendable, Hashable {
    /// `name`, `where`: a word and the keyword that it spells; the context decides which is meant
    case word(Keyword?)
    /// `` `order by` `` without its backticks
    case quotedName(String)
    /// `"…"` with its escapes resolved
    case string(String)
    /// `1_000`, `0xFF`; at most 2⁶³, which only fits with a minus sign
    case integer(UInt64)
    /// `3.14`, `1e-9`, whole numbers beyond 2⁶³: the digits as written without `_`
    case number(String)
    /// `2026-11-21T12:30:00Z`
    indirect case date(DateLiteral)
    /// `$name`
    case parameter(String)
    /// `(`, `==`
    case symbol(Symbol)
    /// `// …`, `/* … */`; only if the lexer keeps comments
    case comment
    /// An invalid token and the reason
    indirect case invalid(LexicalError)
    /// The end of the text
    case end
  }

  /// The kind of line break before a token.
  public enum LineBreak: Int, Sendable, Hashable, Comparable {
    /// The tokens are on the same line.
    case none
    /// The token starts a line; comment lines do not count.
    case line
    /// At least one blank line is before the token.
    case blankLine

    /// Orders breaks by strength.
    public static func < (left: LineBreak, right: LineBreak) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// The kind.
  public let kind: Kind
  /// The position, including quotes.
  public let span: SourceSpan
  /// The line break before it.
  public let lineBreak: LineBreak

  /// Creates a token.
  public init(kind: Kind, span: SourceSpan, lineBreak: LineBreak) {
    self.kind = kind
    self.span = span
    self.lineBreak = lineBreak
  }

  /// The keyword that an unquoted word spells.
  public var keyword: Keyword? {
    if case .word(let keyword) = kind { keyword } else { nil }
  }

  /// The sign, if the token is one.
  ///
  /// Never inlined: the Swift 6.3 optimizer crashes when it is inlined into some comparisons.
  @inline(never)
  public var symbol: Symbol? {
    if case .symbol(let symbol) = kind { symbol } else { nil }
  }

  /// Whether the token is a word that can be a name without backticks.
  public var isPlainName: Bool {
    guard case .word(let keyword) = kind else { return false }
    return keyword.map { !$0.roles.contains(.reserved) } ?? true
  }
}
