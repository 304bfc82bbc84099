import Diagnostics
import Model
import Syntax

/// Translates `UPDATE … SET …`, including an `update` of the language whose `where` is last.
enum SQLUpdate {
  static func statement(_ reader: SQLReader, _ schema: Schema) -> Statement.Kind? {
    var reader = reader
    guard reader.take("UPDATE"), let clauses = reader.clauses(["SET", "WHERE", "FROM"]),
      clauses["FROM"] == nil, let table = clauses[""], let set = clauses["SET"],
      let names = SQLNames(table, schema)
    else { return nil }
    let assignments = set.commaParts.compactMap { assignment($0, names) }
    guard assignments.count == set.commaParts.count,
      let selection = names.selection(clauses["WHERE"])
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
    guard let column = reader.takeTableName(), reader.take(symbol: "="),
      let value = SQLExpressions.whole(reader, names)
    else { return nil }
    return AssignmentSyntax(
      path: [.sql(SQLNames.attribute(column, of: names.entity) ?? column)],
      operation: .set,
      operationSpan: SourceSpan(at: 0),
      value: .expression(value)
    )
  }
}

/// Translates `DELETE FROM …` and `TRUNCATE …`.
enum SQLDelete {
  static func statement(_ reader: SQLReader, _ schema: Schema) -> Statement.Kind? {
    var reader = reader
    if reader.take("TRUNCATE") {
      _ = reader.take("TABLE")
    } else if !reader.take("DELETE", "FROM") {
      return nil
    }
    guard let clauses = reader.clauses(["WHERE"]), let table = clauses[""],
      let names = SQLNames(table, schema),
      let selection = names.selection(clauses["WHERE"])
    else { return nil }
    let all = selection.predicate == nil ? SourceSpan(at: 0) : nil
    return .delete(DeleteStatement(selection: selection, all: all))
  }
}

extension SQLNames {
  /// The records of a change with the condition of its `WHERE`.
  fileprivate func selection(_ condition: SQLReader?) -> QuerySyntax? {
    var query = QuerySyntax(entity: .sql(entity.name))
    guard let condition else { return query }
    query.predicate = SQLExpressions.whole(condition, self)
    return query.predicate == nil ? nil : query
  }
}

extension SQLReader {
  /// Whether `SET` is before `WHERE`, as in SQL.
  var setsBeforeWhere: Bool {
    let words = tokens.compactMap(\.keyword)
    guard let set = words.firstIndex(of: "SET"), let choice = words.firstIndex(of: "WHERE") else {
      return false
    }
    return set < choice
  }
}
