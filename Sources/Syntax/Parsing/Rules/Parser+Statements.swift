import Diagnostics

extension Parser {
  mutating func statement() throws(SyntaxError) -> Statement {
    let start = peek().span
    let kind = try statementKind()
    let span = span(from: start)
    try expectStatementEnd(after: kind)
    return Statement(kind, span: span)
  }

  private mutating func statementKind() throws(SyntaxError) -> Statement.Kind {
    if peek().symbol == .assign { return .evaluate(try evaluation()) }
    switch peek().keyword {
    case .model: return .model(try modelDeclaration())
    case .insert: return .insert(try insertStatement())
    case .import: return .importFile(try importStatement())
    case .count: return .count(try countStatement())
    case .fetch: return .fetch(try fetchStatement())
    default: throw mismatch(.statement)
    }
  }

  private mutating func expectStatementEnd(after kind: Statement.Kind) throws(SyntaxError) {
    guard !isAtStatementEnd() else { return }
    switch kind {
    case .fetch, .count:
      throw mismatch(.clause(isAfterExpression: isAfterExpression, closing: nil))
    case .model, .insert, .importFile, .evaluate:
      throw mismatch(.endOfStatement(isAfterExpression: isAfterExpression))
    }
  }

  mutating func evaluation() throws(SyntaxError) -> ExpressionSyntax {
    push(try expect(.assign))
    let expression = try expression()
    pop()
    return expression
  }

  mutating func countStatement() throws(SyntaxError) -> QuerySyntax {
    push(try expect(.count))
    let query = try query()
    pop()
    return query
  }

  mutating func fetchStatement() throws(SyntaxError) -> QuerySyntax {
    push(try expect(.fetch))
    let query = try query()
    pop()
    return query
  }

  mutating func importStatement() throws(SyntaxError) -> ImportStatement {
    push(try expect(.import))
    guard case .string(let path) = peek().kind else { throw mismatch(.path) }
    let pathSpan = advance().span
    let format = nextIf(.as) == nil ? nil : try name(.format)
    let entity = nextIf(.into) == nil ? nil : try name(.entity)
    pop()
    return ImportStatement(path: (path, pathSpan), format: format, entity: entity)
  }
}
