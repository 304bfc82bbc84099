import Execution
package import Expressions
package import Model
package import Storage

/// Deletes within a migration.
extension ModelContext {
  /// The changes of a delete, with its delete rules, in a state of the records that is not saved.
  ///
  /// Throws ``ChangeFailure`` if other records prevent it.
  package func changes(
    deleting request: DeleteRequest,
    from snapshot: any StoreSnapshot,
    _ models: Schema,
    _ evaluation: EvaluationContext
  ) throws -> (ChangeSet, ChangeSummary) {
    let schema = StoredSchema(models)
    let draft = ChangeDraft(
      schema: schema,
      snapshot: snapshot,
      store: container.store,
      executor: executor(evaluation, over: snapshot),
      evaluation: evaluation,
      cancellation: cancellation
    )
    try draft.stage(.delete(request))
    let changes = try draft.changes()
    let problems =
      try draft.problems + self.problems(changes, before: snapshot, evaluation, schema: schema)
    guard problems.isEmpty else { throw ChangeFailure(problems) }
    return (changes, draft.summary)
  }
}
