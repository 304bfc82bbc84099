public import Expressions
public import Model

/// Errors that the query itself causes.
public enum ExecutionError: Error, Sendable {
  /// An expression failed for this record, the first one by identity.
  case evaluation(EvaluationError, of: TypedExpression, record: RecordID?)
  /// An aggregate failed for the group, or the total of groups, with these keys.
  case evaluationOfGroup(EvaluationError, keys: [Value], isTotal: Bool = false)
}
