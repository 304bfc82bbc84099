import Columns
import Expressions
import Model

/// `not`, `and`, `or`: nil counts as false.
extension ProgramCompiler {
  func logic(_ expression: TypedExpression) -> Program {
    switch expression.kind {
    case .not(let operand):
      let operand = compileCondition(operand)
      return .bool(ProgramNode { Vector(MaskKernels.not(try operand.result($0))) })
    case .and(let left, let right):
      return logic(left, right, MaskKernels.and)
    case .or(let left, let right):
      return logic(left, right, MaskKernels.or)
    default:
      return general(expression)
    }
  }

  private func logic(
    _ left: TypedExpression,
    _ right: TypedExpression,
    _ kernel: @escaping ([UInt8], [UInt8]) -> [UInt8]
  ) -> Program {
    let (left, right) = (compileCondition(left), compileCondition(right))
    return .bool(
      ProgramNode { Vector(kernel(try left.result($0), try right.result($0))) }
    )
  }
}
