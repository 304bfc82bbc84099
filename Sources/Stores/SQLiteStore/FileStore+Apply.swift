import GRDB
import Model
import NativeStores
public import Storage

extension FileStore {
  /// Changes the schema, then the records, in one transaction that is on the disk when this
  /// returns.
  ///
  /// Only native stores allow schema changes.
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
      let model = try file.models.current(known: currentModel(), db)
      try changes.write(into: model, isNative: file.isNative, db)
      return model
    }
  }

  private func migrate(
    by schema: SchemaChange,
    _ changes: ChangeSet,
    check: (any StoreSnapshot) throws -> Void
  ) throws -> FileModel {
    let writer = try nativeWriter()
    return try file.change(keepingForeignKeys: false) { db in
      try checkBasis(of: changes)
      let old = try file.models.current(known: currentModel(), db)
      try schema.checkBasis(old.schema)
      let new = try changeModels(old, by: schema, check: check, writer, db)
      try changes.write(into: new, isNative: true, db)
      try ReferenceCheck(model: new, db: db).check()
      return new
    }
  }

  /// Throws if the store has changed since the changes were computed.
  private func checkBasis(of changes: ChangeSet) throws {
    if let basis = changes.basis, basis != (try file.currentVersion()) {
      throw StoreError.outdated
    }
  }
}

extension FileStore: TryingStore {
  /// Makes the changes in a transaction that is rolled back.
  public func tryApplying(_ changes: ChangeSet) throws {
    do {
      try file.change { db in
        try checkBasis(of: changes)
        let model = try file.models.current(known: currentModel(), db)
        try changes.write(into: model, isNative: file.isNative, db)
        throw RolledBack()
      }
    } catch is RolledBack {}
  }

  private struct RolledBack: Error {}
}

extension ChangeSet {
  /// Writes the changes within a transaction; native stores also record the history.
  func write(into model: FileModel, isNative: Bool, _ db: Database) throws {
    try ChangeWriter(model, db, isNative: isNative).make(self)
    guard isNative else { return }
    try HistoryTables(db: db.native).add(history)
    try ChangeCounters.raise(touchedEntities, db.native)
  }
}
