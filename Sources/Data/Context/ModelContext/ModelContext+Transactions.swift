import Columns
public import Expressions
package import Storage

/// Transactions.
extension ModelContext {
  /// Starts a transaction: changes are not saved until ``save(_:)``, and can be discarded by
  /// ``rollback()``.
  public func begin() throws {
    guard !isInTransaction else { throw TransactionError.alreadyBegun }
    isInTransaction = true
  }

  /// Saves all pending changes, or none of them; returns the number of records.
  ///
  /// Throws ``ChangeFailure`` if another writer has changed the same records. The changes then
  /// remain pending.
  @discardableResult
  public func save(_ evaluation: EvaluationContext) throws -> Int {
    try save(evaluation) { _, _ in }
  }

  /// - Parameter prepare: Called with the changes and the state that they change, before each
  ///   attempt to save them.
  private func save(
    _ evaluation: EvaluationContext,
    _ prepare: (ChangeSet, any StoreSnapshot) throws -> Void
  ) throws -> Int {
    defer { if !hasChanges { isInTransaction = false } }
    skippedCount = 0
    guard hasChanges else {
      forgetPending()
      undoStack.markSaved()
      return 0
    }
    return try retryingIfOutdated {
      try fitPending()
      guard let pending else { return 0 }
      let base = try container.store.snapshot()
      let changes = try currentChanges(pending, base, evaluation)
      try prepare(changes, base)
      let revisions = try container.save(
        changes,
        settledHistory(over: base).map { $0.saved(at: evaluation.now) }
      )
      undoStack.revise(revisions)
      forgetPending()
      undoStack.markSaved()
      skippedCount = revisions.skippedCount
      return changes.recordCount - skippedCount
    }
  }

  /// The history of the pending changes, without links that another writer has changed meanwhile.
  private func settledHistory(over base: any StoreSnapshot) throws -> [HistoryEntry] {
    if base.version == pendingBasis { return pendingHistory }
    var links = try PendingLinks(pendingHistory, over: base, schema())
    return try pendingHistory.map { try $0.settled(by: &links) }
  }

  /// Saves all pending changes; the result undoes this.
  ///
  /// It throws ``StoreError/outdated`` if the store has changed since the save.
  package func saveReversibly(_ evaluation: EvaluationContext) throws -> () throws -> Void {
    let schema = schema()
    var changes = ChangeSet()
    var inverse = ChangeSet()
    try container.exclusively {
      _ = try save(evaluation) { saved, base in
        changes = saved
        inverse = try InverseChanges(schema: schema, before: base).inverse(of: saved)
      }
      inverse.basis = try container.store.snapshot().version
    }
    guard !changes.isEmpty else { return {} }
    return { [container, author, inverse, changes] in
      let entry = HistoryEntry(
        time: evaluation.now,
        author: author,
        title: "undo: save",
        schema: schema,
        forward: inverse,
        inverse: changes
      )
      try container.save(inverse, [entry])
    }
  }

  /// Throws what ``save(_:)`` would throw because of other changes, without saving.
  package func checkSave(_ evaluation: EvaluationContext) throws {
    _ = try changesToSave(evaluation)
  }

  /// Throws what ``save(_:)`` would throw, also because of what only the database checks, without
  /// saving.
  package func trySaving(_ evaluation: EvaluationContext) throws {
    guard let changes = try changesToSave(evaluation) else { return }
    try container.store.capability((any TryingStore).self, for: .changing)?.tryApplying(changes)
  }

  private func changesToSave(_ evaluation: EvaluationContext) throws -> ChangeSet? {
    try fitPending()
    guard hasChanges, let pending else { return nil }
    return try currentChanges(pending, container.store.snapshot(), evaluation)
  }

  /// The pending changes, record by record, in the order they were made.
  package func pendingEvents() throws -> [HistoryEvent] {
    hasChanges ? try pendingHistory.map { try $0.event() } : []
  }

  /// The changes to save, based on the current state of the store.
  private func currentChanges(
    _ pending: Overlay,
    _ base: any StoreSnapshot,
    _ evaluation: EvaluationContext
  ) throws -> ChangeSet {
    var changes = try pending.changes()
    if base.version != pendingBasis {
      let conflicts = try SaveConflicts(pending: pending, base: base).problems()
      guard conflicts.isEmpty else { throw ChangeFailure(conflicts) }
      try changes.removeDeleted(in: base)
      let problems = try self.problems(changes, before: base, evaluation)
      guard problems.isEmpty else { throw ChangeFailure(problems) }
    }
    changes.basis = base.version
    return changes
  }

  /// Discards all pending changes; returns the number of records.
  @discardableResult
  public func rollback() throws -> Int {
    let count = try pending?.changes().recordCount ?? 0
    if hasChanges { undoStack = undoStackBefore }
    forgetPending()
    undoStack.forgetPending()
    isInTransaction = false
    return count
  }

  /// Runs `body` in a transaction and saves it. If either fails, all changes of `body` are
  /// discarded.
  ///
  /// Other contexts of the container cannot save meanwhile, so `body` must not wait for another
  /// task that saves. Changes that were already pending are saved, too, or stay pending.
  ///
  /// ```
  /// try context.transaction(evaluation) {
  ///   try context.perform(request, evaluation)
  /// }
  /// ```
  @discardableResult
  public func transaction<Result>(
    _ evaluation: EvaluationContext,
    _ body: () throws -> Result
  ) throws -> Result {
    try container.exclusively {
      try begin()
      defer { isInTransaction = false }
      return try restoringOnFailure {
        let result = try body()
        try save(evaluation)
        return result
      }
    }
  }

  /// Runs `body`. If it throws, restores the pending changes and the undo stack.
  public func restoringOnFailure<Result>(_ body: () throws -> Result) throws -> Result {
    let waiting = (pending?.detached(), pendingBasis, pendingHistory)
    let stacks = (undoStack, undoStackBefore)
    do {
      return try body()
    } catch {
      (pending, pendingBasis, pendingHistory) = waiting
      (undoStack, undoStackBefore) = stacks
      throw error
    }
  }

  /// Clears the pending changes.
  func forgetPending() {
    pending = nil
    pendingBasis = nil
    pendingHistory = []
  }
}

extension ChangeSet {
  /// Removes deletions of records that another writer has deleted.
  fileprivate mutating func removeDeleted(in base: any StoreSnapshot) throws {
    deleted = try deleted.compactMap { selection in
      let keys = selection.keys.all
      let references = try base.references(to: selection.keys, of: selection.entity)
      let left = zip(keys, references).filter { $1 != Column.nullReference }.map(\.0)
      return left.isEmpty ? nil : RecordSelection(entity: selection.entity, keys: .list(left))
    }
  }
}
