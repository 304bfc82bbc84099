import Diagnostics

extension Parser {
  mutating func importStatement() throws(SyntaxError) -> ImportStatement {
    push(try expect(.import))
    var statement = ImportStatement(try importSource())
    var clauses: [Keyword: SourceSpan] = [:]
    while let keyword = peekIfContinuing()?.keyword, Self.importClauses.contains(keyword) {
      let token = advance()
      if let first = clauses[keyword], keyword != .key {
        report(.repeated(word: keyword.rawValue, first: first, second: token.span))
      }
      clauses[keyword] = token.span
      try importClause(keyword, token, of: &statement)
    }
    pop()
    return statement
  }

  private static let importClauses: Set<Keyword> = [
    .as, .at, .into, .map, .key, .updating, .skip,
  ]

  mutating func importSource() throws(SyntaxError) -> ImportStatement.Source {
    if peek().keyword == .stdin { return .standardInput(advance().span) }
    var files = [try filePath()]
    while nextIf(.comma) { files.append(try filePath()) }
    return .files(files)
  }

  mutating func filePath(_ expectation: Expectation = .path) throws(SyntaxError) -> FilePathSyntax {
    guard case .string(let path) = peek().kind else { throw mismatch(expectation) }
    return FilePathSyntax(path, span: advance().span)
  }

  mutating func importClause(
    _ keyword: Keyword,
    _ token: Token,
    of statement: inout ImportStatement
  ) throws(SyntaxError) {
    switch keyword {
    case .as: statement.format = try name(.format)
    case .at: statement.place = try filePath(.placeInFile)
    case .into: statement.entity = try name(.entity)
    case .map: statement.mappings = try mapClause()
    case .key: statement.keys.append(try keyClause())
    case .updating:
      let key = isNext(.by) ? try upsertKey() : []
      statement.updating = UpdatingSyntax(span: token.span, key: key)
    default:
      try expect(.bad)
      statement.skipping = span(from: token.span)
    }
  }

  mutating func mapClause() throws(SyntaxError) -> [MappingSyntax] {
    var mappings: [MappingSyntax] = []
    try openList(.leftBrace)
    while isAtElement(after: mappings.count) { mappings.append(try mapping()) }
    _ = try closeList()
    return mappings
  }

  mutating func mapping() throws(SyntaxError) -> MappingSyntax {
    let name = try memberName(.field)
    try expect(.colon)
    return MappingSyntax(name: name, value: try expression())
  }

  mutating func keyClause() throws(SyntaxError) -> KeyMatchSyntax {
    let relationship = try name(.relationship)
    try expect(.arrow)
    let target = try relatedAttribute()
    let allowsMissing = nextIf(.else)
    if allowsMissing { try expect(.nil) }
    return KeyMatchSyntax(
      relationship: relationship,
      target: target,
      allowsMissing: allowsMissing
    )
  }

  mutating func applyStatement() throws(SyntaxError) -> ApplyStatement {
    push(try expect(.apply))
    let source: ImportStatement.Source =
      peek().keyword == .stdin ? .standardInput(advance().span) : .files([try filePath()])
    let format = nextIf(.as) ? try name(.format) : nil
    pop()
    return ApplyStatement(source: source, format: format)
  }

  mutating func exportStatement() throws(SyntaxError) -> ExportStatement {
    push(try expect(.export))
    let (query, isCount) = try exportedQuery()
    try expect(.to, or: expectationAfterExported(query))
    let path = try filePath()
    let format = nextIf(.as) ? try name(.format) : nil
    var safety: SourceSpan?
    if isNext(.safe) {
      let start = advance().span
      try expect(.csv)
      safety = span(from: start)
    }
    pop()
    return ExportStatement(
      query: query,
      isCount: isCount,
      path: path,
      format: format,
      safety: safety
    )
  }

  mutating func exportedQuery() throws(SyntaxError) -> (query: QuerySyntax, isCount: Bool) {
    guard peek().symbol == .leftParenthesis else { return try exportableQuery() }
    try openList(.leftParenthesis)
    let (query, isCount) = try exportableQuery()
    _ = try closeList(or: expectationAfter(query, closing: .rightParenthesis))
    return (query, isCount)
  }

  /// `fetch Budget`, `count Budget` or `Budget`.
  mutating func exportableQuery() throws(SyntaxError) -> (query: QuerySyntax, isCount: Bool) {
    switch peek().keyword {
    case .fetch: (try fetchStatement(), false)
    case .count where isCountAhead(): (try countStatement(), true)
    default: (try query(), false)
    }
  }

  /// Whether the next `count` is a keyword: then another name follows it.
  private mutating func isCountAhead() -> Bool {
    switch peek(1).kind {
    case .quotedName: true
    case .word(let keyword): keyword?.canFollowExported != true
    case .symbol(.leftParenthesis): peek(2).keyword == .fetch && peek(3).symbol != .colon
    default: false
    }
  }

  private func expectationAfterExported(_ query: QuerySyntax) -> Expectation {
    if source.bytes[(previous?.span.upperBound ?? 1) - 1] == UInt8(ascii: ")") {
      return .tokens([Keyword.to.rawValue])
    }
    return .clause(isAfterExpression: isAfterExpression, or: query.openList + [Keyword.to.rawValue])
  }
}

extension ImportStatement {
  /// The words that can still follow.
  var missingWords: [String] {
    let absent: [(Keyword, Bool)] = [
      (.as, format == nil), (.at, place == nil), (.into, entity == nil), (.map, mappings == nil),
      (.key, true), (.updating, updating == nil), (.skip, skipping == nil),
    ]
    return absent.filter(\.1).map(\.0.rawValue)
  }
}

extension ExportStatement {
  /// The words that can still follow.
  var missingWords: [String] {
    if safety != nil { return [] }
    return (format == nil ? [Keyword.as.rawValue] : []) + [Keyword.safe.rawValue]
  }
}

extension Keyword {
  /// Whether the word can follow an exported model as a keyword.
  var canFollowExported: Bool { roles.contains(.clause) || self == .to || self == .as }
}
