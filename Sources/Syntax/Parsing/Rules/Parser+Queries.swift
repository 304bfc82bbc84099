import Diagnostics

extension Parser {
  mutating func query() throws(SyntaxError) -> QuerySyntax {
    var query = QuerySyntax(entity: try entityName())
    if nextIf(.as) { query.alias = try name(.newName) }
    try clauses(of: &query)
    return query
  }

  private mutating func clauses(of query: inout QuerySyntax) throws(SyntaxError) {
    while let keyword = peekIfContinuing()?.keyword, let clause = Clause(keyword) {
      let token = advance()
      noteClause(clause, token, in: &query)
      push(token)
      try self.clause(clause, of: &query, token)
      pop()
    }
  }

  /// A clause that stands twice is reported; the later one counts.
  private mutating func noteClause(_ clause: Clause, _ token: Token, in query: inout QuerySyntax) {
    if let first = query.clauseKeywords.first(where: { $0.clause == clause }) {
      report(.repeated(word: clause.rawValue, first: first.span, second: token.span))
    }
    query.clauseKeywords.append(ClauseKeyword(clause, span: token.span))
  }

  mutating func clause(
    _ clause: Clause,
    of query: inout QuerySyntax,
    _ keyword: Token
  ) throws(SyntaxError) {
    switch clause {
    case .predicate: query.predicate = try whereClause()
    case .selection: query.selection = try selectClause(keyword)
    case .sort: query.sort = try sortClause()
    case .limit: query.limit = try limitClause()
    case .offset: query.offset = try offsetClause()
    }
  }

  mutating func whereClause() throws(SyntaxError) -> ExpressionSyntax {
    want(.condition)
    return try expression()
  }

  mutating func selectClause(_ keyword: Token) throws(SyntaxError) -> SelectClause {
    var items = [try selectItem()]
    while nextIf(.comma) { items.append(try selectItem()) }
    return SelectClause(items: items, span: span(from: keyword.span))
  }

  mutating func selectItem() throws(SyntaxError) -> SelectItem {
    if peek().symbol == .star { return .all(advance().span) }
    want(.column)
    let column = try expression()
    let alias = nextIf(.as) ? try name(.newName) : nil
    return .expression(column, alias: alias)
  }

  mutating func sortClause() throws(SyntaxError) -> [SortKeySyntax] {
    var keys = [try sortKey()]
    while nextIf(.comma) { keys.append(try sortKey()) }
    return keys
  }

  mutating func sortKey() throws(SyntaxError) -> SortKeySyntax {
    want(.sortKey)
    var key = SortKeySyntax(expression: try expression())
    if !nextIf(.asc) { key.isDescending = nextIf(.desc) }
    if nextIf(.nulls) { key.nullPlacement = try nullPlacement() }
    if nextIf(.using) { key.order = try sortOrder() }
    return key
  }

  mutating func nullPlacement() throws(SyntaxError) -> NullPlacementSyntax {
    try choice(NullPlacementSyntax.self)
  }

  mutating func sortOrder() throws(SyntaxError) -> (SortOrderSyntax, SourceSpan) {
    let span = peek().span
    return (try choice(SortOrderSyntax.self), span)
  }

  /// Takes a keyword that is one of the cases' spellings.
  private mutating func choice<Choice: CaseIterable & RawRepresentable>(
    _ type: Choice.Type
  ) throws(SyntaxError) -> Choice where Choice.RawValue == String {
    guard let word = peek().keyword?.rawValue, let choice = Choice(rawValue: word) else {
      throw mismatch(.tokens(Choice.allCases.map(\.rawValue)))
    }
    advance()
    return choice
  }

  mutating func limitClause() throws(SyntaxError) -> ExpressionSyntax {
    want(.count)
    return try expression()
  }

  mutating func offsetClause() throws(SyntaxError) -> ExpressionSyntax {
    want(.count)
    return try expression()
  }
}

extension Clause {
  /// The clause that `keyword` begins.
  init?(_ keyword: Keyword) {
    guard keyword.roles.contains(.clause) else { return nil }
    self.init(rawValue: keyword.rawValue)
  }
}
