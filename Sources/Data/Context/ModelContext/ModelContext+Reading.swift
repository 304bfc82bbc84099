public import Execution
public import Expressions
public import Storage

/// Reading records with pending changes.
extension ModelContext {
  /// The current records, including pending changes.
  public func snapshot() throws -> any StoreSnapshot {
    try snapshot(over: container.store.snapshot())
  }

  /// `base` with the pending changes.
  func snapshot(over base: any StoreSnapshot) throws -> any StoreSnapshot {
    try fitPending()
    guard hasChanges, var pending else { return base }
    // Removed and restored so that it changes in place.
    self.pending = nil
    defer { self.pending = pending }
    return try OverlaySnapshot(&pending, over: base, level: 0)
  }

  /// Runs plans over the current records, including pending changes.
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

  /// Reads the current records, including pending changes, or those of a request's moment.
  public func recordReader(
    for request: FetchRequest? = nil,
    _ evaluation: EvaluationContext
  ) throws -> RecordSnapshotReader {
    let snapshot = try request.map { try self.snapshot(for: $0, evaluation) } ?? self.snapshot()
    return RecordSnapshotReader(
      schema: container.store.schema,
      store: container.store,
      snapshot: snapshot,
      executor: executor(evaluation, over: snapshot)
    )
  }

  func schema() -> StoredSchema {
    let declared = container.store.schema
    if let knownSchema, knownSchema.declared == declared { return knownSchema }
    let schema = StoredSchema(declared)
    // Changes of records whose models have changed cannot be undone.
    if let knownSchema, knownSchema.entities.contains(where: { !schema.entities.contains($0) }) {
      forgetUndo()
    }
    knownSchema = schema
    return schema
  }

  /// Adapts the pending changes to changed models, if possible.
  func fitPending() throws {
    guard hasChanges, let pending else { return }
    let schema = schema()
    if pending.schema !== schema { self.pending = try pending.laidOut(by: schema) }
  }

  /// The pending changes record by record, with the values before the first change. Other writers
  /// may have changed or deleted these records since.
  public func pendingChanges(limit: Int = .max) throws -> [RecordChange] {
    // Include changes that no longer fit the models, so that the user can save them elsewhere.
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
