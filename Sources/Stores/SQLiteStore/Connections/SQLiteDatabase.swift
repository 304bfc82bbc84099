import Columns
import GRDB
import GRDBSQLite
import Model
import NativeStores
import SQLGeneration

/// A connection within a transaction, as the database of a native store.
struct SQLiteDatabase: NativeDatabase {
  let db: Database

  /// The number of rows that a statement inserts at once, as in ``TableWriter``.
  private static let blockSize = 16

  var dialect: SQLDialect { .sqlite }

  func execute(_ sql: SQLFragment) throws {
    if sql.bindings.isEmpty { return try db.execute(sql: sql.text) }
    let statement = try db.cachedStatement(sql: sql.text)
    for (place, value) in sql.bindings.enumerated() {
      statement.bind(value, at: Int32(place + 1))
    }
    try statement.run(db)
  }

  func read(_ sql: SQLFragment, _ body: ([SQLValue]) throws -> Void) throws {
    let cached = try db.cachedStatement(sql: sql.text)
    // `body` may run the same query.
    let isBusy = sqlite3_stmt_busy(cached.sqliteStatement) != 0
    let statement = isBusy ? try db.makeStatement(sql: sql.text) : cached
    defer { statement.reset() }
    for (place, value) in sql.bindings.enumerated() {
      statement.bind(value, at: Int32(place + 1))
    }
    while try statement.step(db) {
      // Columns may have been added since the statement was cached.
      let places = 0..<sqlite3_column_count(statement.sqliteStatement)
      try body(places.map { SQLiteCell(row: statement.sqliteStatement, place: $0).sqlValue })
    }
  }

  func insert(into table: String, _ columns: [String], _ rows: [[SQLValue]]) throws {
    if rows.isEmpty { return }
    let names = columns.map(\.quotedForSQL).joined(separator: ", ")
    let target = "INSERT INTO \(table.quotedForSQL) (\(names)) VALUES "
    let marks = "(" + columns.map { _ in "?" }.joined(separator: ", ") + ")"
    var rest = rows[...]
    // SQLite before 3.32 allows so few question marks.
    if rest.count >= Self.blockSize, columns.count * Self.blockSize < 1_000 {
      let values = Array(repeating: marks, count: Self.blockSize).joined(separator: ", ")
      let statement = try db.cachedStatement(sql: target + values)
      while rest.count >= Self.blockSize {
        try run(statement, rest.prefix(Self.blockSize))
        rest = rest.dropFirst(Self.blockSize)
      }
    }
    if rest.isEmpty { return }
    let statement = try db.cachedStatement(sql: target + marks)
    for place in rest.indices { try run(statement, rest[place...place]) }
  }

  /// Runs a statement with the values of rows, one row after the other.
  private func run(_ statement: Statement, _ rows: ArraySlice<[SQLValue]>) throws {
    // The statement stays prepared and would keep large values.
    defer { sqlite3_clear_bindings(statement.sqliteStatement) }
    var mark: Int32 = 1
    for row in rows {
      for value in row {
        statement.bind(value, at: mark)
        mark += 1
      }
    }
    try statement.run(db)
  }

  func hasTable(_ name: String) throws -> Bool { try count(of: "table", name) > 0 }

  func hasIndex(_ name: String) throws -> Bool { try count(of: "index", name) > 0 }

  /// Foreign keys are parts of the tables' definitions.
  func hasForeignKey(_ key: NativeStoreTables.ForeignKey) -> Bool { true }

  private func count(of type: String, _ name: String) throws -> Int64 {
    try db.number(
      "SELECT count(*) FROM sqlite_schema WHERE type = ? AND name = ?",
      [type, name]
    )
  }

  func dropIndexes(of table: String) throws {
    let names = try String.fetchAll(
      db,
      sql: "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql NOT NULL",
      arguments: [table]
    )
    for name in names { try db.execute(sql: "DROP INDEX \(name.quotedForSQL)") }
  }

  func drop(_ table: String) throws { try db.execute(sql: "DROP TABLE \(table.quotedForSQL)") }

  func rename(_ table: String, to name: String) throws {
    try db.execute(sql: "ALTER TABLE \(table.quotedForSQL) RENAME TO \(name.quotedForSQL)")
  }

  func values(
    of column: ColumnMapping,
    _ type: ValueType,
    in table: EntityMapping
  ) throws -> Column {
    guard let decoder = makeColumnDecoder(column.codec, type) else {
      return Column.empty(of: type) ?? .bool(FixedColumn(values: []))
    }
    let statement = try db.makeStatement(
      sql: "SELECT \(column.name.quotedForSQL) FROM \(table.table.quotedForSQL)"
        + " ORDER BY \(table.rowNumber.quotedForSQL)"
    )
    while try statement.step(db) { decoder.append(statement.sqliteStatement, 0) }
    return decoder.takeColumn()
  }

  func write(
    _ values: Column,
    to column: ColumnMapping,
    of table: EntityMapping,
    named name: String,
    _ ids: [Int64]
  ) throws {
    let update = try db.makeStatement(
      sql: "UPDATE \(name.quotedForSQL) SET \(column.name.quotedForSQL) = ?"
        + " WHERE \(table.rowNumber.quotedForSQL) = ?"
    )
    let bind = column.codec.binding(of: values)
    for (row, id) in ids.enumerated() {
      try bind(update, row..<row + 1, 1, 0)
      update.bind(id, at: 2)
      try update.run(db)
    }
  }
}

extension Database {
  /// The database as that of a native store.
  var native: SQLiteDatabase { SQLiteDatabase(db: self) }
}
