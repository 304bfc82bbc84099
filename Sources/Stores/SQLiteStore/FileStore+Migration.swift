import GRDB
public import Model
public import Storage

extension FileStore: MigratingStore {
  /// The version that the models were given last.
  public func schemaVersion() throws -> SchemaVersion? {
    try file.clock.perform { try MartletTables.schemaVersion($0) }
  }

  /// Copies the file beside itself, then changes the schema step by step in one transaction.
  public func migrate(
    from former: SchemaVersion?,
    to target: Int?,
    _ guide: MigrationGuide
  ) throws -> String? {
    let writer = try ownWriter()
    var copy: FileCopy?
    var finished: FileModel?
    do {
      try file.change(keepingForeignKeys: false) { db in
        // Nobody else writes from here on, so the copy is what the steps begin with. Another process may
        // have migrated the file before.
        guard try MartletTables.schemaVersion(db) == former else { throw StoreError.outdated }
        if let target {
          copy = try FileCopy(of: path, before: target, check: writer.checkCancellation)
        }
        finished = try run(guide, writer, db)
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

  /// What takes a transaction back that came to its end.
  private struct RolledBack: Error {}

  /// The models after all steps; nil where they are given up.
  private func run(
    _ guide: MigrationGuide,
    _ writer: Connection,
    _ db: Database
  ) throws -> FileModel? {
    var model = try file.models.current(known: currentModel(), db)
    let savedQueries = try MartletTables.queries(db)
    while true {
      switch try guide(model.schema, try snapshot(of: model, writer), savedQueries) {
      case .giveUp: return nil
      case .step(let change, let check):
        model = try changeModels(model, by: change, check: check, writer, db)
        try ReferenceCheck(model, db).check()
      case .finish(let versions, let savedQueries):
        for version in versions { try MartletTables.add(version, db) }
        try MartletTables.setQueries(savedQueries, db)
        return model
      }
    }
  }

  /// What changes the models; throws where they are those of others, or nothing may be written.
  func ownWriter() throws -> Connection {
    guard file.isOwn else {
      throw StoreFileError(path: path, operation: "write", fault: file.whyUnwritten)
    }
    return try file.writer()
  }

  /// Brings the tables and the declarations under a changed schema, within a transaction; foreign keys are
  /// to be looked at by whoever has changed the records too.
  ///
  /// - Parameter check: Shown the records as the new schema has them; what it throws stops everything.
  func changeModels(
    _ old: FileModel,
    by change: SchemaChange,
    check: (any StoreSnapshot) throws -> Void,
    _ writer: Connection,
    _ db: Database
  ) throws -> FileModel {
    let migration = try ModelMigration(from: old, by: change, db)
    try migration.run()
    try MartletTables.setDeclarations(try file.models.text(of: migration.new.schema), db)
    try check(try snapshot(of: migration.new, writer))
    try migration.checkKeys()
    return migration.new
  }

  private func snapshot(of model: FileModel, _ writer: Connection) throws -> FileSnapshot {
    FileSnapshot(
      version: try file.currentVersion(),
      model: model,
      misfits: misfits,
      changing: writer
    )
  }
}
