import Columns
public import Expressions
import Model
public import Storage

extension ModelContext {
  /// Restores the records of a graph under their own identities, and saves them: all of them or
  /// none. Returns the number of records of each model.
  ///
  /// The records must satisfy all constraints. `undo` cannot revert this. Throws ``GraphRefusal``,
  /// ``GraphProblems``, ``ChangeFailure``, and errors of the store.
  ///
  /// `change` adds the models of the loader that the store lacks. `nextNumbers` has the lowest
  /// numbers of the next new records, by root entity.
  public func restore(
    _ loader: GraphLoader,
    declaring change: SchemaChange = SchemaChange(),
    nextNumbers: [String: Int64],
    _ evaluation: EvaluationContext
  ) throws -> [ChangeSummary.ModelCount] {
    guard !hasChanges, !isInTransaction else { throw GraphRefusal.pendingChanges }
    let known = nextNumbers.filter { loader.tableNames.contains($0.key) }
    let (changes, gone) = try loader.changes(for: container.store, nextNumbers: known)
    try requireFreeIdentities(for: changes.inserted.map { ($0.entity, $0.keys) } + gone)
    try apply(change, changes, loader.schema, evaluation)
    return loader.counts
  }

  /// Throws if the store has some of these records.
  private func requireFreeIdentities(for records: [(entity: String, keys: RecordKeys)]) throws {
    let snapshot = try container.store.snapshot()
    let schema = schema()
    var first: [RecordID] = []
    var total = 0
    for (entity, keys) in records where schema.declared.entity(entity) != nil {
      let found = try snapshot.references(to: keys, of: entity)
        .filter { $0 != Column.nullReference }
      total += found.count
      first += try snapshot.recordIDs(of: entity, at: Array(found.prefix(3)))
    }
    if total > 0 { throw GraphRefusal.existingRecords(Array(first.prefix(3)), total: total) }
  }

  private func apply(
    _ change: SchemaChange,
    _ changes: ChangeSet,
    _ schema: StoredSchema,
    _ evaluation: EvaluationContext
  ) throws {
    func check(_ before: any StoreSnapshot) throws {
      let problems = try problems(changes, before: before, evaluation, schema: schema)
      guard problems.isEmpty else { throw ChangeFailure(problems) }
    }
    if !change.isEmpty {
      defer { forgetUndo() }
      try container.store.writable().apply(change, changes, check: check)
      return
    }
    try retryingIfOutdated {
      var changes = changes
      changes.basis = try version(thatPasses: check)
      try container.exclusively { try container.store.writable().apply(changes) }
    }
  }

  /// The version of the store that passed the check. Its snapshot is released, so that the store
  /// can change columns in place.
  private func version(thatPasses check: (any StoreSnapshot) throws -> Void) throws -> StoreVersion
  {
    let snapshot = try container.store.snapshot()
    try check(snapshot)
    return snapshot.version
  }
}
