public import Expressions
import Model
public import Storage

/// Changing records.
extension ModelContext {
  /// Applies the changes of a statement, or none of them.
  ///
  /// Throws ``ChangeFailure`` with all problems.
  @discardableResult
  public func perform(
    _ request: ChangeRequest,
    _ evaluation: EvaluationContext,
    title: String = ""
  ) throws -> ChangeSummary {
    try perform(title, evaluation) { try $0.stage(request) }
  }

  /// Adds records with reserved keys, or none of them.
  @discardableResult
  public func insert(
    _ changes: ChangeSet,
    _ evaluation: EvaluationContext,
    title: String = ""
  ) throws -> ChangeSummary {
    try perform(title, evaluation) { $0.add(changes) }
  }

  /// Applies the changes that `stage` adds to a draft. All changes of records use this method.
  func perform(
    _ title: String,
    _ evaluation: EvaluationContext,
    stage: (ChangeDraft) throws -> Void
  ) throws -> ChangeSummary {
    try performRevised(title, evaluation, stage: stage).summary
  }

  /// The same, also returning how the result differs from the changes.
  func performRevised(
    _ title: String,
    _ evaluation: EvaluationContext,
    keepsUndo: Bool = true,
    stage: (ChangeDraft) throws -> Void
  ) throws -> (summary: ChangeSummary, revisions: StoreRevisions) {
    try retryingIfOutdated {
      var revisions = StoreRevisions()
      // Prepared changes do not retain a snapshot, so that the store can change its columns in
      // place.
      let savesAtOnce = savesAtOnce
      var prepared = try prepare(evaluation, stage)
      if !prepared.changes.isEmpty || !prepared.notes.isEmpty {
        if keepsUndo, prepared.summary.undoLossReason == .tooLarge { willBecomeIrrevocable?() }
        cancellation.progress.begin(.storing)
        // Reverting pending changes may leave none, but still counts as pending.
        revisions = try accept(
          prepared,
          title,
          evaluation,
          isPending: !savesAtOnce,
          keepsUndo: keepsUndo
        )
        prepared.summary.leaveOutSkipped(revisions)
      }
      return (prepared.summary, revisions)
    }
  }

  /// Runs `body` again if another context has changed the store meanwhile. The second attempt
  /// blocks other contexts, so that it cannot be overtaken again.
  func retryingIfOutdated<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch StoreError.outdated {}
    return try container.exclusively {
      // Other programs may still change the store.
      try OptimisticRetry.run(cancellation: cancellation, body)
    }
  }

  private struct Prepared {
    var changes: ChangeSet
    let inverse: ChangeSet
    var summary: ChangeSummary
    /// What the history notes in addition, and the earliest time of the statement.
    let notes: [RecordChange]
    let earliestTime: Timestamp?
  }

  private func prepare(
    _ evaluation: EvaluationContext,
    _ stage: (ChangeDraft) throws -> Void
  ) throws -> Prepared {
    let base = try container.store.snapshot()
    let prepared = try prepare(over: snapshot(over: base), evaluation, stage)
    if !savesAtOnce, !prepared.changes.isEmpty {
      // Copy changed rows from the state that was checked. No view of the pending changes
      // remains, so that they change in place.
      try addPending(prepared.changes, over: base)
    }
    return prepared
  }

  /// Prepares and checks the changes of a statement.
  private func prepare(
    over snapshot: any StoreSnapshot,
    _ evaluation: EvaluationContext,
    _ stage: (ChangeDraft) throws -> Void
  ) throws -> Prepared {
    let draft = try draft(evaluation, over: snapshot)
    try stage(draft)
    try cancellation.check()
    cancellation.progress.begin(.checking)
    let changes = try draft.changes()
    var problems = draft.problems
    if problems.isEmpty {
      problems = try self.problems(changes, before: draft.snapshot, evaluation)
    }
    guard problems.isEmpty else {
      throw ChangeFailure(problems, newRecords: draft.newRecords)
    }
    try cancellation.check()
    let inverse = try inverse(of: changes, draft)
    // After this point, the statement cannot be cancelled.
    try cancellation.check()
    return Prepared(
      changes: changes,
      inverse: inverse,
      summary: draft.summary,
      notes: draft.notes,
      earliestTime: draft.earliestTime
    )
  }

  /// The changes that revert `changes`; notes in the summary if they cannot be reverted.
  func inverse(of changes: ChangeSet, _ draft: ChangeDraft) throws -> ChangeSet {
    let invalidValueCount = container.store.invalidValues?.invalidValueCount
    let inverse = try InverseChanges(schema: draft.schema, before: draft.snapshot)
      .inverse(of: changes)
    if changes.cellCount + inverse.cellCount > undoCapacity {
      draft.summary.undoLossReason = .tooLarge
    } else if container.store.invalidValues?.invalidValueCount != invalidValueCount {
      draft.summary.undoLossReason = .invalidValues
    }
    return inverse
  }

  private func addPending(_ changes: ChangeSet, over base: any StoreSnapshot) throws {
    try container.store.writable().checkWritable()
    if pending == nil || !hasChanges {
      pendingBasis = base.version
      undoStackBefore = undoStack
      // An empty overlay may have an outdated layout.
      self.pending = nil
    }
    var pending = pending ?? Overlay(schema(), keepsOriginals: true)
    self.pending = nil
    defer { self.pending = pending }
    try pending.merge(changes, over: base)
  }

  private func accept(
    _ prepared: Prepared,
    _ title: String,
    _ evaluation: EvaluationContext,
    isPending: Bool,
    keepsUndo: Bool
  ) throws -> StoreRevisions {
    let entry = HistoryEntry(
      time: max(evaluation.now, prepared.earliestTime ?? evaluation.now),
      author: author,
      title: title,
      schema: schema(),
      forward: prepared.changes,
      inverse: prepared.inverse,
      notes: prepared.notes
    )
    var revisions = StoreRevisions()
    if isPending {
      pendingHistory.append(entry)
    } else {
      revisions = try container.save(prepared.changes, [entry])
    }
    defer { undoStack.revise(revisions) }
    guard keepsUndo, !prepared.changes.isEmpty else { return revisions }
    if let reason = prepared.summary.undoLossReason {
      undoStack.removeAll(because: reason)
      return revisions
    }
    var step = UndoStack.Step(
      title: title,
      forward: prepared.changes,
      inverse: prepared.inverse,
      isPending: isPending
    )
    step.leaveOutSkipped(revisions)
    undoStack.push(step)
    return revisions
  }
}
