import Expressions
import FoundationEssentials
import Model
import TestSupport
import Testing

@testable import Explaining

/// Traces of random conditions over random records: each value follows from the values of the parts
/// that were looked at, so what a trace leaves out cannot matter.
@Suite struct TraceTests {
  @Test(arguments: 0..<UInt64(fuzzCount(12)))
  func valuesAreExplainedByTheTrace(seed: UInt64) throws {
    var random = SeededRandom(seed: 7000 + seed)
    let schema = RandomSchema(&random)
    let world = RandomWorld(schema, counts: [20], &random)
    let records = PlainRecords(world: world, reference: Reference(world))
    let tracer = TraceEvaluator(source: records, context: Reference.moment)
    let evaluator = ScalarEvaluator(source: records, context: Reference.moment)
    for _ in 0..<40 {
      let expressions = RandomExpressions(schema: schema, entity: random.pick(schema.roots))
      let condition = expressions.expression(.bool, depth: 4, &random)
      let reference = Int64.random(in: 0..<20, using: &random)
      let trace: TraceNode
      do {
        trace = try tracer.trace(condition, scopes: [reference])
      } catch is Reference.Failure {
        // A subquery of the condition fails for one of its records.
        continue
      }
      let value = try? evaluator.evaluate(condition, scopes: [reference])
      #expect(trace.outcome.value == value, "seed \(seed): \(condition)")
      try check(trace)
    }
  }

  private func check(_ node: TraceNode) throws {
    if case .value(let value) = node.outcome, let expected = try expected(node) {
      #expect(value == expected, "\(node.expression)")
    }
    for child in node.children where child.outcome != .skipped { try check(child) }
    for member in node.members?.members ?? [] {
      if let filter = member.filter { try check(filter) }
      if let reduced = member.reduced { try check(reduced) }
    }
  }

  /// The value by what is shown below the node; nil where the node shows no parts.
  private func expected(_ node: TraceNode) throws -> Value? {
    let parts = node.children.filter { $0.outcome != .skipped }.map(\.outcome)
    switch node.expression.kind {
    case .and: return .bool(parts.count == node.children.count && parts.allSatisfy(\.isTrue))
    case .or: return .bool(parts.contains(where: \.isTrue))
    case .not: return .bool(parts.first?.isTrue == false)
    case .isNull where Self.showsParts(node): return .bool(parts.first == .value(.null))
    case .coalesce, .conditional: return converted(parts.last?.value, node)
    case .aggregate(let aggregate) where aggregate.function == .any:
      return .bool(node.members?.members.contains { $0.reduced?.outcome.isTrue == true } == true)
    default: return try recomputed(node, parts)
    }
  }

  /// Whether the parts themselves are shown, not what lies below a change of form.
  private static func showsParts(_ node: TraceNode) -> Bool {
    node.children.map(\.expression) == node.expression.children
  }

  /// A branch may have been an Int where the whole is a Double.
  private func converted(_ value: Value?, _ node: TraceNode) -> Value? {
    guard let value, node.children.allSatisfy({ $0.expression.type == node.expression.type }) else {
      return nil
    }
    return value
  }

  /// The node with the values of its parts in their places.
  private func recomputed(_ node: TraceNode, _ parts: [TraceNode.Outcome]) throws -> Value? {
    let literals = zip(node.children, parts).map {
      TypedExpression.literal($1.value ?? .null, $0.expression.type)
    }
    guard Self.showsParts(node),
      let kind = Self.kind(node.expression.kind, literals)
    else { return nil }
    let evaluator = ScalarEvaluator(source: NoRecords(), context: Reference.moment)
    return try evaluator.evaluate(TypedExpression(kind, node.expression.type), scopes: [])
  }

  private static func kind(
    _ kind: TypedExpression.Kind,
    _ parts: [TypedExpression]
  ) -> TypedExpression.Kind? {
    switch kind {
    case .comparison(let operation, _, _): .comparison(operation, parts[0], parts[1])
    case .match(let match, _, _): .match(match, parts[0], parts[1])
    case .arithmetic(let operation, _, _): .arithmetic(operation, parts[0], parts[1])
    case .negate: .negate(parts[0])
    case .call(let function, _): .call(function, parts)
    case .range(_, _, _, let isClosed):
      .range(parts[0], from: parts[1], to: parts[2], isClosed: isClosed)
    case .membership: .membership(parts[0], Array(parts.dropFirst()))
    default: nil
    }
  }
}
