import Columns
import Expressions
import Model

/// Operations without a kernel, evaluated value by value.
extension ProgramCompiler {
  func general(_ expression: TypedExpression) -> Program {
    let operands = expression.children.map { asValues(compile($0), $0.type) }
    let matchers = MatcherCache()
    let node = ProgramNode<[Value]> { context in
      let columns = try operands.map { try $0.result(context) }
      let operation = Self.operation(expression, context.environment.evaluation, matchers)
      do {
        return try (0..<context.count).map { row in try operation(columns.map { $0[row] }) }
      } catch is EvaluationError {
        throw BatchFailure()
      }
    }
    return shaped(node, expression.type)
  }

  /// The operation of the outermost node on the values of its children.
  ///
  /// All children were evaluated. If one failed that is not needed, the batch is evaluated again by
  /// the scalar evaluator.
  private static func operation(
    _ expression: TypedExpression,
    _ context: EvaluationContext,
    _ matchers: MatcherCache
  ) -> ([Value]) throws -> Value {
    switch expression.kind {
    case .negate:
      return { try Arithmetic.negate($0[0]) }
    case .arithmetic(let operation, _, _):
      return { try Arithmetic.apply(operation, $0[0], $0[1]) }
    case .duration(_, let unit):
      return { try DateArithmetic.duration($0[0], unit) }
    case .widen:
      return { Arithmetic.widen($0[0], to: expression.type) }
    case .comparison(let operation, _, _):
      return { .bool(ValueOrder.holds(operation, $0[0], $0[1])) }
    case .match(let match, _, _):
      return { .bool(try matchers.holds(match, $0[0], $0[1])) }
    case .list:
      return { .list($0) }
    case .arrayMembership:
      return { .bool(Arrays.contains($0[0], in: $0[1])) }
    case .ordinal(let type, _):
      return { Enumerations.ordinal(of: $0[0], in: type) }
    case .caseAt(let type, _):
      return { Enumerations.name(at: $0[0], in: type) }
    case .coalesce:
      return { $0[0].isNull ? $0[1] : $0[0] }
    case .conditional:
      return { if case .bool(true) = $0[0] { $0[1] } else { $0[2] } }
    case .call(let function, _):
      let evaluator = FunctionEvaluator(context: context)
      return { try evaluator.call(function, $0) }
    default:
      preconditionFailure("a form without operands reached the general program")
    }
  }
}
