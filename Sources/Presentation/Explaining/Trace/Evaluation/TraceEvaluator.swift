import Expressions
import Model

/// Shows how an expression comes to its value for one record, part by part.
///
/// Every value is asked of the ``ScalarEvaluator``; this only says which parts it looks at, so it
/// cannot mean anything else.
struct TraceEvaluator<Source: RecordSource> {
  let evaluator: ScalarEvaluator<Source>

  /// Makes an evaluator that reads records from `source`.
  init(source: Source, context: EvaluationContext) {
    evaluator = ScalarEvaluator(source: source, context: context)
  }

  init(_ evaluator: ScalarEvaluator<Source>) {
    self.evaluator = evaluator
  }

  /// How `expression` comes out; throws only what the source throws.
  func trace(
    _ expression: TypedExpression,
    scopes: [Int64],
    level: Int = 0
  ) throws -> TraceNode {
    if let operand = expression.readInstead {
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

  /// The parts, in the order in which they are looked at; those behind a decision are skipped.
  private func children(
    of expression: TypedExpression,
    _ scopes: [Int64],
    _ level: Int
  ) throws -> [TraceNode] {
    var nodes: [TraceNode] = []
    for (index, part) in expression.listedParts.enumerated() {
      let isLookedAt = expression.looksAt(index, after: nodes.map(\.outcome))
      nodes.append(
        isLookedAt
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
  /// What is shown in the place of a node that only gives a value another form: an Int as a Double,
  /// a case as its number.
  fileprivate var readInstead: TypedExpression? {
    switch kind {
    case .widen(let operand), .ordinal(_, let operand), .caseAt(_, let operand): operand
    default: nil
    }
  }

  /// Whether part `index` is looked at, when those before it came out as `outcomes`.
  fileprivate func looksAt(_ index: Int, after outcomes: [TraceNode.Outcome]) -> Bool {
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

  /// Whether the part was evaluated and has no value.
  var isFailure: Bool {
    if case .failed = self { true } else { false }
  }

  /// The value, if there is one.
  var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }
}
