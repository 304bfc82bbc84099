import GRDB
import GRDBSQLite

/// Calls SQLite's functions directly, so that rows become columns without intermediate values.
extension Statement {
  /// Moves to the next row; returns false at the end.
  func step(_ db: Database) throws -> Bool {
    let code = sqlite3_step(sqliteStatement)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw DatabaseError(
      resultCode: ResultCode(rawValue: code),
      message: db.lastErrorMessage,
      sql: sql
    )
  }

  /// Resets the statement, so that it can run again.
  func reset() {
    sqlite3_reset(sqliteStatement)
  }

  /// Runs a statement without result rows, and resets it.
  func run(_ db: Database) throws {
    defer { reset() }
    while try step(db) {}
  }

  /// Binds a number to a question mark, counted from 1.
  func bind(_ number: Int64, at place: Int32) {
    sqlite3_bind_int64(sqliteStatement, place, number)
  }

  /// The number in a column, counted from 0.
  func number(_ column: Int32) -> Int64 { sqlite3_column_int64(sqliteStatement, column) }

  /// The string in a column, counted from 0; empty for NULL.
  func text(_ column: Int32) -> String {
    sqlite3_column_text(sqliteStatement, column).map { String(cString: $0) } ?? ""
  }
}
