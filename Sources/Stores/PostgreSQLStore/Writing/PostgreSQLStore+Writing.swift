import Model
import NativeStores
import SQLGeneration
public import Storage

extension PostgreSQLStore: WritableStore {
  /// Changes the schema of a native store, then the records, in one transaction.
  public func apply(
    _ schema: SchemaChange,
    _ changes: ChangeSet,
    check: (any StoreSnapshot) throws -> Void
  ) throws {
    guard let namespace else {
      try checkWritable()
      guard schema.isEmpty else { throw modelsError() }
      _ = try change { try applyForeign(changes, $0) }
      return
    }
    let model = try changeNative(namespace, basis: changes.basis) { transaction, old, version in
      guard !schema.isEmpty else {
        try changes.write(into: old, transaction)
        return old
      }
      try schema.checkBasis(old.schema)
      let new = try changeModels(old, by: schema, version, check: check, namespace, transaction)
      try changes.write(into: new, transaction)
      return new
    }
    note(model)
  }

  /// Migrates tables and declarations within a transaction.
  func changeModels(
    _ old: ServerModel,
    by change: SchemaChange,
    _ version: StoreVersion,
    check: (any StoreSnapshot) throws -> Void,
    _ namespace: NativeNamespace,
    _ transaction: ServerTransaction
  ) throws -> ServerModel {
    let migration = ModelMigration(
      from: try NativeModel(old.schema, .postgreSQL, in: namespace.name),
      to: try NativeModel(change.result(of: old.schema), .postgreSQL, in: namespace.name),
      by: change,
      transaction
    )
    try migration.run()
    let text = try namespace.declarations.declarations(of: migration.new.schema)
    try MartletTables.setDeclarations(text, of: migration.new.schema, transaction)
    let new = try namespace.model(migration.new, version: old.version + 1)
    try check(snapshot(of: new, version, within: transaction))
    try migration.checkKeys()
    do {
      try migration.addForeignKeys()
    } catch let failure as ServerFailure where failure.code == "23503" {
      throw StoreError.danglingLink(entity: failure.table ?? "", relationship: "")
    }
    return new
  }

  func snapshot(
    of model: ServerModel,
    _ version: StoreVersion,
    within transaction: ServerTransaction
  ) -> ServerSnapshot {
    ServerSnapshot(
      model,
      connections,
      invalidValues,
      within: transaction.connection,
      version: version
    )
  }

  // MARK: Other programs' tables

  private func applyForeign(
    _ changes: ChangeSet,
    _ transaction: ServerTransaction
  ) throws -> StoreRevisions {
    let model = lastModel
    if changes.basis != nil,
      try !changes.deleted.allSatisfy({ selection in
        let table = try model.table(selection.entity).mapping.qualifiedTable
        return try model.facts.columns(of: table, transaction.connection).values
          .allSatisfy(\.mayLock)
      })
    {
      // Users who may only delete cannot lock rows. At this level, the server notices that somebody
      // else changes a row before it is deleted.
      try transaction.execute("ROLLBACK; BEGIN ISOLATION LEVEL REPEATABLE READ READ WRITE")
    }
    let number = try transaction.run(SQLFragment("SELECT txid_current()"))
    transaction.number = number.references(0).first
    if let basis = changes.basis {
      guard let snapshot = foreignVersions.snapshot(of: basis) else { throw StoreError.outdated }
      let rows = UnchangedRows(
        model,
        transaction,
        snapshot,
        mayBeDistributed: connections.distributesTables
      )
      try rows.check(changes)
    }
    let writer = ServerWriter(model, transaction)
    try writer.make(changes)
    var revisions = writer.skipped
    revisions.values = try StoredRevisions(model, transaction).of(changes)
    return revisions
  }
}

extension PostgreSQLStore: RevisingStore {
  /// Changes records. Tables of other programs may have triggers and types with few digits.
  public func applyRevised(_ changes: ChangeSet) throws -> StoreRevisions {
    guard namespace == nil else {
      try apply(changes)
      return StoreRevisions()
    }
    try checkWritable()
    return try change { try applyForeign(changes, $0) }
  }
}

extension PostgreSQLStore: TryingStore {
  /// Makes the changes in a transaction that is rolled back, with the checks that the database
  /// defers to its end.
  public func tryApplying(_ changes: ChangeSet) throws {
    guard namespace == nil else { return }
    do {
      try change { transaction in
        _ = try applyForeign(changes, transaction)
        _ = try transaction.run(SQLFragment("SET CONSTRAINTS ALL IMMEDIATE"))
        throw RolledBack()
      }
    } catch is RolledBack {}
  }

  private struct RolledBack: Error {}
}

extension ChangeSet {
  /// Writes the changes to a native store, within a transaction, with their history.
  func write(into model: ServerModel, _ transaction: ServerTransaction) throws {
    try ServerWriter(model, transaction).make(self)
    try HistoryTables(db: transaction).add(history)
    try ChangeCounters.raise(touchedEntities, transaction)
  }
}
