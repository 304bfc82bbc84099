import Diagnostics

/// An infix operator in the source.
struct InfixUse {
  let entry: OperatorEntry
  let isNegated: Bool
  /// The operator with its `not`, its second word and its options.
  var written: Written
  var ignoresCase = false
  var ignoresDiacritics = false
}

extension Parser {
  /// The next infix operator and whether `not` is before it; consumes nothing.
  mutating func peekInfix() throws(SyntaxError) -> (OperatorEntry, isNegated: Bool)? {
    guard let token = peekIfContinuing() else { return nil }
    switch token.kind {
    case .symbol(let symbol):
      if symbol == .closedRange || symbol == .halfOpenRange { return try refuseRange(token) }
      return OperatorTable.infix(symbol).map { ($0, false) }
    case .word(.not):
      guard let entry = negatable(peek(1)) else {
        advance()
        throw mismatch(.negatedOperator)
      }
      return (entry, true)
    case .word(let keyword):
      return keyword.flatMap { OperatorTable.infix($0) }.map { ($0, false) }
    default:
      return nil
    }
  }

  private func negatable(_ token: Token) -> OperatorEntry? {
    guard let entry = token.keyword.flatMap({ OperatorTable.infix($0) }),
      entry.isNegatable, entry.operation != .nullTest
    else { return nil }
    return entry
  }

  /// A range operator is only allowed after `in`, and in an argument: `random(1...6)`.
  private mutating func refuseRange(
    _ token: Token
  ) throws(SyntaxError) -> (OperatorEntry, isNegated: Bool)? {
    if open.last?.keyword == .in || open.count == argumentDepth { return nil }
    throw .rangeOutsideMembership(token.span)
  }
}
