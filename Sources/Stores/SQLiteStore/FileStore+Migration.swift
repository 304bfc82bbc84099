import GRDB
public import Model
import NativeStores
import SQLGeneration
public import Storage

extension FileStore: MigratingStore {
  /// The latest version of the models.
  public func schemaVersion() throws -> SchemaVersion? {
    try file.clock.perform { try MartletTables.schemaVersion($0.native) }
  }

  /// Copies the file to the same folder, then migrates it step by step in one transaction.
  public func migrate(
    from previous: SchemaVersion?,
    to target: VersionNumber?,
    _ guide: MigrationGuide
  ) throws -> String? {
    let writer = try nativeWriter()
    var copy: FileCopy?
    var finished: FileModel?
    do {
      try file.change(keepingForeignKeys: false) { db in
        // No other process writes from now on, so the copy is the state before the steps. Another
        // process may have migrated the file already.
        guard try MartletTables.schemaVersion(db.native) == previous else {
          throw StoreError.outdated
        }
        if let target {
          copy = try FileCopy(of: path, before: target, check: writer.checkCancellation)
        }
        finished = try db.native.migrate(
          try file.models.current(known: currentModel(), db),
          guide,
          snapshot: { try snapshot(of: $0, writer) },
          step: { model, change, check in
            let next = try changeModels(model, by: change, check: check, writer, db)
            try ReferenceCheck(model: next, db: db).check()
            return next
          },
          write: { try $1.write(into: $0, isNative: true, db) }
        )
        guard finished != nil else { throw RolledBack() }
      }
    } catch {
      copy?.remove()
      if error is RolledBack { return nil }
      throw error
    }
    if let finished { note(finished) }
    return copy?.path
  }

  /// Rolls back a transaction that has run to its end.
  private struct RolledBack: Error {}

  /// The connection for schema changes; throws if the file is foreign or read-only.
  func nativeWriter() throws -> Connection {
    guard file.isNative else {
      throw StoreFileError(path: path, operation: "write", fault: file.readOnlyReason)
    }
    return try file.writer()
  }

  /// Migrates tables and declarations within a transaction. The caller checks foreign keys after
  /// changing the records.
  ///
  /// - Parameter check: Receives the records with the new schema; if it throws, the change is
  ///   rolled back.
  func changeModels(
    _ old: FileModel,
    by change: SchemaChange,
    check: (any StoreSnapshot) throws -> Void,
    _ writer: Connection,
    _ db: Database
  ) throws -> FileModel {
    let migration = ModelMigration(
      from: try NativeModel(old.schema, .sqlite),
      to: try NativeModel(change.result(of: old.schema), .sqlite),
      by: change,
      db.native
    )
    let new = try FileModel(
      version: old.version + 1,
      schema: migration.new.schema,
      mapping: migration.new.layout.mapping,
      isUTF8: old.isUTF8,
      isNative: true
    )
    try db.execute(sql: "PRAGMA legacy_alter_table = ON")
    defer { try? db.execute(sql: "PRAGMA legacy_alter_table = OFF") }
    try migration.run()
    let text = try file.models.text(of: new.schema)
    try MartletTables.setDeclarations(text, of: new.schema, db.native)
    try check(try snapshot(of: new, writer))
    try migration.checkKeys()
    return new
  }

  private func snapshot(of model: FileModel, _ writer: Connection) throws -> FileSnapshot {
    FileSnapshot(
      version: try file.currentVersion(),
      model: model,
      invalidValueLog: invalidValueLog,
      changing: writer
    )
  }
}
