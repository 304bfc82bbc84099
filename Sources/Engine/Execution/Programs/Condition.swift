import Columns
import Expressions
import Model
import Storage

/// A condition with its column program.
final class Condition {
  let expression: TypedExpression
  private let program: ProgramNode<[UInt8]>

  init(_ expression: TypedExpression, _ compiler: ProgramCompiler) {
    self.expression = expression
    program = compiler.compileCondition(expression)
  }

  /// 1 for each row where the condition is true; throws ``BatchFailure`` if a row may fail.
  func mask(_ context: BatchContext) throws -> [UInt8] {
    try program.result(context)
  }
}
