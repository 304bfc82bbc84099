import Diagnostics
import Model
import Syntax

/// `UPDATE … SET …` as a statement of the language; so is an update whose `where` stands last.
enum SQLUpdate {
  static func statement(_ reader: SQLReader, _ schema: Schema) -> Statement.Kind? {
    var reader = reader
    guard reader.take("UPDATE"), let clauses = reader.clauses(["SET", "WHERE", "FROM"]),
      clauses["FROM"] == nil, var table = clauses[""], let set = clauses["SET"],
      let names = SQLChangedTable.names(&table, schema)
    else { return nil }
    let assignments = set.commaParts.compactMap { assignment($0, names) }
    guard assignments.count == set.commaParts.count,
      let selection = SQLChangedTable.selection(names, clauses["WHERE"])
    else { return nil }
    return .update(
      UpdateStatement(
        selection: selection,
        all: selection.predicate == nil ? SourceSpan(at: 0) : nil,
        assignments: assignments
      )
    )
  }

  /// `b.limit = b.limit * 2`
  private static func assignment(_ part: SQLReader, _ names: SQLNames) -> AssignmentSyntax? {
    var reader = part
    guard var column = reader.takeName() else { return nil }
    while reader.take(symbol: ".") {
      guard let next = reader.takeName() else { return nil }
      column = next
    }
    guard reader.take(symbol: "="), let value = SQLExpressions.whole(reader, names) else {
      return nil
    }
    return AssignmentSyntax(
      path: [.sql(SQLNames.attribute(column, of: names.entity) ?? column)],
      operation: .set,
      operationSpan: SourceSpan(at: 0),
      value: .expression(value)
    )
  }
}

/// `DELETE FROM …` and `TRUNCATE …` as statements of the language.
enum SQLDelete {
  static func statement(_ reader: SQLReader, _ schema: Schema) -> Statement.Kind? {
    var reader = reader
    if reader.take("TRUNCATE") {
      _ = reader.take("TABLE")
    } else if !reader.take("DELETE", "FROM") {
      return nil
    }
    guard let clauses = reader.clauses(["WHERE"]), var table = clauses[""],
      let names = SQLChangedTable.names(&table, schema),
      let selection = SQLChangedTable.selection(names, clauses["WHERE"])
    else { return nil }
    let all = selection.predicate == nil ? SourceSpan(at: 0) : nil
    return .delete(DeleteStatement(selection: selection, all: all))
  }
}

/// The table whose rows are changed.
private enum SQLChangedTable {
  /// `budget`, `budget AS b`, `budget b`
  static func names(_ reader: inout SQLReader, _ schema: Schema) -> SQLNames? {
    guard let name = SQLTables.tableName(&reader), let entity = SQLNames.entity(name, in: schema)
    else { return nil }
    _ = reader.take("AS")
    let alias = reader.takeName()
    return reader.isAtEnd
      ? SQLNames(entity: entity, qualifiers: [name] + (alias.map { [$0] } ?? [])) : nil
  }

  static func selection(_ names: SQLNames, _ condition: SQLReader?) -> QuerySyntax? {
    var query = QuerySyntax(entity: .sql(names.entity.name))
    guard let condition else { return query }
    query.predicate = SQLExpressions.whole(condition, names)
    return query.predicate == nil ? nil : query
  }
}

extension SQLReader {
  /// Whether `SET` stands before `WHERE`, as in SQL.
  var setsBeforeItChooses: Bool {
    let words = tokens.compactMap(\.keyword)
    guard let set = words.firstIndex(of: "SET"), let choice = words.firstIndex(of: "WHERE") else {
      return false
    }
    return set < choice
  }
}
