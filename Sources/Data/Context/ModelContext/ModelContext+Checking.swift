import Execution
public import Expressions
public import Storage

/// Asking what changes would do, and whether they may.
extension ModelContext {
  /// All that would be wrong with adding records.
  public func problems(
    inserting rows: [RecordRows],
    updating updated: [RecordRows] = [],
    linked: [RecordLinkage] = [],
    _ evaluation: EvaluationContext
  ) throws -> [ChangeProblem] {
    var changes = ChangeSet()
    (changes.inserted, changes.updated, changes.linked) = (rows, updated, linked)
    return try problems(changes, before: snapshot(), evaluation)
  }

  /// What a statement would do; nothing is changed.
  public func preview(
    _ request: ChangeRequest,
    _ evaluation: EvaluationContext,
    limit: Int = 50
  ) throws -> ChangePreview {
    try preview(evaluation, limit) { try $0.stage(request) }
  }

  /// What adding records under keys that the store reserved would do; nothing is changed.
  public func preview(
    inserting rows: [RecordRows],
    updating updated: [RecordRows] = [],
    linked: [RecordLinkage] = [],
    _ evaluation: EvaluationContext,
    limit: Int = 50
  ) throws -> ChangePreview {
    try preview(evaluation, limit) { try $0.add(rows, updated, linked) }
  }

  private func preview(
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

  /// A statement's changes to be, over a state of the records.
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
      isPreview: isPreview
    )
  }

  /// All that would not hold after `changes`, under the schema as it is or will be.
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
      changes,
      schema: schema,
      before: before,
      after: after,
      cancellation: cancellation
    ).problems()
  }
}
