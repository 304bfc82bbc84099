package import CoreDataModels
package import Foundation
import GRDB

/// Creates files in Core Data's format.
package struct CoreDataFileBuilder {
  /// The model in the file; nil for files without one.
  package var model: ManagedObjectModel?
  /// The entities as the file numbers them: from 1, each with the number of the one above, or 0.
  package var entities: [(name: String, parent: Int64)]
  /// What makes the tables and fills them.
  package var sql: String
  /// The packed model, if it is not that of `model`.
  package var cache: Data?
  /// The file's information about itself; nil for none.
  package var metadata: WrittenValue?
  /// Whether changes go to a log beside the file.
  package var usesLog = false

  /// What tells the store from all others.
  package static let identifier = "C9CB0B35-ED6A-4042-BE5C-1B911AC00B2A"

  /// Makes a file of `model`, whose entities are numbered tree by tree in the order of names.
  package init(model: ManagedObjectModel, sql: String) {
    self.model = model
    self.sql = sql
    var entities: [(name: String, parent: Int64)] = []
    func add(_ entity: ModelEntity, parent: Int64) {
      entities.append((entity.name, parent))
      let number = Int64(entities.count)
      for child in model.entities where child.parent == entity.name { add(child, parent: number) }
    }
    for root in model.entities where root.parent == nil { add(root, parent: 0) }
    self.entities = entities
  }

  /// Writes the file.
  package func write(to path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      if usesLog { _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL") }
      try db.inTransaction {
        try fill(db)
        return .commit
      }
    }
    try queue.close()
  }

  private func fill(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
        CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
        CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);
        """ + sql
    )
    try db.execute(
      sql: "INSERT INTO Z_METADATA VALUES (1, ?, ?)",
      arguments: [Self.identifier, metadata.map(PropertyListWriter.data)]
    )
    for (place, entity) in entities.enumerated() {
      try db.execute(
        sql: "INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, 100)",
        arguments: [place + 1, entity.name, entity.parent]
      )
    }
    try db.execute(sql: "INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 0)")
    if let cache = cache ?? model.map(ModelArchiver.cache) {
      try db.execute(sql: "INSERT INTO Z_MODELCACHE VALUES (?)", arguments: [cache])
    }
  }
}

extension Data {
  /// The data as SQL writes it.
  package var sqlLiteral: String { "x'" + map { String(format: "%02x", $0) }.joined() + "'" }
}
