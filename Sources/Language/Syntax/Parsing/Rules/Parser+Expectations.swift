import Diagnostics

extension Parser {
  mutating func expectStatement() throws(SyntaxError) -> ExpectStatement {
    push(try expect(.expect))
    let start = peek().span
    let condition = isAtExpectedError() ? try expectedError() : try expectation()
    pop()
    return ExpectStatement(condition, span: span(from: start))
  }

  /// Whether `error` and a message or a statement come next.
  private mutating func isAtExpectedError() -> Bool {
    guard peek().keyword == .error else { return false }
    if case .string = peek(1).kind { return true }
    return peek(1).symbol == .assign || peek(1).keyword?.roles.contains(.statement) ?? false
  }

  mutating func expectedError() throws(SyntaxError) -> ExpectStatement.Condition {
    push(try expect(.error))
    let message = nextString()
    try descend()
    let statement = try statement()
    ascend()
    pop()
    return .fails(message: message, statement)
  }

  mutating func expectation() throws(SyntaxError) -> ExpectStatement.Condition {
    guard isAtFetch() else { return .holds(try expectedValue()) }
    let start = peek().span
    let query = try expectedQuery()
    if peek().keyword == .is { return try emptyTest(of: query) }
    let rows = try expectedRows()
    if let rows { return .rows(query, rows.rows, isNegated: rows.isNegated) }
    let value = try node(.queryValue(query, isCount: false), span(from: start))
    return .holds(try comparisons(of: value))
  }

  /// An expression, or a count without parentheses that operators follow.
  mutating func expectedValue() throws(SyntaxError) -> ExpressionSyntax {
    want(.condition)
    guard isQuery(at: 0, .count) else { return try expression() }
    let start = peek().span
    let query = try countStatement()
    let value = try node(.queryValue(query, isCount: true), span(from: start))
    return try comparisons(of: value)
  }

  /// `fetch …`, or the same in parentheses.
  mutating func expectedQuery() throws(SyntaxError) -> QuerySyntax {
    guard peek().symbol == .leftParenthesis else { return try fetchStatement() }
    push(advance(), .areSpace)
    let query = try fetchStatement()
    try expect(.rightParenthesis, or: expectationAfter(query, closing: .rightParenthesis))
    pop()
    return query
  }

  /// `is empty`, `is not empty`
  mutating func emptyTest(of query: QuerySyntax) throws(SyntaxError) -> ExpectStatement.Condition {
    try expect(.is)
    let isNegated = nextIf(.not)
    try expect(.empty)
    return .isEmpty(query, isNegated: isNegated)
  }

  /// `== [ { … } ]`; nil if a single value is compared.
  mutating func expectedRows() throws(SyntaxError) -> (rows: ExpectedRows, isNegated: Bool)? {
    guard let (entry, isNegated) = try peekInfix() else { throw mismatch(expectedComparison) }
    let isDifferent = entry.operation == .infix(.notEqual)
    guard isDifferent || entry.operation == .infix(.equal), !isNegated else { return nil }
    let isBracket = [.leftBracket, .leftBrace].contains(peek(1).symbol)
    guard isBracket || isAtFetch(1) else { return nil }
    advance()
    return (try rowsToCompare(), isDifferent)
  }

  mutating func rowsToCompare() throws(SyntaxError) -> ExpectedRows {
    let start = peek().span
    if isAtFetch() { return .query(try expectedQuery(), span(from: start)) }
    if peek().symbol == .leftBrace { return .records([try record()], span(from: start)) }
    if peek(1).symbol == .leftBrace {
      let records = try records()
      return .records(records.elements, records.span)
    }
    guard case .list(let elements) = try listLiteral().kind else { throw missingOperand() }
    return .values(elements, span(from: start))
  }

  /// What can follow the query of an expectation.
  var expectedComparison: Expectation { .tokens(["is empty", "is not empty", "==", "!="]) }

  /// Whether `fetch` and a model come next, or `(fetch`.
  private mutating func isAtFetch(_ distance: Int = 0) -> Bool {
    let opens = peek(distance).symbol == .leftParenthesis
    return isQuery(at: opens ? distance + 1 : distance, .fetch)
  }
}
