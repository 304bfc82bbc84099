import Diagnostics
import Syntax

/// A token with its location.
struct WrittenToken: Sendable, Hashable {
  let text: String
  let span: SourceSpan
}

/// The tokens around an error.
struct ErrorContext: Sendable {
  /// The tokens before the error in source order.
  let before: [WrittenToken]
  /// The token at the error and those that follow.
  let after: [WrittenToken]
  /// The keyword of the clause that contains the error, or of the statement.
  let keyword: Keyword?
  /// The first word of the statement.
  var statement: Keyword? { before.first.flatMap { Keyword(spelling: $0.text) } }

  /// Tokenizes the statement that begins at `start`.
  init(_ source: SourceText, from start: Int, around place: Int) {
    var lexer = Lexer(source, at: start)
    var before: [WrittenToken] = []
    var after: [WrittenToken] = []
    while after.count < Self.reach {
      let token = Self.next(&lexer, after: before.last)
      if token.kind == .end { break }
      let written = WrittenToken(text: source.text(in: token.span), span: token.span)
      if token.span.lowerBound < place { before.append(written) } else { after.append(written) }
    }
    self.before = before
    self.after = after
    keyword = Self.clause(before) ?? before.first.flatMap { Keyword(spelling: $0.text) }
  }

  /// The keyword of the last clause, which follows a complete operand.
  private static func clause(_ tokens: [WrittenToken]) -> Keyword? {
    for (previous, token) in zip(tokens, tokens.dropFirst()).reversed() {
      guard let keyword = Keyword(spelling: token.text), keyword.roles.contains(.clause),
        previous.endsOperand
      else { continue }
      return keyword
    }
    return nil
  }

  /// The number of tokens after the error.
  private static let reach = 40

  /// The next token; a slash after `matches` begins a regular expression.
  private static func next(_ lexer: inout Lexer, after previous: WrittenToken?) -> Token {
    let token = lexer.next()
    guard token.symbol == .slash, let previous,
      Keyword(spelling: previous.text) == .matches
    else { return token }
    return lexer.regex(from: token)
  }
}

extension WrittenToken {
  /// Whether the token can end an operand.
  fileprivate var endsOperand: Bool {
    guard let first = text.first else { return false }
    if let keyword = Keyword(spelling: text) {
      return keyword.roles.isDisjoint(with: [.operator, .clause, .afterClause, .conditional])
    }
    return first.isLetter || first.isNumber || "\"'`_$)]}".contains(first)
  }
}
