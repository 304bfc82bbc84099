import Expressions
public import Model
import Storage

/// Takes a predicate apart at its `and`s and tests first what cannot fail.
///
/// What can fail follows in written order, for the records that are left.
public struct OrderConjuncts: OptimizerRule {
  /// Makes the rule.
  public init() {}

  /// The plan with ordered conjuncts.
  public func apply(to plan: Plan) -> Plan {
    switch plan {
    case .rows: plan
    case .filter(let predicates, let input): .filter(Self.ordered(predicates), apply(to: input))
    default: plan.mapInput(apply)
    }
  }

  /// All conjuncts of `predicates`: those that cannot fail, then the others, each in written order.
  public static func ordered(_ predicates: [TypedExpression]) -> [TypedExpression] {
    let conjuncts = predicates.flatMap(\.conjuncts)
    return conjuncts.filter { !$0.canFail } + conjuncts.filter(\.canFail)
  }
}
