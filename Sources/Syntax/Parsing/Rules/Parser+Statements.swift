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
    throw mismatch(expectationBehind(kind))
  }

  /// What could have gone on behind a statement that is whole as it is.
  private func expectationBehind(_ kind: Statement.Kind) -> Expectation {
    switch kind {
    case .fetch(let query), .count(let query): expectationBehind(query)
    case .insert: .endOfStatement(isAfterExpression: isAfterExpression, or: [","])
    case .importFile(let file): .endOfStatement(isAfterExpression: false, or: file.missingWords)
    case .model, .evaluate: .endOfStatement(isAfterExpression: isAfterExpression, or: [])
    }
  }

  /// What could have gone on behind a query, or have closed it.
  func expectationBehind(_ query: QuerySyntax, closing: Symbol? = nil) -> Expectation {
    let lists: [Clause?] = [.selection, .sort]
    let isInList = lists.contains(query.clauseKeywords.last?.clause)
    let signs = (isInList ? [Symbol.comma] : []) + (closing.map { [$0] } ?? [])
    return .clause(isAfterExpression: isAfterExpression, or: signs.map(\.rawValue))
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
    let format = nextIf(.as) ? try name(.format) : nil
    let entity = nextIf(.into) ? try name(.entity) : nil
    pop()
    return ImportStatement(path: (path, pathSpan), format: format, entity: entity)
  }
}

extension ImportStatement {
  /// The words that could still follow.
  fileprivate var missingWords: [String] {
    if entity != nil { return [] }
    return (format == nil ? [Keyword.as.rawValue] : []) + [Keyword.into.rawValue]
  }
}
