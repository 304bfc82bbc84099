public import Model

/// Why an expression has no value: the only ways in which evaluation fails.
public enum EvaluationError: Error, Hashable, Sendable {
  /// The result of `left operator right` is beyond its type.
  case overflow(ArithmeticOperator, Value, Value)
  /// The result of a function is beyond its type.
  case functionOverflow(ScalarFunction, [Value])
  /// The total of an Int or Decimal sum is beyond its type.
  case sumOverflow
  /// A duration of so many units is beyond what a date can move.
  case durationOverflow(Value, TimeUnit)
  /// A text that a record holds is no regular expression.
  case badPattern(String, RegexError)
}
