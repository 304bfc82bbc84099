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
  /// Throws ``ChangeFailure`` where others have changed the same records meanwhile; the changes go on
  /// waiting then.
  @discardableResult
  public func save(_ evaluation: EvaluationContext) throws -> Int {
    defer { if !hasChanges { isInTransaction = false } }
    for _ in 0..<Self.mostAttempts {
      guard let pending, hasChanges else {
        forgetPending()
        return 0
      }
      var changes = try pending.changes()
      changes.basis = try checkedBasis(pending, changes, evaluation)
      let count = changes.recordCount
      do {
        if !changes.isEmpty { _ = try container.store.apply(changes) }
      } catch StoreError.outdated {
        continue
      }
      for entry in pendingHistory { container.history.add(entry) }
      forgetPending()
      undoStack.markSaved()
      return count
    }
    throw StoreError.outdated
  }

  /// The version of the store over which the pending changes hold.
  private func checkedBasis(
    _ pending: Overlay,
    _ changes: ChangeSet,
    _ evaluation: EvaluationContext
  ) throws -> StoreVersion {
    let base = try container.store.snapshot()
    if base.version != pendingBasis {
      let conflicts = try SaveConflicts(pending: pending, base: base).problems()
      guard conflicts.isEmpty else { throw ChangeFailure(conflicts) }
      let problems = try self.problems(changes, before: base, evaluation)
      guard problems.isEmpty else { throw ChangeFailure(problems) }
    }
    return base.version
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

  /// Runs `body` in a transaction, which is saved if it returns and rolled back if it throws.
  public func transaction<Result>(
    _ evaluation: EvaluationContext,
    _ body: () throws -> Result
  ) throws -> Result {
    try begin()
    do {
      let result = try body()
      try save(evaluation)
      return result
    } catch {
      try rollback()
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

/// Why `begin`, `undo` or `redo` has nothing to do.
public enum TransactionError: Error, Hashable, Sendable {
  case alreadyBegun
  case nothingToUndo
  case nothingToRedo
}
