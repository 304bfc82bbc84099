import GRDB
import SQLGeneration

/// How the rows of a table are written on its pages.
struct RecordFormat {
  /// The page with which the table's tree begins.
  let root: UInt32
  /// The names of the columns that rows hold, in their order, folded.
  private let names: [String: Int]
  private let columns: [Column]
  /// The column that is another name of the row's number.
  private let rowNumber: Int?

  private struct Column {
    /// Whether INTEGERs are read as REALs.
    let isReal: Bool
    /// Whether rows that were written before the column was added have NULL there.
    let isNullBefore: Bool
  }

  /// A column that is read from pages.
  struct Slot {
    /// The place among what rows hold; nil for the row's number.
    let field: Int?
    /// Whether INTEGERs are read as REALs.
    let isReal: Bool
    /// Whether NULL stands there where a row is shorter; such rows are not read otherwise.
    let isNullBefore: Bool
  }

  /// Nil for what has no rows of its own, or none with numbers.
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
      // What is computed when it is read stands on no page.
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

  /// Where the column `name` stands; nil where it stands on no page.
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

  /// Whether a type that is declared so makes REALs of INTEGERs.
  /// See https://www.sqlite.org/datatype3.html, section 3.1.
  private static func isReal(_ declaredType: String) -> Bool {
    let type = declaredType.foldedForSQL
    let has = { (parts: [String]) in parts.contains { type.contains($0) } }
    return !has(["int", "char", "clob", "text", "blob"]) && has(["real", "floa", "doub"])
  }

  /// Whether the primary key is an index beside the row's number.
  private static func hasKeyIndex(_ table: String, _ db: Database) throws -> Bool {
    let sql = "SELECT count(*) FROM pragma_index_list(?, 'main') WHERE origin = 'pk'"
    return try db.number(sql, [table]) > 0
  }
}
