import NativeStores
import SQLGeneration

extension ServerTransaction: ReferenceQueries {
  /// Numbers as a binding of an array.
  private func array(_ numbers: some Sequence<Int64>) -> SQLFragment {
    .binding(.typed("{" + numbers.map { "\($0)" }.joined(separator: ",") + "}", type: "int8[]"))
  }

  /// Whether a query has a row.
  private func finds(_ sql: SQLFragment) throws -> Bool { try run(sql + " LIMIT 1").rowCount > 0 }

  func hasMissing(
    _ column: String,
    in table: EntityMapping,
    _ kinds: [String]?,
    _ numbers: Set<Int64>
  ) throws -> Bool {
    var condition =
      "\(table.rowNumber.quotedForSQL) = ANY(" + array(numbers)
      + ") AND \(column.quotedForSQL) IS NULL"
    if let kinds, let kind = table.kindColumn {
      condition +=
        " AND \(kind.name.quotedForSQL) = ANY(" + (try TextArray.binding(kinds)) + ")"
    }
    return try finds("SELECT 1 FROM \(table.qualifiedTable) WHERE " + condition)
  }

  func lacksRecord(of table: EntityMapping, _ numbers: Set<Int64>) throws -> Bool {
    try finds(
      "SELECT 1 FROM unnest(" + array(numbers) + ") AS v(id) WHERE NOT EXISTS (SELECT 1 FROM"
        + " \(table.qualifiedTable) AS t WHERE t.\(table.rowNumber.quotedForSQL) = v.id)"
    )
  }

  func clearReferences(of forth: LinkColumn, to numbers: [Int64], back: LinkColumn) throws {
    let (column, key) = (forth.name.quotedForSQL, back.rowNumber.quotedForSQL)
    try run(
      "UPDATE \(forth.table.qualifiedTable) AS o SET \(column) = NULL FROM"
        + " \(back.table.qualifiedTable) AS t WHERE t.\(key) = ANY(" + array(numbers)
        + ") AND o.\(column) = t.\(key)"
        + " AND o.\(forth.rowNumber.quotedForSQL) IS DISTINCT FROM t.\(back.name.quotedForSQL)"
    )
  }

  func hasMismatch(_ forth: LinkColumn, _ back: LinkColumn, _ numbers: [Int64]) throws -> Bool {
    let (near, far) = (forth.rowNumber.quotedForSQL, back.rowNumber.quotedForSQL)
    let (forthName, backName) = (forth.name.quotedForSQL, back.name.quotedForSQL)
    let tables = "\(forth.table.qualifiedTable) AS n JOIN \(back.table.qualifiedTable) AS f"
    let isChanged = "WHERE n.\(near) = ANY(" + array(numbers) + ")"
    return try finds(
      "SELECT 1 FROM \(tables) ON f.\(far) = n.\(forthName) " + isChanged
        + " AND f.\(backName) IS DISTINCT FROM n.\(near)"
    )
      || finds(
        "SELECT 1 FROM \(tables) ON f.\(backName) = n.\(near) " + isChanged
          + " AND n.\(forthName) IS DISTINCT FROM f.\(far)"
      )
  }
}
