import Execution
public import Expressions
public import Storage

/// Checking and previewing changes.
extension ModelContext {
  /// The problems with adding records.
  public func problems(
    inserting changes: ChangeSet,
    _ evaluation: EvaluationContext
  ) throws -> [ChangeProblem] {
    try problems(changes, before: snapshot(), evaluation)
  }

  /// The effects of a statement, without applying it.
  public func preview(
    _ request: ChangeRequest,
    _ evaluation: EvaluationContext,
    limit: Int = 50
  ) throws -> ChangePreview {
    try preview(evaluation, limit) { try $0.stage(request) }
  }

  /// The effects of adding records with reserved keys, without adding them.
  public func preview(
    inserting changes: ChangeSet,
    _ evaluation: EvaluationContext,
    limit: Int = 50
  ) throws -> ChangePreview {
    try preview(evaluation, limit) { $0.add(changes) }
  }

  func preview(
    _ evaluation: EvaluationContext,
    _ limit: Int,
    stage: (ChangeDraft) throws -> Void
  ) throws -> ChangePreview {
    let draft = try draft(evaluation, over: snapshot(), isPreview: true)
    do {
      try stage(draft)
    } catch let failure as ChangeFailure {
      draft.problems += failure.problems
    }
    let changes = try draft.changes()
    try container.store.capability((any PermittingStore).self, for: .reading)?
      .checkPermission(for: changes)
    draft.problems += try problems(changes, before: draft.snapshot, evaluation)
    let inverse = try inverse(of: changes, draft)
    let records = try RecordChanges(schema: draft.schema, limit: limit).changes(changes, inverse)
    let failure = ChangeFailure(draft.problems, newRecords: draft.newRecords)
    return ChangePreview(
      summary: draft.summary,
      problems: failure.problems,
      problemCount: failure.total,
      newRecords: Set(failure.newRecords.keys),
      records: records,
      recordCount: records.count < limit ? records.count : changes.recordCount,
      causes: draft.causes.mapValues { ($0.owner, $0.relationship) }
    )
  }

  /// Creates a draft based on a state of the records.
  func draft(
    _ evaluation: EvaluationContext,
    over snapshot: any StoreSnapshot,
    isPreview: Bool = false
  ) throws -> ChangeDraft {
    ChangeDraft(
      schema: schema(),
      snapshot: snapshot,
      store: container.store,
      executor: executor(evaluation, over: snapshot),
      evaluation: evaluation,
      cancellation: cancellation,
      isPreview: isPreview,
      appliesDeleteRules: appliesDeleteRules
    )
  }

  /// The problems after `changes`, under the current or a new schema.
  func problems(
    _ changes: ChangeSet,
    before: any StoreSnapshot,
    _ evaluation: EvaluationContext,
    schema: StoredSchema? = nil
  ) throws -> [ChangeProblem] {
    let schema = schema ?? self.schema()
    let after = ResultingState {
      var overlay = Overlay(schema, keepsOriginals: false, cancellation: self.cancellation)
      try overlay.merge(changes, over: before)
      let snapshot = try OverlaySnapshot(&overlay, over: before, level: 1)
      return (snapshot, self.executor(evaluation, over: snapshot))
    }
    return try ConstraintCheck(
      changes: changes,
      schema: schema,
      before: before,
      after: after,
      cancellation: cancellation
    ).problems()
  }
}
