import GRDB
import SQLGeneration
import TableModels

/// The format of a table's rows on its pages.
struct RecordFormat {
  /// The root page of the table's tree.
  let root: UInt32
  /// The fields of stored columns by folded name.
  private let names: [String: Int]
  private let columns: [Column]
  /// The column that is an alias of the row number.
  private let rowNumber: Int?

  private struct Column {
    /// Whether INTEGERs are read as REALs.
    let isReal: Bool
    /// Whether the column is NULL in rows that were written before it was added.
    let isNullBefore: Bool
  }

  /// A column that is read from pages.
  struct Slot {
    /// The index of the field; nil for the row number.
    let field: Int?
    /// Whether INTEGERs are read as REALs.
    let isReal: Bool
    /// Whether the column is NULL in shorter rows; otherwise such rows are not read.
    let isNullBefore: Bool
  }

  /// Nil if the source is a view or has no row numbers.
  init?(_ mapping: EntityMapping, _ db: Database) throws {
    guard case .table = mapping.source,
      let root = try Int64.fetchOne(
        db.cachedStatement(
          sql: "SELECT rootpage FROM main.sqlite_schema WHERE type = 'table' AND name = ?"
        ),
        arguments: [mapping.table]
      ), let page = UInt32(exactly: root), page > 1
    else { return nil }
    self.root = page
    let found = try Row.fetchAll(
      db.cachedStatement(
        sql: "SELECT name, type, dflt_value, pk, hidden FROM pragma_table_xinfo(?, 'main')"
      ),
      arguments: [mapping.table]
    )
    var names: [String: Int] = [:]
    var (columns, keys): ([Column], [Int]) = ([], [])
    for row in found {
      let (name, type, fallback): (String, String, String?) = (row[0], row[1], row[2])
      let (key, hidden): (Int, Int) = (row[3], row[4])
      // Virtual columns are not stored.
      if hidden == 2 { continue }
      names[name.foldedForSQL] = columns.count
      if key > 0 { keys.append(type.foldedForSQL == "integer" ? columns.count : -1) }
      columns.append(Column(isReal: Self.isReal(type), isNullBefore: fallback == nil))
    }
    (self.names, self.columns) = (names, columns)
    rowNumber =
      try keys.count == 1 && keys[0] >= 0 && !Self.hasKeyIndex(mapping.table, db)
      ? keys[0] : nil
    guard slot(of: mapping.rowNumber)?.field == nil else { return nil }
  }

  /// The slot of the column `name`; nil if it is not stored.
  func slot(of name: String) -> Slot? {
    guard let field = names[name.foldedForSQL] else {
      let isNumber = ["rowid", "_rowid_", "oid"].contains(name.foldedForSQL)
      return isNumber ? Slot(field: nil, isReal: false, isNullBefore: false) : nil
    }
    let column = columns[field]
    return Slot(
      field: field == rowNumber ? nil : field,
      isReal: column.isReal,
      isNullBefore: column.isNullBefore
    )
  }

  /// Whether a declared type has REAL affinity, which converts INTEGERs. See
  /// https://www.sqlite.org/datatype3.html, section 3.1.
  private static func isReal(_ declaredType: String) -> Bool {
    let type = declaredType.foldedForSQL
    let has = { (parts: [String]) in parts.contains { type.contains($0) } }
    return !has(["int", "char", "clob", "text", "blob"]) && has(["real", "floa", "doub"])
  }

  /// Whether the primary key has a separate index.
  private static func hasKeyIndex(_ table: String, _ db: Database) throws -> Bool {
    let sql = "SELECT count(*) FROM pragma_index_list(?, 'main') WHERE origin = 'pk'"
    return try db.number(sql, [table]) > 0
  }
}
