import Diagnostics
import Syntax

/// A token with its place.
struct WrittenToken: Sendable, Hashable {
  let text: String
  let span: SourceSpan
}

/// What stands around the place at which a statement stops making sense.
struct ErrorContext: Sendable {
  /// The tokens before the place, the nearest last.
  let before: [WrittenToken]
  /// The token at the place, and those that follow.
  let after: [WrittenToken]
  /// The keyword of the clause that the place is in or behind, else of the statement.
  let keyword: Keyword?

  /// Cuts the statement that begins at `start` into tokens again, as far as they can matter.
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

  /// The last word that begins a clause, so behind something that is whole.
  private static func clause(_ tokens: [WrittenToken]) -> Keyword? {
    for (previous, token) in zip(tokens, tokens.dropFirst()).reversed() {
      guard let keyword = Keyword(spelling: token.text), keyword.roles.contains(.clause),
        previous.endsOperand
      else { continue }
      return keyword
    }
    return nil
  }

  /// How many tokens behind the place are looked at.
  private static let reach = 40

  /// The next token; behind `matches` a slash begins a regular expression.
  private static func next(_ lexer: inout Lexer, after previous: WrittenToken?) -> Token {
    let token = lexer.next()
    guard token.symbol == .slash, let previous,
      Keyword(spelling: previous.text) == .matches
    else { return token }
    return lexer.regex(from: token)
  }
}

extension WrittenToken {
  /// Whether an operand could end with the token.
  fileprivate var endsOperand: Bool {
    guard let first = text.first else { return false }
    if let keyword = Keyword(spelling: text) {
      return keyword.roles.isDisjoint(with: [.operator, .clause, .afterClause, .conditional])
    }
    return first.isLetter || first.isNumber || "\"'`_$)]}".contains(first)
  }
}
