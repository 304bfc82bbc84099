import Foundation
public import Model

/// Arithmetic on two values of one type, including `+` of strings. Any operation with nil is nil.
public enum Arithmetic {
  /// `left operation right`.
  public static func apply(
    _ operation: ArithmeticOperator,
    _ left: Value,
    _ right: Value
  ) throws(EvaluationError) -> Value {
    switch (left, right) {
    case (.int(let a), .int(let b)):
      try integer(operation, a, b)
    case (.double(let a), .double(let b)):
      double(operation, a, b)
    case (.decimal(let a), .decimal(let b)):
      try decimal(operation, a, b)
    case (.string(let a), .string(let b)) where operation == .add:
      if canJoin(a.utf8.count, b.utf8.count) {
        .string(a + b)
      } else {
        throw .overflow(operation, left, right)
      }
    case (.date, .date), (.date, .duration), (.duration, .date), (.duration, .duration):
      try DateArithmetic.apply(operation, left, right)
    default:
      .null
    }
  }

  /// Whether strings of these numbers of bytes can be joined: a computed string has a limit.
  public static func canJoin(_ left: Int, _ right: Int) -> Bool {
    left + right <= TextFunctions.maxBytes
  }

  /// `-operand`
  public static func negate(_ operand: Value) throws(EvaluationError) -> Value {
    switch operand {
    case .int(let value):
      return try integer(.subtract, 0, value)
    case .double(let value):
      return .double(-value)
    case .decimal(let value):
      return .decimal(-value)
    case .duration(let span):
      return try DateArithmetic.apply(.subtract, .duration(TimeSpan()), .duration(span))
    default:
      return .null
    }
  }

  /// An Int converted to the Double or Decimal that an operation needs; other values unchanged.
  public static func widen(_ value: Value, to type: ValueType) -> Value {
    guard case .int(let number) = value else { return value }
    switch type {
    case .double: return .double(Double(number))
    case .decimal: return .decimal(Decimal(number))
    default: return value
    }
  }

  private static func integer(
    _ operation: ArithmeticOperator,
    _ left: Int64,
    _ right: Int64
  ) throws(EvaluationError) -> Value {
    let result: (partialValue: Int64, overflow: Bool)
    switch operation {
    case .add: result = left.addingReportingOverflow(right)
    case .subtract: result = left.subtractingReportingOverflow(right)
    case .multiply: result = left.multipliedReportingOverflow(by: right)
    case .divide:
      if right == 0 { return .null }
      result = left.dividedReportingOverflow(by: right)
    case .remainder:
      // The remainder by −1 is 0, but the CPU overflows for the minimum.
      if right == 0 { return .null }
      return .int(right == -1 ? 0 : left % right)
    }
    if result.overflow { throw .overflow(operation, .int(left), .int(right)) }
    return .int(result.partialValue)
  }

  /// NaN results (∞ − ∞) are nil, like division by zero.
  private static func double(
    _ operation: ArithmeticOperator,
    _ left: Double,
    _ right: Double
  ) -> Value {
    let result: Double
    switch operation {
    case .add: result = left + right
    case .subtract: result = left - right
    case .multiply: result = left * right
    case .divide: result = right == 0 ? .nan : left / right
    case .remainder: result = left.truncatingRemainder(dividingBy: right)
    }
    return result.isNaN ? .null : .double(result)
  }

  private static func decimal(
    _ operation: ArithmeticOperator,
    _ left: Decimal,
    _ right: Decimal
  ) throws(EvaluationError) -> Value {
    if right.isZero, operation == .divide || operation == .remainder { return .null }
    let result =
      switch operation {
      case .add: DecimalArithmetic.sum(left, right)
      case .subtract: DecimalArithmetic.sum(left, -right)
      case .multiply: DecimalArithmetic.product(left, right)
      case .divide: DecimalArithmetic.quotient(left, right)
      case .remainder: DecimalArithmetic.remainder(left, right)
      }
    guard let result, !result.isNaN else {
      throw .overflow(operation, .decimal(left), .decimal(right))
    }
    return .decimal(result)
  }
}
