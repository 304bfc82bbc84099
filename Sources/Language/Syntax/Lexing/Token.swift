public import Diagnostics

/// A word, a sign, a literal or a stretch that is none of these.
public struct Token: Sendable, Hashable {
  /// What a token is.
  public enum Kind: Sendable, Hashable {
    /// `name`, `where`: a word, and the keyword it spells; its place decides which of the two it is
    case word(Keyword?)
    /// `` `order by` `` without its backticks
    case quotedName(String)
    /// `"…"` with its escapes resolved
    case string(String)
    /// `1_000`, `0xFF`; at most 2⁶³, which only a minus before it makes fit
    case integer(UInt64)
    /// `3.14`, `1e-9`, whole numbers beyond 2⁶³: the digits as written without `_`
    case number(String)
    /// `2026-11-21T12:30:00Z`
    indirect case date(DateLiteral)
    /// `$name`
    case parameter(String)
    /// `(`, `==`
    case symbol(Symbol)
    /// `// …`, `/* … */`; only from a lexer that keeps them
    case comment
    /// What cannot be read, and why
    indirect case invalid(LexicalError)
    /// The end of the text
    case end
  }

  /// What line ends lie between a token and the one before it.
  public enum LineBreak: Int, Sendable, Hashable, Comparable {
    /// They share a line.
    case none
    /// The token begins a line; lines of comments do not count.
    case line
    /// At least one blank line lies before the token.
    case blankLine

    /// Orders by how strongly the break parts two tokens.
    public static func < (left: LineBreak, right: LineBreak) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// What the token is.
  public let kind: Kind
  /// Where it stands, quotes included.
  public let span: SourceSpan
  /// What parts it from the token before it.
  public let lineBreak: LineBreak

  /// Makes a token.
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
  /// Never inlined: the optimizer of Swift 6.3 crashes over some comparisons that it is inlined into.
  @inline(never)
  public var symbol: Symbol? {
    if case .symbol(let symbol) = kind { symbol } else { nil }
  }

  /// Whether the token is a word that may be a name without backticks.
  public var isPlainName: Bool {
    guard case .word(let keyword) = kind else { return false }
    return keyword.map { !$0.roles.contains(.reserved) } ?? true
  }
}
