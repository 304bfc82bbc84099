public import Model

/// The errors of evaluating an expression.
public enum EvaluationError: Error, Hashable, Sendable {
  /// The result of `left operator right` is out of range.
  case overflow(ArithmeticOperator, Value, Value)
  /// The result of a function is out of range.
  case functionOverflow(ScalarFunction, [Value])
  /// The total of an Int or Decimal sum is out of range.
  case sumOverflow
  /// The string of a `text` aggregate is too long.
  case textTooLong
  /// The lists of a window have too many values in all.
  case windowTooLarge
  /// The strings of a `text` window are too long in all.
  case windowTextsTooLong
  /// A duration of this many units is out of range.
  case durationOverflow(Value, TimeUnit)
  /// A stored string is not a valid regular expression.
  case badPattern(String, RegexError)
}
