import GRDB
import GRDBSQLite
import SQLGeneration

extension FileSnapshot {
  /// Copies rows without numbers, of views and tables without row numbers, to a temporary table,
  /// which exists until the transaction ends.
  func number(_ mapping: EntityMapping) throws {
    guard case .numbered(let order) = mapping.source else { return }
    try connection.perform { db in
      try NumberedRows(table: mapping.table, order: order, db: db).make()
    }
  }
}

/// A temporary table with numbered rows of a view or table.
private struct NumberedRows {
  let table: String
  /// The columns of the identity order.
  let order: [String]
  let db: Database

  private var name: String { "rows \(table)" }

  func make() throws {
    let isThere = try db.number("SELECT count(*) FROM sqlite_temp_master WHERE name = ?", [name])
    guard isThere == 0 else { return }
    let rows = "SELECT * FROM \(table.quotedForSQL)"
    try db.execute(sql: "CREATE TEMP TABLE \(name.quotedForSQL) AS \(rows) LIMIT 0")
    try keepCollations()
    let columns = order.map(\.quotedForSQL).joined(separator: ", ")
    try db.execute(
      sql: "INSERT INTO temp.\(name.quotedForSQL) \(rows)"
        + (order.isEmpty ? "" : " ORDER BY \(columns)")
    )
  }

  /// Recreates the table if columns have collations, since a copy only preserves their affinity.
  private func keepCollations() throws {
    let columns = try Row.fetchAll(
      db,
      sql: "SELECT name, type FROM pragma_table_xinfo(?, 'temp')",
      arguments: [name]
    ).map { row in
      let (name, type): (String, String) = (row["name"], row["type"])
      return (name: name, type: type)
    }
    let collations = columns.map { collation(of: $0.name) }
    guard collations.contains(where: { $0 != nil && $0 != "BINARY" }) else { return }
    let definitions = zip(columns, collations).map { column, collation in
      "\(column.name.quotedForSQL) \(column.type)"
        + (collation.map { " COLLATE \($0.quotedForSQL)" } ?? "")
    }
    try db.execute(
      sql: "DROP TABLE temp.\(name.quotedForSQL);"
        + " CREATE TEMP TABLE \(name.quotedForSQL) (\(definitions.joined(separator: ", ")))"
    )
  }

  /// The collation of a column; nil for views, for which SQLite reports none.
  private func collation(of column: String) -> String? {
    var collation: UnsafePointer<CChar>?
    let code = sqlite3_table_column_metadata(
      db.sqliteConnection,
      "main",
      table,
      column,
      nil,
      &collation,
      nil,
      nil,
      nil
    )
    guard code == SQLITE_OK, let collation else { return nil }
    return String(cString: collation)
  }
}
