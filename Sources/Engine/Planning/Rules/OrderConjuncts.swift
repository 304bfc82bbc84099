import Expressions
public import Model
import Storage

/// Splits a predicate at its `and`s and tests conditions that cannot fail first.
///
/// Conditions that can fail follow in written order.
public struct OrderConjuncts: OptimizerRule {
  /// Creates the rule.
  public init() {}

  /// The plan with ordered conjuncts.
  public func apply(to plan: Plan) -> Plan {
    switch plan {
    case .rows: plan
    case .filter(let predicates, let input): .filter(Self.ordered(predicates), apply(to: input))
    default: plan.mapInput(apply)
    }
  }

  /// All conjuncts of `predicates`: first those that cannot fail, each in written order.
  public static func ordered(_ predicates: [TypedExpression]) -> [TypedExpression] {
    let conjuncts = predicates.flatMap(\.conjuncts)
    return conjuncts.filter { !$0.canFail } + conjuncts.filter(\.canFail)
  }
}
