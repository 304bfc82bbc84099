import Diagnostics
import Model
import Syntax

/// Translates `SELECT … FROM …`.
struct SQLSelect {
  private static let words: Set<String> = [
    "SELECT", "FROM", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "OFFSET",
  ]
  private static let foreign: Set<String> = [
    "UNION", "INTERSECT", "EXCEPT", "WINDOW", "OVER", "WITH", "JOIN", "TOP", "FETCH",
  ]

  private let clauses: [String: SQLReader]
  let schema: Schema

  /// Splits the statement into clauses; nil if it has no equivalent.
  init?(_ reader: SQLReader, schema: Schema) {
    guard !reader.tokens.contains(where: { $0.keyword.map(Self.foreign.contains) ?? false }),
      let clauses = reader.clauses(Self.words), clauses["SELECT"] != nil
    else { return nil }
    self.clauses = clauses
    self.schema = schema
  }

  /// The table after `FROM`.
  var table: String? {
    guard var reader = clauses["FROM"] else { return nil }
    return reader.takeTableName()
  }

  /// The statement; nil if a part has no equivalent.
  var statement: Statement.Kind? {
    guard let from = clauses["FROM"], var names = SQLNames(from, schema) else { return nil }
    var query = QuerySyntax(entity: .sql(names.entity.name))
    guard let items = selectItems(&query, names) else { return nil }
    if let reader = clauses["WHERE"] {
      query.predicate = SQLExpressions.whole(reader, names)
      if query.predicate == nil { return nil }
    }
    names.aliases = Self.aliases(items)
    guard groups(&query, names), order(&query, items, names), numbers(&query, names) else {
      return nil
    }
    if isCount(items, query) {
      query.distinct = nil
      return .count(query)
    }
    if !items.isEmpty { query.selection = SelectClause(items: items, span: SourceSpan(at: 0)) }
    return .fetch(query)
  }

  /// The columns; empty for `*` alone.
  private func selectItems(_ query: inout QuerySyntax, _ names: SQLNames) -> [SelectItem]? {
    guard var select = clauses["SELECT"] else { return nil }
    if select.take("DISTINCT") {
      query.distinct = SourceSpan(at: 0)
    } else {
      _ = select.take("ALL")
    }
    if select.tokens.count == 1, select.isAt(symbol: "*") { return [] }
    let items = select.commaParts.compactMap { item($0, names) }
    return items.count == select.commaParts.count ? items : nil
  }

  /// `remaining AS left`, `remaining left`, `*`
  private func item(_ reader: SQLReader, _ names: SQLNames) -> SelectItem? {
    if reader.tokens.last == SQLToken(kind: .symbol, text: "*"), reader.tokens.count != 2 {
      return reader.tokens.count == 1 || reader.peek(1)?.text == "." ? .all(SourceSpan(at: 0)) : nil
    }
    var parser = SQLExpressions(reader, names)
    guard let expression = parser.expression() else { return nil }
    var rest = parser.reader
    _ = rest.take("AS")
    let alias = rest.takeName()
    guard rest.isAtEnd else { return nil }
    return .expression(expression, alias: alias.map(NameSyntax.sql))
  }

  private static func aliases(_ items: [SelectItem]) -> [String: ExpressionSyntax] {
    var aliases: [String: ExpressionSyntax] = [:]
    for case .expression(let expression, let alias?) in items {
      aliases[alias.text.lowercased()] = expression
    }
    return aliases
  }

  private func groups(_ query: inout QuerySyntax, _ names: SQLNames) -> Bool {
    if var reader = clauses["GROUP"] {
      guard reader.take("BY") else { return false }
      query.groupKeys = reader.commaParts.compactMap { SQLExpressions.whole($0, names) }
        .filter(\.isSortable)
      guard query.groupKeys.count == reader.commaParts.count else { return false }
    }
    guard let reader = clauses["HAVING"] else { return true }
    query.groupPredicate = SQLExpressions.whole(reader, names)
    return query.groupPredicate != nil
  }

  private func order(
    _ query: inout QuerySyntax,
    _ items: [SelectItem],
    _ names: SQLNames
  ) -> Bool {
    guard var reader = clauses["ORDER"] else { return true }
    guard reader.take("BY") else { return false }
    // `sort` can use aliases.
    var names = names
    names.aliases = names.aliases.keys.reduce(into: [:]) { $0[$1] = .sql(.name(.sql($1))) }
    for case .expression(_, let alias?) in items {
      names.aliases[alias.text.lowercased()] = .sql(.name(alias))
    }
    query.sort = reader.commaParts.compactMap { sortKey($0, names) }
    return query.sort.count == reader.commaParts.count
  }

  private func sortKey(_ reader: SQLReader, _ names: SQLNames) -> SortKeySyntax? {
    let options: Set<String> = ["ASC", "DESC", "NULLS"]
    let end = reader.tokens.firstIndex { $0.keyword.map(options.contains) ?? false }
    let key = SQLReader(reader.tokens[..<(end ?? reader.tokens.endIndex)])
    var rest = SQLReader(reader.tokens[(end ?? reader.tokens.endIndex)...])
    guard let expression = SQLExpressions.whole(key, names), expression.isSortable else {
      return nil
    }
    var sortKey = SortKeySyntax(expression: expression)
    if !rest.take("ASC") { sortKey.isDescending = rest.take("DESC") }
    if rest.take("NULLS") {
      sortKey.nullPlacement = rest.take("FIRST") ? .first : rest.take("LAST") ? .last : nil
    }
    return rest.isAtEnd ? sortKey : nil
  }

  /// `LIMIT 5 OFFSET 10`, `LIMIT 10, 5`
  private func numbers(_ query: inout QuerySyntax, _ names: SQLNames) -> Bool {
    if let reader = clauses["LIMIT"] {
      let parts = reader.commaParts.compactMap { SQLExpressions.whole($0, names) }
      guard parts.count == reader.commaParts.count, parts.count <= 2 else { return false }
      query.limit = parts.last
      if parts.count == 2 { query.offset = parts[0] }
    }
    if var reader = clauses["OFFSET"], let number = reader.take() {
      query.offset = SQLExpressions.whole(SQLReader([number]), names)
    }
    return true
  }

  /// Whether it is `SELECT COUNT(*)`.
  private func isCount(_ items: [SelectItem], _ query: QuerySyntax) -> Bool {
    guard items.count == 1, case .expression(let expression, _) = items[0],
      case .call(let name, let arguments) = expression.kind
    else { return false }
    return name.text == "count" && arguments.isEmpty && query.groupKeys.isEmpty
      && query.groupPredicate == nil && query.sort.isEmpty && query.limit == nil
  }
}

extension ExpressionSyntax {
  /// Whether it is not the number of a column, which has another meaning in SQL.
  fileprivate var isSortable: Bool {
    if case .literal = kind { false } else { true }
  }
}
