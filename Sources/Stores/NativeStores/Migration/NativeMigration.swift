package import SQLGeneration
package import Storage

extension NativeDatabase {
  /// Migrates step by step; returns the models after all steps, or nil if the guide rolls back.
  ///
  /// - Parameters:
  ///   - snapshot: The records with the models so far.
  ///   - step: Changes the models, and checks the records with them.
  ///   - write: Changes records.
  package func migrate<Model: MappedModel>(
    _ old: Model,
    _ guide: MigrationGuide,
    snapshot: (Model) throws -> any StoreSnapshot,
    step: (Model, SchemaChange, _ check: (any StoreSnapshot) throws -> Void) throws -> Model,
    write: (Model, ChangeSet) throws -> Void
  ) throws -> Model? {
    var model = old
    let savedQueries = try MartletTables.queries(self)
    while true {
      switch try guide(model.schema, snapshot(model), savedQueries) {
      case .rollBack: return nil
      case .step(let change, let check): model = try step(model, change, check)
      case .records(let changes):
        try HistoryTables(db: self).beginNow()
        try write(model, changes)
      case .finish(let versions, let savedQueries):
        for version in versions { try MartletTables.add(version, self) }
        try MartletTables.setQueries(savedQueries, self)
        return model
      }
    }
  }
}
