import Model
import Syntax

/// A condition of which an operand is quantified: `any expenses.amount * 2 > 200`.
struct QuantifiedOperation {
  let use: QuantifierUse
  /// What stands behind the quantifier.
  let path: ExpressionSyntax
  /// The operation with the path alone in the place of the quantified one.
  let condition: ExpressionSyntax
  /// Another quantifier among the operands.
  let secondUse: QuantifierUse?

  /// The operation, if `syntax` is one.
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
  /// The operands of a condition that a quantifier can stand in: those that no condition is.
  fileprivate var quantifiableOperands: [ExpressionSyntax]? {
    switch kind {
    case .binary(let use, let left, let right) where use.operator.isCondition: [left, right]
    case .between(let operand, _, _, _, _), .membership(let operand, _, _, _),
      .isNull(let operand, _), .typeTest(let operand, _, _):
      [operand]
    default: nil
    }
  }

  /// The quantified paths that the value is computed from; in parentheses a quantifier is a
  /// condition already.
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

  /// The condition with the paths alone in the place of its quantified operands.
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

  /// The value with the paths alone, as far as ``quantified`` looks: a condition within it has
  /// quantifiers of its own.
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
  /// Whether the operator makes a value of values, so that a quantifier may stand below it.
  fileprivate var isComputation: Bool { arithmetic != nil || self == .coalesce }

  /// Whether the operator makes a condition of values.
  fileprivate var isCondition: Bool { !isComputation && self != .and && self != .or }
}
