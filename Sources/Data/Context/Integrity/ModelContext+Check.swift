import Execution
public import Expressions

/// Looking for damage.
extension ModelContext {
  /// All that the schema does not allow, pending changes included.
  ///
  /// - Parameter model: Only records of this model, and of those that specialise it, are looked at;
  ///   nil for all.
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
