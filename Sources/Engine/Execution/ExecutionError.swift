public import Expressions
public import Model

/// Why a plan did not run to its end, as far as the query itself is at fault.
public enum ExecutionError: Error, Sendable {
  /// An expression failed for the record, the first of those that were asked by identity.
  case evaluation(EvaluationError, of: TypedExpression, record: RecordID?)
  /// What is computed of a group failed; it is the one with these keys.
  case evaluationOfGroup(EvaluationError, keys: [Value])
}
