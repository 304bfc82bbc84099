import Execution
public import Expressions

/// Looking for damage.
extension ModelContext {
  /// All that the schema does not allow, pending changes included; empty for a sound store.
  public func check(_ evaluation: EvaluationContext) throws -> [IntegrityProblem] {
    let snapshot = try snapshot()
    return try StoreCheck(
      schema: schema(),
      snapshot: snapshot,
      executor: Executor(
        snapshot: snapshot,
        evaluation: evaluation,
        cancellation: cancellation
      ),
      cancellation: cancellation
    ).problems()
  }
}
