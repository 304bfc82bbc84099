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
    let steps = undoStack.nextToUndo
    guard let first = steps.first else {
      throw TransactionError.nothingToUndo(undoStack.forgotten)
    }
    let summary = try together(steps, evaluation) { step in
      let title = "undo: " + step.title
      let (summary, revisions) = try apply(step.inverse, after: step.forward, title, evaluation)
      undoStack.moveBack(revisions)
      return summary
    }
    return (first.title, summary)
  }

  /// Repeats the last undone statement; returns its title and effects.
  public func redo(_ evaluation: EvaluationContext) throws -> (title: String, ChangeSummary) {
    _ = schema()
    let steps = undoStack.nextToRedo
    guard let first = steps.first else { throw TransactionError.nothingToRedo }
    let summary = try together(steps, evaluation) { step in
      let title = "redo: " + step.title
      let (summary, revisions) = try apply(step.forward, after: step.inverse, title, evaluation)
      undoStack.moveForth(revisions)
      return summary
    }
    return (first.title, summary)
  }

  /// Applies `body` to all steps of a group, or to none; the last summary.
  private func together(
    _ steps: [UndoStack.Step],
    _ evaluation: EvaluationContext,
    _ body: (UndoStack.Step) throws -> ChangeSummary
  ) throws -> ChangeSummary {
    guard steps.count > 1 else { return try body(steps[0]) }
    return try atomically(evaluation) {
      try steps.map(body)[steps.count - 1]
    }
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

  /// Limits the age of statements in the history that the store saves, in microseconds; nil for no
  /// limit.
  public func keepHistory(_ microseconds: Int64?) throws {
    guard let kept = try container.store.capability((any HistoryStore).self, for: .changing) else {
      throw PastError.noHistory
    }
    try kept.keepHistory(microseconds)
  }

  private func apply(
    _ changes: ChangeSet,
    after left: ChangeSet,
    _ title: String,
    _ evaluation: EvaluationContext
  ) throws -> (ChangeSummary, StoreRevisions) {
    try performRevised(title, evaluation, keepsUndo: false) { draft in
      let comparison = StateComparison(schema: draft.schema, now: draft.snapshot)
      draft.problems = try comparison.differences(from: left, to: changes)
      draft.add(changes)
      try draft.countChanged(changes)
    }
  }
}
