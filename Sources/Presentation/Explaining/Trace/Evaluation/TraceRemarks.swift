import Expressions
import Model

/// Finds the language rule that explains a value.
enum TraceRemarks {
  static func remark(
    on expression: TypedExpression,
    _ outcome: TraceNode.Outcome,
    _ children: [TraceNode],
    _ members: TraceMembers?
  ) -> TraceRemark? {
    guard case .value(let value) = outcome else { return nil }
    let values = children.map { $0.outcome.value }
    let hasNil = values.contains { $0?.isNull == true }
    switch expression.kind {
    case .comparison(.equal, _, _), .comparison(.notEqual, _, _):
      return hasNil ? .nilEquals(value == .bool(true)) : nil
    case .comparison, .range: return hasNil ? .nilIsNeverOrdered : nil
    case .match(let match, _, _):
      if hasNil { return .nilIsNeverOrdered }
      let isEmpty = match.operation == .looselyContains && values.last == .string("")
      return isEmpty ? .emptyPattern : nil
    case .membership:
      return values.first??.isNull == true && value == .bool(true) ? .nilInList : nil
    case .not: return hasNil ? .nilCondition : nil
    case .and, .or: return logic(children)
    case .conditional: return values.first??.isNull == true ? .nilCondition : nil
    case .arithmetic(let operation, _, _): return arithmetic(operation, value, hasNil)
    case .negate, .duration: return hasNil ? .nilOperand : nil
    case .call(let function, _):
      return hasNil && value.isNull && ![.min, .max].contains(function) ? .nilOperand : nil
    case .attribute(_, .toOne), .record(.toOne): return value.isNull ? .noRecord : nil
    // A count of 0 needs no explanation.
    case .aggregate(let aggregate) where aggregate.function == .count: return nil
    case .aggregate, .arrayAggregate: return members.flatMap { reduction($0, value) }
    default: return nil
    }
  }

  private static func logic(_ children: [TraceNode]) -> TraceRemark? {
    children.contains { $0.outcome == .value(.null) } ? .nilCondition : nil
  }

  private static func arithmetic(
    _ operation: ArithmeticOperator,
    _ value: Value,
    _ hasNil: Bool
  ) -> TraceRemark? {
    if hasNil { return .nilOperand }
    return value.isNull && [.divide, .remainder].contains(operation) ? .divisionByZero : nil
  }

  private static func reduction(_ members: TraceMembers, _ value: Value) -> TraceRemark? {
    let counting = members.members.filter(\.counts)
    if members.unshownCount > 0 { return nil }
    if counting.isEmpty, members.skippedCount == 0 { return .reductionOfNothing }
    let nils = counting.count { $0.reduced?.outcome == .value(.null) }
    return nils > 0 ? .skippedNils(nils) : nil
  }
}
