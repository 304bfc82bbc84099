import Diagnostics

extension Parser {
  /// Both rules fill in the same value, because `QuerySyntax` is large and parsing recurses.
  mutating func query() throws(SyntaxError) -> QuerySyntax {
    var query = QuerySyntax(entity: NameSyntax("", span: peek().span))
    if peek().symbol == .leftParenthesis, peek(1).keyword == .fetch {
      try queryOfRows(&query)
    } else {
      try queryOfRecords(&query)
    }
    return query
  }

  mutating func queryOfRecords(_ query: inout QuerySyntax) throws(SyntaxError) {
    query.only = isAtOnly() ? advance().span : nil
    query.entity = try entityName()
    let record = isAtRecordKey(after: query.entity) ? try recordKey(of: query.entity) : nil
    if record == nil {
      if nextIf(.dot) { query.savedQuery = try dottedName(.savedQuery) }
      if isNext(.leftParenthesis) { query.arguments = try queryArguments() }
    }
    if !isAtPast(), nextIf(.as) { query.alias = try name(.newName) }
    try clauses(of: &query)
    if let record { try choose(record, in: &query) }
  }

  /// `(fetch …) where …`
  mutating func queryOfRows(_ query: inout QuerySyntax) throws(SyntaxError) {
    // A query in parentheses takes more of the stack than other brackets.
    try descend()
    try descend()
    push(try expect(.leftParenthesis), .areSpace)
    query.source = try sourceQuery()
    query.entity = NameSyntax(
      "",
      span: pop().span.joined(with: previous?.span ?? query.entity.span)
    )
    ascend()
    ascend()
    if !isAtPast(), nextIf(.as) { query.alias = try name(.newName) }
    try clauses(of: &query)
  }

  private mutating func sourceQuery() throws(SyntaxError) -> SourceQuery {
    let inner = try fetchStatement()
    try expect(.rightParenthesis, or: expectationAfter(inner, closing: .rightParenthesis))
    return SourceQuery(inner)
  }

  /// Whether `#3` follows a name without a space.
  private mutating func isAtRecordKey(after name: NameSyntax) -> Bool {
    let token = peek()
    return token.symbol == .hash && token.span.lowerBound == name.span.upperBound
  }

  /// Reads `Budget#3 where …` as `Budget where @id == Budget#3 and …`.
  private mutating func choose(
    _ record: ExpressionSyntax,
    in query: inout QuerySyntax
  ) throws(SyntaxError) {
    let identity = try node(.identity(of: nil), record.span)
    let equals = BinaryOperatorUse(.equal, span: record.span)
    let condition = try node(.binary(equals, identity, record), record.span)
    guard let predicate = query.predicate else {
      query.predicate = condition
      query.clauseKeywords.insert(ClauseKeyword(clause: .predicate, span: record.span), at: 0)
      return
    }
    query.predicate = try conjunction(condition, before: predicate)
  }

  /// `condition and a and b`, associated as without parentheses.
  private mutating func conjunction(
    _ condition: ExpressionSyntax,
    before predicate: ExpressionSyntax
  ) throws(SyntaxError) -> ExpressionSyntax {
    var rest: [(use: BinaryOperatorUse, right: ExpressionSyntax)] = []
    var first = predicate
    while case .binary(let use, let left, let right) = first.kind, use.operator == .and {
      rest.append((use, right))
      first = left
    }
    let start = BinaryOperatorUse(.and, span: condition.span)
    var joined = try node(.binary(start, condition, first), condition.span.joined(with: first.span))
    for (use, right) in rest.reversed() {
      joined = try node(.binary(use, joined, right), joined.span.joined(with: right.span))
    }
    return joined
  }

  mutating func queryArguments() throws(SyntaxError) -> QueryArguments {
    var arguments: [(name: NameSyntax, value: ExpressionSyntax)] = []
    try openList(.leftParenthesis)
    while isAtElement(after: arguments.count) { arguments.append(try queryArgument()) }
    return QueryArguments(arguments: arguments, span: try closeList())
  }

  mutating func queryArgument() throws(SyntaxError) -> (name: NameSyntax, value: ExpressionSyntax) {
    let name = try memberName(.parameter)
    try expect(.colon)
    return (name, try expression())
  }

  /// Parses the following clauses.
  mutating func clauses(of query: inout QuerySyntax) throws(SyntaxError) {
    while let clause = nextClause() {
      let token = advance()
      if clause == .moment { advance() }
      noteClause(clause, token, in: &query)
      push(token)
      try self.clause(clause, of: &query, token)
      pop()
    }
  }

  private mutating func nextClause() -> Clause? {
    guard let keyword = peekIfContinuing()?.keyword else { return nil }
    return isAtPast() ? .moment : Clause(keyword)
  }

  /// Reports a duplicate clause; the later one counts.
  private mutating func noteClause(_ clause: Clause, _ token: Token, in query: inout QuerySyntax) {
    if let first = query.clauseKeywords.first(where: { $0.clause == clause }) {
      report(
        clause == .limit && !query.limitKeys.isEmpty
          ? .limitAfterGroupLimit(first: first.span, second: token.span)
          : .repeated(word: clause.rawValue, first: first.span, second: token.span)
      )
    }
    query.clauseKeywords.append(ClauseKeyword(clause: clause, span: token.span))
  }

