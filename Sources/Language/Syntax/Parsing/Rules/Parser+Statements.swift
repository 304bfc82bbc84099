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
    case .enum: return .enumeration(try enumDeclaration())
    case .struct: return .structure(try structDeclaration())
    case .model: return .model(try modelDeclaration())
    case .extend: return .extend(try extendStatement())
    case .relate: return .relate(try relateStatement())
    case .let: return .saveQuery(try letStatement())
    case .do: return .perform(try doStatement())
    case .expect: return .expect(try expectStatement())
    case .explain: return try explainStatement()
    case .trace: return .trace(try traceStatement())
    case .watch: return .watch(try watchStatement())
    case .insert: return .insert(try insertStatement())
    case .update: return .update(try updateStatement())
    case .upsert: return .upsert(try upsertStatement())
    case .delete: return .delete(try deleteStatement())
    case .generate: return .generate(try generateStatement())
    case .preview: return .preview(try previewStatement())
    case .autosave: return .autosave(try autosaveStatement())
    case .history: return .history(try historyStatement())
    case .diff: return .diff(try diffStatement())
    case .restore: return .restore(try restoreStatement())
    case .merge: return .merge(try mergeStatement())
    case .apply: return .apply(try applyStatement())
    case .begin, .save, .rollback, .undo, .redo, .changes: return transactionStatement()
    case .version: return .version(try versionDeclaration())
    case .migrate: return .migrate(try migrateStatement())
    case .use: return .use(try useStatement())
    case .copy: return .copy(try copyStatement())
    case .import: return .importFile(try importStatement())
    case .export: return .export(try exportStatement())
    case .count: return .count(try countStatement())
    case .fetch: return .fetch(try fetchStatement())
    default: throw mismatch(.statement)
    }
  }

  mutating func transactionStatement() -> Statement.Kind {
    let word = advance().keyword?.rawValue ?? ""
    return .transaction(TransactionCommand(rawValue: word) ?? .changes)
  }

  private mutating func expectStatementEnd(after kind: Statement.Kind) throws(SyntaxError) {
    guard !isAtStatementEnd() else { return }
    throw mismatch(expectationAfter(kind))
  }

  /// What can follow a complete statement.
  private func expectationAfter(_ kind: Statement.Kind) -> Expectation {
    switch kind {
    case .fetch(let query), .count(let query), .trace(let query): expectationAfter(query)
    case .saveQuery(let saved): expectationAfter(saved.body)
    case .expect(let expect): expectationAfter(expect.condition)
    case .perform(let change):
      .endOfStatement(isAfterExpression: false, or: change.arguments.isEmpty ? ["("] : [])
    case .watch(let watch): expectationAfter(watch.query)
    case .explain(let statement, _), .preview(let statement): expectationAfter(statement.kind)
    case .delete(let statement): expectationAfter(statement.selection)
    case .restore(let statement): expectationAfter(statement.selection)
    case .history(let statement) where statement.since == nil:
      .endOfStatement(
        isAfterExpression: isAfterExpression,
        or: (statement.selection == nil ? [] : ["where"]) + [Keyword.since.rawValue]
      )
    case .upsert(let statement) where statement.key.isEmpty:
      .endOfStatement(isAfterExpression: isAfterExpression, or: [",", Keyword.by.rawValue])
    case .generate(let statement) where statement.seed == nil:
      .endOfStatement(isAfterExpression: false, or: [Keyword.seed.rawValue])
    case .autosave(nil):
      .endOfStatement(isAfterExpression: false, or: [Keyword.on.rawValue, Keyword.off.rawValue])
    case .insert(let insert):
      .endOfStatement(isAfterExpression: isAfterExpression, or: hasBrackets(insert) ? [] : [","])
    case .update, .upsert: .endOfStatement(isAfterExpression: isAfterExpression, or: [","])
    case .importFile(let file): .endOfStatement(isAfterExpression: false, or: file.missingWords)
    case .export(let export): .endOfStatement(isAfterExpression: false, or: export.missingWords)
    case .relate(let relation):
      .endOfStatement(
        isAfterExpression: false,
        or: relation.inverse == nil ? [Keyword.as.rawValue] : []
      )
    case .migrate(let statement) where statement.allowsLoss == nil:
      .endOfStatement(isAfterExpression: false, or: [Keyword.allow.rawValue])
    case .merge(let statement):
      .endOfStatement(isAfterExpression: false, or: statement.missingWords)
    case .apply(let statement) where statement.format == nil:
      .endOfStatement(isAfterExpression: false, or: [Keyword.as.rawValue])
    case .use, .copy, .version, .migrate, .apply: .endOfStatement(isAfterExpression: false, or: [])
    case .enumeration, .structure, .model, .extend, .evaluate, .generate, .history, .diff,
      .autosave, .transaction:
      .endOfStatement(isAfterExpression: isAfterExpression, or: [])
    }
  }

  /// What can follow a `let`.
  private func expectationAfter(_ body: SavedBody) -> Expectation {
    switch body {
    case .query(let query): expectationAfter(query)
    case .changes(let changes):
      changes.last.map { expectationAfter($0.kind) }
        ?? .endOfStatement(isAfterExpression: false, or: [])
    }
  }

  private func expectationAfter(_ condition: ExpectStatement.Condition) -> Expectation {
    switch condition {
    case .holds, .isEmpty, .rows:
      .endOfStatement(isAfterExpression: isAfterExpression, or: [])
    case .fails(_, let statement): expectationAfter(statement.kind)
    }
  }

  /// Whether records are in brackets or braces, so that no field can follow.
  private func hasBrackets(_ insert: InsertStatement) -> Bool {
    guard insert.records.count == 1, let record = insert.records.first else { return true }
    return source.bytes[record.span.lowerBound] == UInt8(ascii: "{")
  }

  /// What can follow or close a query.
  func expectationAfter(_ query: QuerySyntax, closing: Symbol? = nil) -> Expectation {
    let isChart = query.clauseKeywords.last?.clause == .chart
    let words =
      [closing?.rawValue].compactMap { $0 } + (isChart ? query.chart?.missingWords ?? [] : [])
    return .clause(isAfterExpression: isAfterExpression, or: query.openList + words)
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

  mutating func explainStatement() throws(SyntaxError) -> Statement.Kind {
    push(try expect(.explain))
    try descend()
    let run = peek().keyword == .run ? advance().span : nil
    let statement = try statement()
    ascend()
    pop()
    return .explain(statement, run: run)
  }

  mutating func traceStatement() throws(SyntaxError) -> QuerySyntax {
    push(try expect(.trace))
    let query = try fetchStatement()
    pop()
    return query
  }

  mutating func watchStatement() throws(SyntaxError) -> WatchStatement {
    push(try expect(.watch))
    let duration = nextIf(.for) ? try watchTime() : nil
    let isCount = peek().keyword == .count
    guard isCount || peek().keyword == .fetch else {
      let words: [Keyword] = (duration == nil ? [.for] : []) + [.fetch, .count]
      throw mismatch(.tokens(words.map(\.rawValue)))
    }
    let query = isCount ? try countStatement() : try fetchStatement()
    pop()
    return WatchStatement(duration: duration, query: query, isCount: isCount)
  }

  /// A duration; after `for`, a statement keyword starts one only if no query follows it.
  private mutating func watchTime() throws(SyntaxError) -> ExpressionSyntax {
    let statements: [Keyword] = [.fetch, .count]
    guard let first = peek().keyword, statements.contains(first),
      case .word(let next) = peek(1).kind
    else { return try expression() }
    let goesOn = next.map { $0.roles.contains(.operator) || statements.contains($0) } ?? false
    guard goesOn else { throw mismatch(.watchTime) }
    return try expression()
  }

  mutating func relateStatement() throws(SyntaxError) -> RelateStatement {
    push(try expect(.relate))
    let source = try relatedAttribute()
    try expect(.to)
    let target = try relatedAttribute()
    let inverse = nextIf(.as) ? try name(.newName) : nil
    pop()
    return RelateStatement(source: source, target: target, inverse: inverse)
  }

  mutating func relatedAttribute() throws(SyntaxError) -> RelateStatement.Side {
    let entity = try name(.entity)
    try expect(.dot)
    return RelateStatement.Side(entity: entity, attribute: try dottedName(.attribute))
  }
}
