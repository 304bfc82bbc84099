import Foundation
import GRDB
import SQLGeneration

/// Sample values of columns whose type neither the model nor a declaration defines.
struct ColumnSamples {
  let db: Database
  /// The number of rows to read.
  private static let rowCount = 200

  /// The values other than NULL in a column's first rows; empty if they cannot be read.
  func values(_ column: String, of table: String) -> [DatabaseValue] {
    let sql =
      "SELECT c FROM (SELECT \(column.quotedForSQL) AS c FROM \(table.quotedForSQL)"
      + " LIMIT \(Self.rowCount)) WHERE c IS NOT NULL"
    let rows = try? Row.fetchAll(db, sql: sql)
    return (rows ?? []).map { $0[0] as DatabaseValue }
  }

  /// The blobs among the sample values.
  func blobs(_ column: String, of table: String) -> [Data] {
    values(column, of: table).compactMap { Data.fromDatabaseValue($0) }
  }
}
