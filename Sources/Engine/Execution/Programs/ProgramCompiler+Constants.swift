import Columns
import Expressions
import Foundation
import Model

/// Expressions that read no record.
extension ProgramCompiler {
  /// A program that repeats a constant.
  func constant(_ expression: TypedExpression) -> Program {
    let value = constantNode(expression)
    switch expression.type {
    case .bool:
      return .bool(
        repeating(value, filler: 0) { if case .bool(let it) = $0 { it ? 1 : 0 } else { nil } }
      )
    case .int:
      return .int64(repeating(value, filler: 0) { if case .int(let it) = $0 { it } else { nil } })
    case .date:
      return .int64(
        repeating(value, filler: 0) { if case .date(let it) = $0 { it.microseconds } else { nil } }
      )
    case .double:
      return .double(
        repeating(value, filler: 0) { if case .double(let it) = $0 { it } else { nil } }
      )
    case .string, .enumeration:
      return .string(ProgramNode { Self.strings(try value.result($0), count: $0.count) })
    default:
      return .values(ProgramNode { Array(repeating: try value.result($0), count: $0.count) })
    }
  }

  /// The value of a constant, evaluated once per batch.
  func constantNode(_ expression: TypedExpression) -> ProgramNode<Value> {
    if case .literal(let value) = expression.kind { return ProgramNode { _ in value } }
    return ProgramNode { context in
      let evaluator = ScalarEvaluator(
        source: NoRecords(),
        context: context.environment.evaluation
      )
      do {
        return try evaluator.evaluate(expression, scopes: [])
      } catch is EvaluationError {
        throw BatchFailure()
      }
    }
  }

  private func repeating<Element>(
    _ value: ProgramNode<Value>,
    filler: Element,
    _ unwrap: @escaping (Value) -> Element?
  ) -> ProgramNode<Vector<Element>> {
    // The value is constant during a statement, so batches share a buffer.
    var cached: Vector<Element>?
    return ProgramNode { context in
      if let cached, cached.values.count >= context.count {
        return Vector(cached.values, count: context.count, isConstant: context.count > 0)
      }
      guard let element = unwrap(try value.result(context)) else {
        return .nulls(count: context.count, filler: filler)
      }
      let vector = Vector(repeating: element, count: context.count)
      cached = vector
      return vector
    }
  }

  private static func strings(_ value: Value, count: Int) -> StringVector {
    guard case .string(let text) = value else { return .nulls(count: count) }
    var dictionary = StringDictionary()
    let code = dictionary.code(for: text)
    return StringVector(codes: Vector(repeating: code, count: count), dictionary: dictionary)
  }
}
