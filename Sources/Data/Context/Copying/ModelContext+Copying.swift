import Columns
public import Expressions
import Model
public import Storage

extension ModelContext {
  /// Adds copied records under their own identities, and saves them: all of them or none. Returns
  /// the number of records of each model.
  ///
  /// The records must satisfy all constraints. `undo` cannot revert this. Throws ``CopyRefusal``,
  /// ``CopyProblem``, ``ChangeFailure``, and errors of the store.
  ///
  /// `change` adds the models that the store lacks.
  public func add(
    _ copy: RecordCopy,
    declaring change: SchemaChange,
    _ evaluation: EvaluationContext
  ) throws -> [ChangeSummary.ModelCount] {
    guard !hasChanges, !isInTransaction else { throw CopyRefusal.pendingChanges }
    let schema = StoredSchema(
      schema().declared.adding(change.entities, types: change.types)
    )
    let (changes, gone) = try copy.changes(for: container.store, schema)
    try requireFreeIdentities(for: changes.inserted.map { ($0.entity, $0.keys) } + gone)
    cancellation.progress.begin(.storing)
    try apply(change, changes, schema, evaluation)
    container.beginHistory()
    return schema.counts(of: changes.inserted)
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
    if total > 0 { throw CopyRefusal.existingRecords(Array(first.prefix(3)), total: total) }
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
    var changes = changes
    changes.history = [
      HistoryEvent(
        time: evaluation.now,
        author: author,
        title: "copy",
        bulkInserts: changes.insertedRuns,
        records: []
      )
    ]
    if !change.isEmpty {
      defer { forgetUndo() }
      try container.store.writable().apply(change, changes, check: check)
      return
    }
    try retryingIfOutdated {
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

extension StoredSchema {
  /// The number of new records of each model, in declared order.
  fileprivate func counts(of inserted: [RecordRows]) -> [ChangeSummary.ModelCount] {
    var counts: [String: Int] = [:]
    for rows in inserted {
      let kinds = rows.columns[AttributePath([Schema.kindAttribute])]
      for row in 0..<rows.count {
        if case .string(let kind)? = kinds?.value(at: row) {
          counts[kind, default: 0] += 1
        } else {
          counts[rows.entity, default: 0] += 1
        }
      }
    }
    return declared.entities.compactMap { entity in
      counts[entity.name].map { ChangeSummary.ModelCount(kind: entity.name, count: $0) }
    }
  }
}
