import GRDB
import SQLGeneration
import Storage

/// What a file of our own must have, looked for in its catalogue: other programs may have taken it away.
struct NativeStoreParts {
  private let path: String
  /// The columns of each table, named as SQLite compares names.
  private let columns: [String: Set<String>]

  /// Reads the catalogue of real tables, in a time that depends on it alone.
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

  /// Throws where a table is gone without which there is no store.
  func checkEssentialTables() throws(StoreFileError) {
    for table in MartletTables.all where table.isEssential && columns[table.name] == nil {
      let reason = "the table `\(table.name)`, which keeps \(table.contents), is not there"
      throw StoreFileError(path: path, operation: "open", fault: .changedTables(reason: reason))
    }
  }

  /// Whether a table is not there that could be made anew; those of the history are made when they are first
  /// needed.
  func lacksTables(_ db: Database) throws -> Bool {
    try MartletTables.all.contains { columns[$0.name] == nil }
      || HistoryTables.names.contains { columns[$0] == nil } && HistoryTables(db: db).size() != nil
  }

  /// Makes those tables anew that nothing but comfort is lost with, in one transaction: other processes
  /// may be about to make them too.
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

  /// What of the entities' tables is not there, in sentences.
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
      return ["the table `\(table)` of \(entity) is not there: what reads it fails"]
    }
    return wanted.filter { !present.contains($0.foldedForSQL) }.map {
      "the table `\(table)` has lost its column `\($0)`: what reads it fails"
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
