import GRDB
import GRDBSQLite

/// Stepping through statements by SQLite's own functions: rows become columns without a value between.
extension Statement {
  /// Goes to the next row; false behind the last.
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

  /// Makes the statement ready to run again with other values.
  func reset() {
    sqlite3_reset(sqliteStatement)
  }

  /// Runs a statement that answers no rows to its end, and makes it ready to run again.
  func run(_ db: Database) throws {
    defer { reset() }
    while try step(db) {}
  }

  /// Binds a number to the question mark in a place, which is counted from 1.
  func bind(_ number: Int64, at place: Int32) {
    sqlite3_bind_int64(sqliteStatement, place, number)
  }

  /// The number in a column of the row, counted from 0.
  func number(_ column: Int32) -> Int64 { sqlite3_column_int64(sqliteStatement, column) }

  /// The text in a column of the row, counted from 0; empty for nil.
  func text(_ column: Int32) -> String {
    sqlite3_column_text(sqliteStatement, column).map { String(cString: $0) } ?? ""
  }
}
