import Execution
public import Expressions

/// Checking the integrity of a store.
extension ModelContext {
  /// Checks the records of a model and its submodels, or of all models, including pending changes.
  public func check(
    _ evaluation: EvaluationContext,
    model: String? = nil
  ) throws -> IntegrityReport {
    let snapshot = try snapshot()
    return try StoreCheck(
      schema: schema(),
      snapshot: snapshot,
      executor: executor(evaluation, over: snapshot),
      cancellation: cancellation
    ).report(of: model)
  }
}
