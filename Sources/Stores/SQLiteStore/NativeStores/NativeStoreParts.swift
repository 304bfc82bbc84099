import GRDB
import SQLGeneration
import Storage

/// Checks a native store's catalogue for missing tables and columns, which other programs may have
/// dropped.
struct NativeStoreParts {
  private let path: String
  /// The columns of each table, with names folded as SQLite compares them.
  private let columns: [String: Set<String>]

  /// Reads the catalogue of ordinary tables. The time does not depend on their contents.
  init(_ db: Database, path: String) throws {
    self.path = path
    let statement = try db.makeStatement(
      sql: """
        SELECT t.name, c.name FROM main.sqlite_schema AS t, pragma_table_xinfo(t.name, 'main') AS c
        WHERE t.type = 'table' AND t.rootpage <> 0
        """
    )
    var columns: [String: Set<String>] = [:]
    while try statement.step(db) {
      columns[statement.text(0).foldedForSQL, default: []]
        .insert(statement.text(1).foldedForSQL)
    }
    self.columns = columns
  }

  /// Throws if an essential table is missing.
  func checkEssentialTables() throws(StoreFileError) {
    for table in MartletTables.all where table.isEssential && columns[table.name] == nil {
      let reason = "the table `\(table.name)` with \(table.contents) is missing"
      throw StoreFileError(path: path, operation: "open", fault: .changedTables(reason: reason))
    }
  }

  /// Whether a table that can be recreated is missing; those of the history are only created when
  /// needed.
  func lacksTables(_ db: Database) throws -> Bool {
    try MartletTables.all.contains { columns[$0.name] == nil }
      || HistoryTables.names.contains { columns[$0] == nil } && HistoryTables(db: db).size() != nil
  }

  /// Recreates missing tables that are not essential, in one transaction, since other processes may
  /// do the same.
  static func completeTables(_ db: Database, path: String) throws {
    try db.inImmediateTransaction { db in
      let parts = try NativeStoreParts(db, path: path)
      for table in MartletTables.all where parts.columns[table.name] == nil {
        try db.execute(sql: table.creation)
      }
      if try NativeStoreParts(db, path: path).lacksTables(db) {
        try HistoryTables(db: db).startAnew()
      }
    }
  }

  /// Messages about missing tables and columns of the entities.
  func missing(of mapping: PhysicalMapping) -> [String] {
    mapping.entities.values.sorted { $0.entity < $1.entity }.flatMap { entity in
      let joins = entity.toManys.values.compactMap { toMany -> (String, [String])? in
        guard case .joinTable(let join) = toMany else { return nil }
        let columns = [
          join.owner.name, join.member.name, join.position, join.inversePosition,
        ]
        return (join.table, columns.compactMap { $0 })
      }
      return ([(entity.table, entity.columnNames)] + joins.sorted { $0.0 < $1.0 })
        .flatMap { missing($0.1, of: $0.0, entity.entity) }
    }
  }

  private func missing(_ wanted: [String], of table: String, _ entity: String) -> [String] {
    guard let present = columns[table.foldedForSQL] else {
      return ["the table `\(table)` of \(entity) is missing, so it cannot be read"]
    }
    return wanted.filter { !present.contains($0.foldedForSQL) }.map {
      "the column `\($0)` of the table `\(table)` is missing, so it cannot be read"
    }
  }
}

extension EntityMapping {
  /// The names of all columns of its own table.
  fileprivate var columnNames: [String] {
    let references = toOnes.values.flatMap { $0.columns + [$0.position].compactMap { $0 } }
    return (fields.values.map(\.name) + references).sorted()
  }
}
