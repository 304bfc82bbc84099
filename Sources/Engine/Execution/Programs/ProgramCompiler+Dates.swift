import Columns
import Expressions
import Model

/// Dates plus or minus a constant duration.
extension ProgramCompiler {
  /// `date + span`, `span + date`, `date - span`; nil for other arithmetic.
  func moved(
    _ operation: ArithmeticOperator,
    _ left: TypedExpression,
    _ right: TypedExpression
  ) -> Program? {
    let (date, span) = left.type == .date ? (left, right) : (right, left)
    guard date.type == .date, span.type == .duration, span.isConstant,
      case .int64(let dates) = compile(date)
    else { return nil }
    let spanNode = constantNode(span)
    return .int64(
      ProgramNode { context in
        let vector = try dates.result(context)
        guard case .duration(let span) = try spanNode.result(context) else {
          return .nulls(count: vector.count, filler: 0)
        }
        return try Self.moved(vector, operation, span)
      }
    )
  }

  private static func moved(
    _ dates: Vector<Int64>,
    _ operation: ArithmeticOperator,
    _ span: TimeSpan
  ) throws -> Vector<Int64> {
    // The minimum has no opposite, although some sums would fit.
    if span.microseconds == .min { throw BatchFailure() }
    if span.months == 0 {
      let spans = Vector(repeating: span.microseconds, count: dates.count)
      guard let result = ArithmeticKernels.apply(operation, dates, spans) else {
        throw BatchFailure()
      }
      return result
    }
    var values = Array(repeating: Int64(0), count: dates.count)
    for row in values.indices where dates.isValid(row) {
      let date = Timestamp(microseconds: dates[row])
      guard let moved = DateArithmetic.moved(date, operation, span) else { throw BatchFailure() }
      values[row] = moved.microseconds
    }
    return Vector(values, validity: dates.validity)
  }
}
