public import Expressions
public import Model
import Storage

/// Undo and redo.
extension ModelContext {
  /// The title of the statement that ``undo(_:)`` would undo; nil if there is none.
  public var undoableTitle: String? { undoStack.done.last?.title }

  /// Undoes the last statement; returns its title and effects.
  public func undo(_ evaluation: EvaluationContext) throws -> (title: String, ChangeSummary) {
    _ = schema()
    guard let step = undoStack.done.last else {
      throw TransactionError.nothingToUndo(undoStack.forgotten)
    }
    let summary = try apply(step.inverse, after: step.forward, "undo: " + step.title, evaluation)
    undoStack.moveBack()
    return (step.title, summary)
  }

  /// Repeats the last undone statement; returns its title and effects.
  public func redo(_ evaluation: EvaluationContext) throws -> (title: String, ChangeSummary) {
    _ = schema()
    guard let step = undoStack.undone.last else { throw TransactionError.nothingToRedo }
    let summary = try apply(step.forward, after: step.inverse, "redo: " + step.title, evaluation)
    undoStack.moveForth()
    return (step.title, summary)
  }

  /// Clears the undo stack, because the schema has changed.
  public func forgetUndo(because reason: TransactionError.UndoLossReason = .modelsChanged) {
    undoStack.removeAll(because: reason)
    undoStackBefore.removeAll(because: reason)
  }

  /// Clears the undo stack and the history, for changes that the user did not make.
  public func forgetPast() throws {
    undoStack = UndoStack()
    container.history.removeAll()
    try container.store.savedHistory?.forgetHistory(nil)
  }

  /// Deletes what was saved within these times from the history.
  public func forgetHistory(_ times: ClosedRange<Timestamp>) throws {
    container.history.remove(times)
    try container.store.savedHistory?.forgetHistory(times)
  }

  private func apply(
    _ changes: ChangeSet,
    after left: ChangeSet,
    _ title: String,
    _ evaluation: EvaluationContext
  ) throws -> ChangeSummary {
    try perform(title, evaluation, keepsUndo: false) { draft in
      let comparison = StateComparison(schema: draft.schema, now: draft.snapshot)
      draft.problems = try comparison.differences(from: left, to: changes)
      draft.add(changes)
      try draft.countChanged(changes)
    }
  }
}
