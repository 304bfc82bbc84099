import Model
import Syntax

/// A condition with a quantified operand: `any expenses.amount * 2 > 200`.
struct QuantifiedOperation {
  let use: QuantifierUse
  /// The quantified path.
  let path: ExpressionSyntax
  /// The condition with the path in place of the quantified operand.
  let condition: ExpressionSyntax
  /// Another quantifier among the operands.
  let secondUse: QuantifierUse?

  /// Fails if no operand is quantified.
  init?(_ syntax: ExpressionSyntax) {
    guard let operands = syntax.quantifiableOperands else { return nil }
    let found = operands.flatMap(\.quantified)
    guard let first = found.first else { return nil }
    use = first.use
    path = first.path
    secondUse = found.dropFirst().first?.use
    condition = syntax.conditionWithoutQuantifier
  }
}

extension ExpressionSyntax {
  /// The operands that can be quantified: those that are not conditions.
  fileprivate var quantifiableOperands: [ExpressionSyntax]? {
    switch kind {
    case .binary(let use, let left, let right) where use.operator.isCondition: [left, right]
    case .between(let operand, _, _, _, _), .membership(let operand, _, _, _),
      .isNull(let operand, _), .typeTest(let operand, _, _):
      [operand]
    default: nil
    }
  }

  /// The quantified paths in a value; a quantifier in parentheses is a condition.
  fileprivate var quantified: [(use: QuantifierUse, path: ExpressionSyntax)] {
    switch kind {
    case .quantified(let use, let path): [(use, path)]
    case .unit(let inner, _), .unary(.negate, _, let inner):
      inner.quantified
    case .binary(let use, let left, let right) where use.operator.isComputation:
      left.quantified + right.quantified
    default: []
    }
  }

  /// The condition with paths in place of quantified operands.
  fileprivate var conditionWithoutQuantifier: ExpressionSyntax {
    switch kind {
    case .binary(let use, let left, let right):
      with(.binary(use, left.withoutQuantifier, right.withoutQuantifier))
    case .between(let operand, let from, let to, let isNegated, let place):
      with(
        .between(
          operand.withoutQuantifier,
          from: from,
          to: to,
          isNegated: isNegated,
          operatorSpan: place
        )
      )
    case .membership(let operand, let set, let isNegated, let place):
      with(
        .membership(operand.withoutQuantifier, set, isNegated: isNegated, operatorSpan: place)
      )
    case .isNull(let operand, let isNegated):
      with(.isNull(operand.withoutQuantifier, isNegated: isNegated))
    case .typeTest(let operand, let entity, let isNegated):
      with(.typeTest(operand.withoutQuantifier, entity, isNegated: isNegated))
    default:
      self
    }
  }

  /// The value with paths in place of the quantified operands that ``quantified`` finds.
  private var withoutQuantifier: ExpressionSyntax {
    switch kind {
    case .quantified(_, let path):
      path
    case .unit(let inner, let unit):
      with(.unit(inner.withoutQuantifier, unit))
    case .unary(.negate, let place, let inner):
      with(.unary(.negate, operatorSpan: place, inner.withoutQuantifier))
    case .binary(let use, let left, let right) where use.operator.isComputation:
      with(.binary(use, left.withoutQuantifier, right.withoutQuantifier))
    default:
      self
    }
  }

  private func with(_ kind: Kind) -> ExpressionSyntax {
    ExpressionSyntax(kind, span: span)
  }
}

extension BinaryOperator {
  /// Whether the operator computes a value, so that an operand can be quantified.
  fileprivate var isComputation: Bool { arithmetic != nil || self == .coalesce }

  /// Whether the operator compares values.
  fileprivate var isCondition: Bool { !isComputation && self != .and && self != .or }
}
