import Columns
import Expressions
import Model

/// Arithmetic, negation and widening.
extension ProgramCompiler {
  func arithmetic(_ expression: TypedExpression) -> Program {
    switch (expression.kind, expression.type) {
    case (.widen(let operand), .double):
      return .double(asDouble(compile(operand)))
    case (.negate(let operand), .int):
      return arithmetic(.subtract, .literal(.int(0), .int), operand, type: .int)
    case (.negate(let operand), .double):
      let operand = asDouble(compile(operand))
      return .double(
        ProgramNode { context in
          let vector = try operand.result(context)
          return Vector(vector.map { -$0 }, validity: vector.validity)
        }
      )
    case (.arithmetic(.add, let left, let right), .string):
      return concatenation(left, right) ?? general(expression)
    case (.arithmetic(let operation, let left, let right), .date):
      return moved(operation, left, right) ?? general(expression)
    case (.arithmetic(let operation, let left, let right), let type):
      return arithmetic(operation, left, right, type: type)
    default:
      return general(expression)
    }
  }

  private func arithmetic(
    _ operation: ArithmeticOperator,
    _ left: TypedExpression,
    _ right: TypedExpression,
    type: ValueType
  ) -> Program {
    if type == .double {
      let (left, right) = (asDouble(compile(left)), asDouble(compile(right)))
      return .double(
        ProgramNode {
          ArithmeticKernels.apply(operation, try left.result($0), try right.result($0))
        }
      )
    }
    if type == .int, case .int64(let left) = compile(left), case .int64(let right) = compile(right)
    {
      return .int64(
        ProgramNode { context in
          let result = ArithmeticKernels.apply(
            operation,
            try left.result(context),
            try right.result(context)
          )
          guard let result else { throw BatchFailure() }
          return result
        }
      )
    }
    return general(TypedExpression(.arithmetic(operation, left, right), type))
  }
}
