import Expressions
import Model

/// Evaluates an expression for one record and records the value of each part.
///
/// ``ScalarEvaluator`` computes all values; this only selects the parts, so results cannot differ.
struct TraceEvaluator<Source: RecordSource> {
  let evaluator: ScalarEvaluator<Source>

  /// Creates an evaluator that reads records from `source`.
  init(source: Source, context: EvaluationContext) {
    evaluator = ScalarEvaluator(source: source, context: context)
  }

  init(_ evaluator: ScalarEvaluator<Source>) {
    self.evaluator = evaluator
  }

  /// Evaluates `expression`; throws only the errors of the source.
  func trace(
    _ expression: TypedExpression,
    scopes: [Int64],
    level: Int = 0
  ) throws -> TraceNode {
    if let operand = expression.withoutConversion {
      return try trace(operand, scopes: scopes, level: level)
    }
    let outcome = try outcome(of: expression, scopes)
    let members = try members(of: expression, scopes)
    let children = try children(of: expression, scopes, level)
    return TraceNode(
      expression: expression,
      level: level,
      outcome: outcome,
      remark: TraceRemarks.remark(on: expression, outcome, children, members),
      children: children,
      members: members
    )
  }

  private func outcome(
    of expression: TypedExpression,
    _ scopes: [Int64]
  ) throws -> TraceNode.Outcome {
    do {
      return .value(try evaluator.evaluate(expression, scopes: scopes))
    } catch let error as EvaluationError {
      return .failed(error)
    }
  }

  /// The parts in the order of evaluation; those after a decision are skipped.
  private func children(
    of expression: TypedExpression,
    _ scopes: [Int64],
    _ level: Int
  ) throws -> [TraceNode] {
    var nodes: [TraceNode] = []
    for (index, part) in expression.listedParts.enumerated() {
      let isEvaluated = expression.evaluates(index, after: nodes.map(\.outcome))
      nodes.append(
        isEvaluated
          ? try trace(part, scopes: scopes, level: level)
          : TraceNode(
            expression: part,
            level: level,
            outcome: .skipped,
            remark: nil,
            children: [],
            members: nil
          )
      )
    }
    return nodes
  }
}

extension TypedExpression {
  /// The operand of an implicit conversion, which is shown instead.
  fileprivate var withoutConversion: TypedExpression? {
    switch kind {
    case .widen(let operand), .ordinal(_, let operand), .caseAt(_, let operand): operand
    default: nil
    }
  }

  /// Whether part `index` is evaluated after parts with `outcomes`.
  fileprivate func evaluates(_ index: Int, after outcomes: [TraceNode.Outcome]) -> Bool {
    if outcomes.contains(where: \.isFailure) { return false }
    switch kind {
    case .and: return !outcomes.contains { !$0.isTrue }
    case .or: return !outcomes.contains(where: \.isTrue)
    case .coalesce: return outcomes.first.map { $0 == .value(.null) } ?? true
    case .conditional:
      guard let condition = outcomes.first else { return true }
      return condition.isTrue == (index == 1)
    case .membership:
      guard case .value(let value)? = outcomes.first else { return true }
      return !outcomes.dropFirst().contains {
        if case .value(let element) = $0 { ValueOrder.areEqual(value, element) } else { false }
      }
    default: return true
    }
  }
}

extension TraceNode.Outcome {
  /// Whether the value is true.
  var isTrue: Bool { self == .value(.bool(true)) }

  /// Whether evaluating the part failed.
  var isFailure: Bool {
    if case .failed = self { true } else { false }
  }

  /// The value, if there is one.
  var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }
}
