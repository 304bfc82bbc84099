import Diagnostics

extension Parser {
  /// Whether `as of` comes next, which a moment follows; the name `of` is written in backticks.
  mutating func isAtPast(at distance: Int = 0) -> Bool {
    peek(distance).keyword == .as && peek(distance + 1).keyword == .of
  }

  /// The moment after `as of`.
  mutating func pastMoment() throws(SyntaxError) -> MomentSyntax {
    want(.moment)
    guard isAtMoment() else { throw missingOperand() }
    return try moment()
  }

  /// Whether a moment comes next, not another clause or the end of the statement.
  mutating func isAtMoment(at distance: Int = 0) -> Bool {
    let next = peek(distance)
    guard continues(next) else { return false }
    switch next.kind {
    case .end, .comment, .invalid: return false
    case .symbol(let symbol): return symbol == .leftParenthesis || symbol == .minus
    case .word(let keyword?) where [.save, .yesterday].contains(keyword): return true
    case .word(let keyword?):
      return keyword.roles.isDisjoint(with: [.clause, .operator, .naming, .writing])
    default: return true
    }
  }
}
