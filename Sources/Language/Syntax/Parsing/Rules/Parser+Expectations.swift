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
    var start = self
    let isOperand = peek().symbol == .leftParenthesis
    let query = try expectedQuery()
    if isNext(.is), !isOperand || endsWithEmptyTest() { return try emptyTest(of: query) }
    guard try goesOn() || isOperand && isAtStatementEnd() else {
      throw mismatch(expectedComparison)
    }
    if let (rows, isNegated) = try expectedRows() {
      let goesOn = try goesOn()
      if !goesOn || !isOperand || rows.areRecords {
        return .rows(query, rows, isNegated: isNegated)
      }
    }
    guard isOperand else {
      let value = try node(.queryValue(query, isCount: false), span(from: start.peek().span))
      return .holds(try comparisons(of: value))
    }
    // As in `(fetch …) > 3` or `(fetch …) == [1] or …`.
    self = start
    return .holds(try expression())
  }

  /// Whether an operator or a member follows an operand.
  private mutating func goesOn() throws(SyntaxError) -> Bool {
    if isNext(.dot) || isNext(.optionalDot) { return true }
    return try peekInfix() != nil
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

  /// `== [ { … } ]`; nil if rows are not compared.
  mutating func expectedRows() throws(SyntaxError) -> (rows: ExpectedRows, isNegated: Bool)? {
    guard let (entry, isNegated) = try peekInfix() else { return nil }
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

extension ExpectedRows {
  /// Whether they are records in braces, which are not part of an expression.
  fileprivate var areRecords: Bool { if case .records = self { true } else { false } }
}
