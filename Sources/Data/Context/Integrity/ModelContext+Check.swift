import Execution
public import Expressions

/// Checking the integrity of a store.
extension ModelContext {
  /// Checks the store, including pending changes.
  ///
  /// - Parameter model: Checks only records of this model and its submodels; nil for all.
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
