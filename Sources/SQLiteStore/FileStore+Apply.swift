import GRDB
import Model
public import Storage

extension FileStore {
  /// Changes the schema, then the records: all or nothing, and on the disk when it returns.
  ///
  /// Only files of our own take other models.
  public func apply(
    _ schema: SchemaChange,
    _ changes: ChangeSet,
    check: (any StoreSnapshot) throws -> Void
  ) throws {
    note(schema.isEmpty ? try make(changes) : try migrate(by: schema, changes, check: check))
  }

  private func make(_ changes: ChangeSet) throws -> FileModel {
    try file.change { db in
      try checkBasis(of: changes)
      let model = try file.model(known: currentModel(), db)
      try changes.write(into: model, isOwn: file.isOwn, db)
      return model
    }
  }

  private func migrate(
    by schema: SchemaChange,
    _ changes: ChangeSet,
    check: (any StoreSnapshot) throws -> Void
  ) throws -> FileModel {
    guard file.isOwn else {
      throw StoreFileError(path: path, operation: "write", fault: file.whyUnwritten)
    }
    let writer = try file.writer()
    return try file.change(keepingForeignKeys: false) { db in
      try checkBasis(of: changes)
      let old = try file.model(known: currentModel(), db)
      try schema.checkBasis(old.schema)
      let migration = try ModelMigration(from: old, by: schema, db)
      try migration.run()
      try MartletTables.setDeclarations(try file.text(of: migration.new.schema), db)
      let seen = FileSnapshot(
        version: try file.currentVersion(),
        model: migration.new,
        misfits: misfits,
        changing: writer
      )
      try check(seen)
      try migration.checkKeys()
      try changes.write(into: migration.new, isOwn: true, db)
      try ReferenceCheck(migration.new, db).check()
      return migration.new
    }
  }

  /// Throws where the store was changed since the changes were worked out.
  private func checkBasis(of changes: ChangeSet) throws {
    if let basis = changes.basis, basis != (try file.currentVersion()) {
      throw StoreError.outdated
    }
  }
}

extension ChangeSet {
  /// Makes the changes within a transaction; files of our own note what was changed.
  func write(into model: FileModel, isOwn: Bool, _ db: Database) throws {
    try ChangeWriter(model, db, isOwn: isOwn).make(self)
    guard isOwn else { return }
    try HistoryTables(db: db).add(history)
    try ChangeCounters.raise(touchedEntities, db)
  }
}
