import GRDB
import Model
import TableModels

/// Reads a file's catalogue, but no rows of its tables.
struct CatalogueReader {
  let db: Database
  /// The tables that could not be read.
  private(set) var notes: [String] = []

  /// The user's tables and views in order of creation.
  mutating func tables() throws -> [CatalogueTable] {
    let traits = try tableTraits()
    let entries = try entries()
    let virtual = entries.filter(\.isVirtual)
    var tables: [CatalogueTable] = []
    for entry in entries where !isInternal(entry, traits, virtual) {
      do {
        if let table = try table(entry, traits[entry.name.foldedForSQL]) { tables.append(table) }
      } catch let error as DatabaseError {
        let reason = error.message ?? error.description
        notes.append("\(entry.words) `\(entry.name)` cannot be read: \(reason)")
      }
    }
    return tables
  }

  // MARK: Entries

  /// A table or view in `sqlite_schema`.
  private struct Entry {
    let name: String
    let isView: Bool
    let isVirtual: Bool

    var words: String { isView ? "view" : isVirtual ? "virtual table" : "table" }
  }

  private func entries() throws -> [Entry] {
    try rows(
      """
      SELECT name, type, rootpage FROM main.sqlite_schema
      WHERE type IN ('table', 'view') AND name IS NOT NULL ORDER BY rowid
      """
    ).map { row in
      let isView = text(row, 1) == "view"
      return Entry(name: text(row, 0), isView: isView, isVirtual: !isView && number(row, 2) == 0)
    }
  }

  /// A table's properties in `PRAGMA table_list`.
  private struct Traits {
    let type: String
    let isWithoutRowID: Bool
    let isStrict: Bool
  }

  private func tableTraits() throws -> [String: Traits] {
    let rows = try rows(
      "SELECT name, type, wr, strict FROM pragma_table_list WHERE schema = 'main'"
    )
    return Dictionary(
      keepingFirst: rows.map { row in
        (
          text(row, 0).foldedForSQL,
          Traits(
            type: text(row, 1),
            isWithoutRowID: number(row, 2) != 0,
            isStrict: number(row, 3) != 0
          )
        )
      }
    )
  }

  /// Whether the table belongs to SQLite or to a virtual table.
  private func isInternal(
    _ entry: Entry,
    _ traits: [String: Traits],
    _ virtual: [Entry]
  ) -> Bool {
    let name = entry.name.foldedForSQL
    if name.hasPrefix("sqlite_") || traits[name]?.type == "shadow" { return true }
    return !entry.isView && !entry.isVirtual
      && virtual.contains { owner in
        let start = owner.name.foldedForSQL + "_"
        return name.hasPrefix(start) && Self.shadows.contains(String(name.dropFirst(start.count)))
      }
  }

  /// The suffixes of the tables of FTS3, FTS4, FTS5 and R-trees, for files with virtual tables that
  /// this SQLite does not support.
  private static let shadows: Set<String> = [
    "config", "content", "data", "docsize", "idx", "segdir", "segments", "stat", "node", "parent",
    "rowid",
  ]

  // MARK: Tables

  /// The table; nil if SQLite finds no columns.
  private mutating func table(_ entry: Entry, _ traits: Traits?) throws -> CatalogueTable? {
    var table = CatalogueTable(
      name: entry.name,
      kind: entry.isView ? .view : entry.isVirtual ? .virtual : .table
    )
    table.isWithoutRowID = traits?.isWithoutRowID ?? false
    table.isStrict = traits?.isStrict ?? false
    table.columns = try columns(of: entry.name)
    if table.columns.isEmpty {
      notes.append("\(entry.words) `\(entry.name)` has no readable columns")
      return nil
    }
    if table.kind == .table {
      table.foreignKeys = try foreignKeys(of: entry.name)
      table.indexes = try indexes(of: entry.name)
    }
    if table.rowNumberName == nil, table.freeNumberName == nil {
      notes.append("\(entry.words) `\(entry.name)` is omitted: its columns hide the row number")
      return nil
    }
    return table
  }

  private func columns(of table: String) throws -> [CatalogueColumn] {
    try rows(
      """
      SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?, 'main')
      WHERE hidden <> 1 ORDER BY cid
      """,
      table
    ).map { row in
      CatalogueColumn(
        name: text(row, 0),
        declaredType: text(row, 1),
        isNotNull: number(row, 2) != 0,
        defaultText: optionalText(row, 3),
        keyPlace: Int(clamping: number(row, 4)),
        isGenerated: number(row, 5) != 0
      )
    }
  }

  private func foreignKeys(of table: String) throws -> [CatalogueForeignKey] {
    let rows = try rows(
      """
      SELECT id, "table", "from", "to", on_delete FROM pragma_foreign_key_list(?, 'main')
      ORDER BY id DESC, seq
      """,
      table
    )
    var keys: [CatalogueForeignKey] = []
    var last: Int64?
    for row in rows {
      if number(row, 0) != last || keys.isEmpty {
        last = number(row, 0)
        keys.append(
          CatalogueForeignKey(
            table: text(row, 1),
            columns: [],
            targets: optionalText(row, 3) == nil ? nil : [],
            deleteAction: text(row, 4)
          )
        )
      }
      keys[keys.count - 1].columns.append(text(row, 2))
      keys[keys.count - 1].targets?.append(text(row, 3))
    }
    return keys
  }

  private func indexes(of table: String) throws -> [CatalogueIndex] {
    try rows(
      """
      SELECT name, "unique", origin, partial FROM pragma_index_list(?, 'main') ORDER BY seq DESC
      """,
      table
    ).map { row in
      let keys = try rows(
        "SELECT name, coll FROM pragma_index_xinfo(?, 'main') WHERE key ORDER BY seqno",
        text(row, 0)
      )
      let isSimple = keys.allSatisfy {
        optionalText($0, 0) != nil && text($0, 1).foldedForSQL == "binary"
      }
      return CatalogueIndex(
        name: text(row, 0),
        columns: keys.compactMap { optionalText($0, 0) },
        isUnique: number(row, 1) != 0,
        isOfPrimaryKey: text(row, 2) == "pk",
        isSpecial: number(row, 3) != 0 || !isSimple
      )
    }
  }

  // MARK: Rows

  private func rows(_ sql: String, _ arguments: String...) throws -> [Row] {
    try Row.fetchAll(db, sql: sql, arguments: StatementArguments(arguments))
  }

  private func text(_ row: Row, _ place: Int) -> String { optionalText(row, place) ?? "" }

  private func optionalText(_ row: Row, _ place: Int) -> String? {
    String.fromDatabaseValue(row[place] as DatabaseValue)
  }

  private func number(_ row: Row, _ place: Int) -> Int64 {
    Int64.fromDatabaseValue(row[place] as DatabaseValue) ?? 0
  }
}