  mutating func clause(
    _ clause: Clause,
    of query: inout QuerySyntax,
    _ keyword: Token
  ) throws(SyntaxError) {
    switch clause {
    case .moment: query.moment = try pastMoment()
    case .predicate: query.predicate = try whereClause()
    case .sample: query.sample = try sampleClause()
    case .grouping:
      query.groupKeys = try groupClause()
      if nextIf(.pivot) { query.pivot = try groupKey() }
      if nextIf(.with) { query.totals = try expect(.totals).span }
    case .groupPredicate: query.groupPredicate = try havingClause()
    case .selection: query.selection = try selectClause(keyword, of: &query)
    case .distinct: query.distinct = keyword.span
    case .sort: query.sort = try sortClause()
    case .limit:
      query.limit = try limitClause()
      if nextIf(.per) { query.limitKeys = try limitKeys() }
    case .offset: query.offset = try offsetClause()
    case .chart: query.chart = try chartClause()
    }
  }

  mutating func whereClause() throws(SyntaxError) -> ExpressionSyntax {
    want(.condition)
    return try expression()
  }

  mutating func groupClause() throws(SyntaxError) -> [ExpressionSyntax] {
    try expect(.by)
    var keys = [try groupKey()]
    while nextElement() { keys.append(try groupKey()) }
    return keys
  }

  mutating func groupKey() throws(SyntaxError) -> ExpressionSyntax {
    want(.groupKey)
    return try expression()
  }

  mutating func havingClause() throws(SyntaxError) -> ExpressionSyntax {
    want(.condition)
    return try expression()
  }

  /// Reads `select distinct city` as `select city distinct`.
  mutating func selectClause(
    _ keyword: Token,
    of query: inout QuerySyntax
  ) throws(SyntaxError) -> SelectClause {
    if isAtDistinctOperand() {
      let distinct = advance()
      noteClause(.distinct, distinct, in: &query)
      query.distinct = distinct.span
    }
    var items = [try selectItem()]
    while nextElement() { items.append(try selectItem()) }
    return SelectClause(items: items, span: span(from: keyword.span))
  }

  mutating func selectItem() throws(SyntaxError) -> SelectItem {
    if peek().symbol == .star { return .all(advance().span) }
    want(.column)
    let column = try expression()
    let shape = isNext(.leftBrace) ? try shape(of: column) : nil
    let alias = !isAtPast() && nextIf(.as) ? try name(.newName) : nil
    if let shape { return .shape(shape, alias: alias) }
    return .expression(column, alias: alias)
  }

  mutating func shape(of path: ExpressionSyntax) throws(SyntaxError) -> ShapeSyntax {
    var items: [SelectItem] = []
    try openList(.leftBrace)
    repeat { items.append(try selectItem()) } while nextIf(.comma)
    var clauses = QuerySyntax(entity: NameSyntax("", span: path.span))
    try self.clauses(of: &clauses)
    for keyword in clauses.clauseKeywords where !keyword.clause.isAllowedInShape {
      report(.clauseInShape(Written(text: keyword.clause.rawValue, span: keyword.span)))
    }
    if let first = clauses.limitKeys.first {
      report(.clauseInShape(Written(text: Keyword.per.rawValue, span: first.span)))
    }
    let brace = try closeList(or: expectationAfter(clauses, closing: .rightBrace))
    return ShapeSyntax(
      path: path,
      items: items,
      predicate: clauses.predicate,
      sort: clauses.sort,
      limit: clauses.limit,
      offset: clauses.offset,
      span: path.span.joined(with: brace)
    )
  }

  mutating func sortClause() throws(SyntaxError) -> [SortKeySyntax] {
    var keys = [try sortKey()]
    while nextElement() { keys.append(try sortKey()) }
    return keys
  }

  mutating func sortKey() throws(SyntaxError) -> SortKeySyntax {
    want(.sortKey)
    var key = SortKeySyntax(expression: try expression())
    if case .parameter(let name) = peek().kind, peekIfContinuing() != nil {
      key.direction = NameSyntax(name, span: advance().span)
    } else if !nextIf(.asc) {
      key.isDescending = nextIf(.desc)
    }
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

  mutating func limitClause() throws(SyntaxError) -> ExpressionSyntax {
    want(.count)
    return try expression()
  }

  /// The keys after `per`.
  mutating func limitKeys() throws(SyntaxError) -> [ExpressionSyntax] {
    var keys = [try groupKey()]
    while nextElement() { keys.append(try groupKey()) }
    return keys
  }

  mutating func sampleClause() throws(SyntaxError) -> SampleClause {
    want(.count)
    let amount = try path()
    return SampleClause(amount, isPercentage: nextIf(.percent))
  }

  mutating func offsetClause() throws(SyntaxError) -> ExpressionSyntax {
    want(.count)
    return try expression()
  }
}

extension QuerySyntax {
  /// The comma, if the last clause is a list.
  var openList: [String] {
    switch clauseKeywords.last?.clause {
    case .grouping: groupContinuations
    case .selection, .sort: [Symbol.comma.rawValue]
    case .limit: [limitKeys.isEmpty ? Keyword.per.rawValue : Symbol.comma.rawValue]
    default: []
    }
  }

  private var groupContinuations: [String] {
    if totals != nil { return [] }
    let keys = pivot == nil ? [Symbol.comma.rawValue, Keyword.pivot.rawValue] : []
    return keys + ["\(Keyword.with.rawValue) \(Keyword.totals.rawValue)"]
  }
}

extension Clause {
  /// Whether the clause is allowed within `expenses { … }`.
  fileprivate var isAllowedInShape: Bool {
    switch self {
    case .predicate, .sort, .limit, .offset: true
    case .moment, .sample, .grouping, .groupPredicate, .selection, .distinct, .chart: false
    }
  }

  /// The clause that starts with `keyword`.
  init?(_ keyword: Keyword) {
    guard keyword.roles.contains(.clause) else { return nil }
    self.init(rawValue: keyword.rawValue)
  }
}
