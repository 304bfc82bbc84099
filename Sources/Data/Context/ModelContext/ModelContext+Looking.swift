public import Execution
public import Expressions
public import Storage

/// Looking at the records as they are with the pending changes.
extension ModelContext {
  /// The records as they are with the pending changes.
  public func snapshot() throws -> any StoreSnapshot {
    try snapshot(over: container.store.snapshot())
  }

  /// `base` with the pending changes.
  func snapshot(over base: any StoreSnapshot) throws -> any StoreSnapshot {
    try fitPending()
    guard hasChanges, var pending else { return base }
    // Taken out and put back, so that it is changed in place.
    self.pending = nil
    defer { self.pending = pending }
    return try OverlaySnapshot(&pending, over: base, level: 0)
  }

  /// Runs plans over the records as they are with the pending changes.
  public func executor(
    _ evaluation: EvaluationContext,
    profile: ExecutionProfile? = nil
  ) throws -> Executor {
    executor(evaluation, over: try snapshot(), profile: profile)
  }

  /// Runs plans over a state of the records.
  func executor(
    _ evaluation: EvaluationContext,
    over snapshot: any StoreSnapshot,
    profile: ExecutionProfile? = nil
  ) -> Executor {
    Executor(
      snapshot: snapshot,
      evaluation: evaluation,
      cancellation: cancellation,
      profile: profile
    )
  }

  /// The schema as it is now.
  func schema() -> StoredSchema {
    let declared = container.store.schema
    if let knownSchema, knownSchema.declared == declared { return knownSchema }
    let schema = StoredSchema(declared)
    // Whoever changed them: what was done to records of models that are others now is not undone.
    if let knownSchema, knownSchema.entities.contains(where: { !schema.entities.contains($0) }) {
      forgetUndo()
    }
    knownSchema = schema
    return schema
  }

  /// Lays the pending changes out anew where others have changed models since, if they fit.
  func fitPending() throws {
    guard hasChanges, let pending else { return }
    let schema = schema()
    if pending.schema !== schema { self.pending = try pending.laidOut(by: schema) }
  }

  /// The pending changes, record by record, with the values that were there when each was changed
  /// first; others may have changed them, or deleted the record, since.
  public func pendingChanges(limit: Int = .max) throws -> [RecordChange] {
    // What does not fit the models any more is told all the same, so that it can be written down.
    let fits: Bool
    do {
      try fitPending()
      fits = true
    } catch is TransactionError {
      fits = false
    }
    guard let pending, hasChanges else { return [] }
    let changes = try pending.changes()
    var inverse = try pending.originals(of: changes)
    if fits {
      try InverseChanges(schema: pending.schema, before: container.store.snapshot())
        .addLinks(of: changes, to: &inverse)
    }
    return try RecordChanges(schema: pending.schema, limit: limit).changes(changes, inverse)
  }
}
