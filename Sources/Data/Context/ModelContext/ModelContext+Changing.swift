public import Expressions
public import Storage

/// Changing records.
extension ModelContext {
  /// Makes the changes of a statement, or none of them.
  ///
  /// Throws ``ChangeFailure`` for all that is wrong with it.
  @discardableResult
  public func perform(
    _ request: ChangeRequest,
    _ evaluation: EvaluationContext,
    title: String = ""
  ) throws -> ChangeSummary {
    try perform(title, evaluation) { try $0.stage(request) }
  }

  /// Adds records under keys that the store reserved, or none of them.
  @discardableResult
  public func insert(
    _ rows: [RecordRows],
    updated: [RecordRows] = [],
    linked: [RecordLinkage] = [],
    _ evaluation: EvaluationContext,
    title: String = ""
  ) throws -> ChangeSummary {
    try perform(title, evaluation) { try $0.add(rows, updated, linked) }
  }

  /// Makes the changes that `stage` puts into a draft; all that is done to records goes this way.
  func perform(
    _ title: String,
    _ evaluation: EvaluationContext,
    keepsUndo: Bool = true,
    stage: (ChangeDraft) throws -> Void
  ) throws -> ChangeSummary {
    try untilCurrent {
      // What is prepared holds no snapshot, so that the store can change its columns in place.
      let savesAtOnce = savesAtOnce
      let prepared = try prepare(evaluation, stage)
      if !prepared.changes.isEmpty {
        if keepsUndo, prepared.summary.whyIrrevocable == .tooLarge { willBecomeIrrevocable?() }
        cancellation.progress.begin(.storing)
        // What takes pending changes back may leave none, and is pending nevertheless.
        try accept(prepared, title, evaluation, isPending: !savesAtOnce, keepsUndo: keepsUndo)
      }
      return prepared.summary
    }
  }

  /// Runs `body` again where another context changed the store before it was done: the second time the
  /// others wait, so that no one is overtaken for ever.
  func untilCurrent<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch StoreError.outdated {}
    return try container.inTurn {
      // Others than contexts may still change the store.
      try OptimisticRetry.run(cancellation: cancellation, body)
    }
  }

  private struct Prepared {
    var changes: ChangeSet
    let inverse: ChangeSet
    var summary: ChangeSummary
  }

  private func prepare(
    _ evaluation: EvaluationContext,
    _ stage: (ChangeDraft) throws -> Void
  ) throws -> Prepared {
    let base = try container.store.snapshot()
    let prepared = try prepare(over: snapshot(over: base), evaluation, stage)
    if !savesAtOnce, !prepared.changes.isEmpty {
      // The rows that are touched are copied from the very state that they were checked in. No view
      // of the pending changes is left by now, so that they are changed in place.
      try addPending(prepared.changes, over: base)
    }
    return prepared
  }

  /// Works out what a statement changes, and checks it.
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
    // From here on nothing stops what is about to be done.
    try cancellation.check()
    return Prepared(changes: changes, inverse: inverse, summary: draft.summary)
  }

  /// What takes `changes` back; notes where that cannot be.
  func inverse(of changes: ChangeSet, _ draft: ChangeDraft) throws -> ChangeSet {
    let misfitCount = container.store.invalidValues?.misfitCount
    let inverse = try InverseChanges(schema: draft.schema, before: draft.snapshot)
      .inverse(of: changes)
    if changes.cellCount + inverse.cellCount > undoCapacity {
      draft.summary.whyIrrevocable = .tooLarge
    } else if container.store.invalidValues?.misfitCount != misfitCount {
      draft.summary.whyIrrevocable = .misfits
    }
    return inverse
  }

  private func addPending(_ changes: ChangeSet, over base: any StoreSnapshot) throws {
    try container.store.writable().checkWritable()
    if pending == nil || !hasChanges {
      pendingBasis = base.version
      undoStackBefore = undoStack
      // One that is empty may be laid out as models were before others changed them.
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
  ) throws {
    let entry = HistoryEntry(
      time: evaluation.now,
      author: author,
      title: title,
      schema: schema(),
      forward: prepared.changes,
      inverse: prepared.inverse
    )
    if isPending {
      pendingHistory.append(entry)
    } else {
      try container.save(prepared.changes, [entry])
    }
    guard keepsUndo else { return }
    if let reason = prepared.summary.whyIrrevocable { return undoStack.removeAll(because: reason) }
    undoStack.push(
      UndoStack.Step(
        title: title,
        forward: prepared.changes,
        inverse: prepared.inverse,
        isPending: isPending
      )
    )
  }
}
