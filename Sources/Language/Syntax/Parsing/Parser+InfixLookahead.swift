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
    guard let token = peekIfContinuing(), !isAtEmptyTest() else { return nil }
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

/// Queries whose values are expected or computed.
extension Parser {
  /// Whether the keyword of a query and a model or `(fetch` are at `distance`, so that it is not a
  /// name.
  mutating func isQuery(at distance: Int, _ keyword: Keyword) -> Bool {
    guard peek(distance).keyword == keyword else { return false }
    var place = distance
    // `fetch(fetch)` is a call, `fetch (fetch A)` and `fetch(fetch A)` are queries.
    while place < distance + SyntaxLimits.nesting, peek(place + 1).symbol == .leftParenthesis {
      let isCall = peek(place).span.upperBound == peek(place + 1).span.lowerBound
      if !isCall, peek(place).keyword == .fetch { return true }
      place += 2
      guard peek(place).keyword == .fetch else { return false }
    }
    return peek(place + 1).mayBeName && peek(place + 1).makesKeywordOfPrevious
  }

  /// Whether `is empty` comes next and ends the statement, after a query that is expected.
  mutating func isAtEmptyTest() -> Bool { isInExpectedQuery && endsWithEmptyTest() }

  /// Whether `is empty` comes next and ends the statement.
  mutating func endsWithEmptyTest() -> Bool {
    guard isNext(.is) else { return false }
    let word = peek(1).keyword == .not ? 2 : 1
    guard peek(word).keyword == .empty else { return false }
    let next = peek(word + 1)
    return next.kind == .end || next.symbol == .semicolon || endsStatement(before: next)
  }

  /// Whether the query of an `expect` is being read, outside of brackets.
  var isInExpectedQuery: Bool {
    let owner = open.last { $0.keyword == .expect || $0.keyword == .error }
    return owner?.keyword == .expect && open.last?.keyword != .expect
      && open.allSatisfy { $0.bracket == nil }
  }
}
