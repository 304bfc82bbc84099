import GRDB
import NativeStores
import SQLGeneration

extension SQLiteDatabase: ReferenceQueries {
  /// Whether a query has a row for one of the numbers, which are its first binding.
  private func finds(
    _ sql: String,
    _ numbers: some Sequence<Int64>,
    _ others: [String] = []
  ) throws -> Bool {
    let statement = try db.cachedStatement(sql: sql)
    for number in numbers {
      statement.bind(number, at: 1)
      for (place, text) in others.enumerated() {
        statement.bind(.text(text), at: Int32(place + 2))
      }
      defer { statement.reset() }
      if try statement.step(db) { return true }
    }
    return false
  }

  func hasMissing(
    _ column: String,
    in table: EntityMapping,
    _ kinds: [String]?,
    _ numbers: Set<Int64>
  ) throws -> Bool {
    var condition = "\(table.rowNumber.quotedForSQL) = ? AND \(column.quotedForSQL) IS NULL"
    if let kinds, let kind = table.kindColumn {
      let marks = Array(repeating: "?", count: kinds.count).joined(separator: ", ")
      condition += " AND \(kind.name.quotedForSQL) IN (\(marks))"
    }
    let sql = "SELECT 1 FROM \(table.table.quotedForSQL) WHERE \(condition)"
    return try finds(sql, numbers, table.kindColumn == nil ? [] : kinds ?? [])
  }

  func lacksRecord(of table: EntityMapping, _ numbers: Set<Int64>) throws -> Bool {
    let rowNumber = table.rowNumber.quotedForSQL
    return try finds(
      "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM \(table.table.quotedForSQL)"
        + " WHERE \(rowNumber) = ?)",
      numbers
    )
  }

  func clearReferences(of forth: LinkColumn, to numbers: [Int64], back: LinkColumn) throws {
    let column = forth.name.quotedForSQL
    let statement = try db.cachedStatement(
      sql: "UPDATE \(forth.table.table.quotedForSQL) SET \(column) = NULL WHERE \(column) = ?1"
        + " AND \(forth.rowNumber.quotedForSQL) IS NOT (SELECT \(back.name.quotedForSQL)"
        + " FROM \(back.table.table.quotedForSQL) WHERE \(back.rowNumber.quotedForSQL) = ?1)"
    )
    for number in numbers {
      statement.bind(number, at: 1)
      try statement.run(db)
    }
  }

  func hasMismatch(_ forth: LinkColumn, _ back: LinkColumn, _ numbers: [Int64]) throws -> Bool {
    let (near, far) = (forth.rowNumber.quotedForSQL, back.rowNumber.quotedForSQL)
    let (forthName, backName) = (forth.name.quotedForSQL, back.name.quotedForSQL)
    let tables = "\(forth.table.table.quotedForSQL) AS n JOIN \(back.table.table.quotedForSQL) AS f"
    return try finds(
      "SELECT 1 FROM \(tables) ON f.\(far) = n.\(forthName)"
        + " WHERE n.\(near) = ? AND f.\(backName) IS NOT n.\(near)",
      numbers
    )
      || finds(
        "SELECT 1 FROM \(tables) ON f.\(backName) = n.\(near)"
          + " WHERE n.\(near) = ? AND n.\(forthName) IS NOT f.\(far)",
        numbers
      )
  }
}
