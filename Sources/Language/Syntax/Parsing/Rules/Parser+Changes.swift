import Diagnostics

extension Parser {
  mutating func updateStatement() throws(SyntaxError) -> UpdateStatement {
    push(try expect(.update))
    let (selection, all) = try changedRecords()
    try expect(.set, or: expectationAfterSelection(selection))
    var assignments = [try assignment()]
    while nextIf(.comma) { assignments.append(try assignment()) }
    pop()
    return UpdateStatement(selection: selection, all: all, assignments: assignments)
  }

  mutating func deleteStatement() throws(SyntaxError) -> DeleteStatement {
    push(try expect(.delete))
    let (selection, all) = try changedRecords()
    pop()
    return DeleteStatement(selection: selection, all: all)
  }

  /// A query, or the record of a parameter: `$workout`.
  mutating func changedRecords() throws(SyntaxError) -> (selection: QuerySyntax, all: SourceSpan?) {
    guard case .parameter(let name) = peek().kind else {
      let all = isAtAll() ? advance().span : nil
      return (try query(), all)
    }
    var query = QuerySyntax(entity: NameSyntax(name, span: advance().span))
    query.isParameter = true
    return (query, nil)
  }

  /// Whether `all` and a model come next.
  private mutating func isAtAll() -> Bool {
    guard peek().keyword == .all, !endsStatement(before: peek(1)) else { return false }
    return peek(1).mayBeName
      || peek(1).symbol == .leftParenthesis && peek(2).keyword == .fetch
  }

  /// What can follow the records of an update.
  private func expectationAfterSelection(_ selection: QuerySyntax) -> Expectation {
    // `sort` is the only list that an update takes.
    let isSorted = selection.clauseKeywords.last?.clause == .sort
    return .clause(
      isAfterExpression: isAfterExpression,
      or: (isSorted ? selection.openList : []) + [Keyword.set.rawValue]
    )
  }

  mutating func assignment() throws(SyntaxError) -> AssignmentSyntax {
    var path = [try memberName(.field)]
    while nextIf(.dot) { path.append(try dottedName(.field)) }
    let token = peek()
    guard let operation = AssignmentOperation.allCases.first(where: { $0.symbol == token.symbol })
    else {
      throw mismatch(.tokens(["."] + AssignmentOperation.allCases.map(\.rawValue)))
    }
    advance()
    return AssignmentSyntax(
      path: path,
      operation: operation,
      operationSpan: token.span,
      value: try fieldValue()
    )
  }

  mutating func upsertStatement() throws(SyntaxError) -> UpsertStatement {
    push(try expect(.upsert))
    let entity = try entityName()
    var key = isNext(.by) ? try upsertKey() : []
    let records = try insertedRecords()
    if key.isEmpty, isNext(.by) { key = try upsertKey() }
    pop()
    return UpsertStatement(insert: InsertStatement(entity: entity, records: records), key: key)
  }

  /// `by (owner, name)`, `by name`
  mutating func upsertKey() throws(SyntaxError) -> [NameSyntax] {
    try expect(.by)
    return isNext(.leftParenthesis) ? try attributeNames() : [try memberName(.attribute)]
  }

  /// `(owner, name)`
  mutating func attributeNames() throws(SyntaxError) -> [NameSyntax] {
    try openList(.leftParenthesis)
    var names = [try memberName(.attribute)]
    while isAtElement(after: names.count) { names.append(try memberName(.attribute)) }
    _ = try closeList()
    return names
  }

  mutating func generateStatement() throws(SyntaxError) -> GenerateStatement {
    push(try expect(.generate))
    let span = peek().span
    let count = try wholeNumber()
    let entity = try entityName()
    let seed = nextIf(.seed) ? try wholeNumber() : nil
    pop()
    return GenerateStatement(
      count: (Int(clamping: count), span),
      entity: entity,
      seed: seed
    )
  }

  /// A number without a sign and a fraction.
  mutating func wholeNumber() throws(SyntaxError) -> UInt64 {
    guard case .integer(let number) = peek().kind else { throw mismatch(.operand(.count)) }
    advance()
    return number
  }

  mutating func previewStatement() throws(SyntaxError) -> Statement {
    push(try expect(.preview))
    try descend()
    let statement = try statement()
    ascend()
    pop()
    return statement
  }

  mutating func autosaveStatement() throws(SyntaxError) -> Bool? {
    push(try expect(.autosave))
    defer { pop() }
    if nextIf(.on) { return true }
    if nextIf(.off) { return false }
    return nil
  }

  mutating func historyStatement() throws(SyntaxError) -> HistoryStatement {
    push(try expect(.history))
    let selection = isAtStatementEnd() || isAtSince() ? nil : try query()
    let since = nextIf(.since) ? try moment() : nil
    pop()
    return HistoryStatement(selection: selection, since: since)
  }

  /// Whether `since` and a point in time come next.
  private mutating func isAtSince() -> Bool {
    guard peek().keyword == .since else { return false }
    let next = peek(1)
    return next.kind != .end && next.symbol != .semicolon && !endsStatement(before: next)
  }
}

extension AssignmentOperation {
  fileprivate var symbol: Symbol {
    switch self {
    case .set: .assign
    case .add: .addAssign
    case .subtract: .subtractAssign
    }
  }
}
