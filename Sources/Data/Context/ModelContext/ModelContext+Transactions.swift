import Columns
public import Expressions
import Storage

/// Transactions.
extension ModelContext {
  /// Lets changes wait until ``save(_:)`` or ``rollback()``.
  public func begin() throws {
    guard !isInTransaction else { throw TransactionError.alreadyBegun }
    isInTransaction = true
  }

  /// Saves all pending changes, or none of them; how many records they touch.
  ///
  /// Throws ``ChangeFailure`` where others have changed the same records since they were first changed
  /// here; the changes go on waiting then.
  @discardableResult
  public func save(_ evaluation: EvaluationContext) throws -> Int {
    defer { if !hasChanges { isInTransaction = false } }
    guard hasChanges else {
      forgetPending()
      undoStack.markSaved()
      return 0
    }
    return try untilCurrent {
      try fitPending()
      guard let pending else { return 0 }
      let changes = try currentChanges(pending, evaluation)
      try container.save(changes, pendingHistory.map { $0.saved(at: evaluation.now) })
      forgetPending()
      undoStack.markSaved()
      return changes.recordCount
    }
  }

  /// What the store has to be told, with the version of the store over which it holds.
  private func currentChanges(
    _ pending: Overlay,
    _ evaluation: EvaluationContext
  ) throws -> ChangeSet {
    let base = try container.store.snapshot()
    var changes = try pending.changes()
    if base.version != pendingBasis {
      let conflicts = try SaveConflicts(pending: pending, base: base).problems()
      guard conflicts.isEmpty else { throw ChangeFailure(conflicts) }
      try changes.leaveOutDeleted(in: base)
      let problems = try self.problems(changes, before: base, evaluation)
      guard problems.isEmpty else { throw ChangeFailure(problems) }
    }
    changes.basis = base.version
    return changes
  }

  /// Gives up all pending changes; how many records they touched.
  @discardableResult
  public func rollback() throws -> Int {
    let count = try pending?.changes().recordCount ?? 0
    if hasChanges { undoStack = undoStackBefore }
    forgetPending()
    undoStack.forgetPending()
    isInTransaction = false
    return count
  }

  /// Runs `body` in a transaction, then saves; if either fails, all is as it was before.
  ///
  /// No other context of the container saves meanwhile, so that what `body` reads stays true until it is
  /// saved; `body` must not wait for another task that saves. Changes that waited before are saved with
  /// it, or go on waiting.
  @discardableResult
  public func transaction<Result>(
    _ evaluation: EvaluationContext,
    _ body: () throws -> Result
  ) throws -> Result {
    try container.inTurn {
      try begin()
      defer { isInTransaction = false }
      return try orAsBefore {
        let result = try body()
        try save(evaluation)
        return result
      }
    }
  }

  /// Runs `body`; if it throws, the same changes wait as before, and the same can be undone.
  public func orAsBefore<Result>(_ body: () throws -> Result) throws -> Result {
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

  /// Nothing waits to be saved any more.
  func forgetPending() {
    pending = nil
    pendingBasis = nil
    pendingHistory = []
  }
}

extension ChangeSet {
  /// Deletes no records that somebody else has deleted.
  fileprivate mutating func leaveOutDeleted(in base: any StoreSnapshot) throws {
    deleted = try deleted.compactMap { selection in
      let keys = selection.keys.all
      let references = try base.references(to: selection.keys, of: selection.entity)
      let left = zip(keys, references).filter { $1 != Column.nullReference }.map(\.0)
      return left.isEmpty ? nil : RecordSelection(entity: selection.entity, keys: .list(left))
    }
  }
}
