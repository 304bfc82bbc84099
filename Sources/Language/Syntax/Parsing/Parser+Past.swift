import Diagnostics

extension Parser {
  /// Whether `as of` and a moment come next, not `as` and the name `of`.
  mutating func isAtPast(at distance: Int = 0) -> Bool {
    guard peek(distance).keyword == .as, peek(distance + 1).keyword == .of else { return false }
    let next = peek(distance + 2)
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
