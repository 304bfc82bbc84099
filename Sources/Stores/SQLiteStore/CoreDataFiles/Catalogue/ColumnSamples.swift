import Foundation
import GRDB
import SQLGeneration

/// The first values of columns, for what neither the model nor a declaration says about them.
struct ColumnSamples {
  private let db: Database
  /// So many rows are looked at.
  private static let rowCount = 200

  init(_ db: Database) {
    self.db = db
  }

  /// What is not NULL in a column of the first rows of a table; nothing where it cannot be read.
  func values(_ column: String, of table: String) -> [DatabaseValue] {
    let sql =
      "SELECT c FROM (SELECT \(column.quotedForSQL) AS c FROM \(table.quotedForSQL)"
      + " LIMIT \(Self.rowCount)) WHERE c IS NOT NULL"
    let rows = try? Row.fetchAll(db, sql: sql)
    return (rows ?? []).map { $0[0] as DatabaseValue }
  }

  /// The blobs among them.
  func blobs(_ column: String, of table: String) -> [Data] {
    values(column, of: table).compactMap { Data.fromDatabaseValue($0) }
  }
}
