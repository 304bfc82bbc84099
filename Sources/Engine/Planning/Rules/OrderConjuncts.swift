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
    case .scan, .rows: plan
    case .filter(let predicates, let input): .filter(Self.ordered(predicates), apply(to: input))
    case .group(let grouping, let input): .group(grouping, apply(to: input))
    case .distinct(let expressions, let input): .distinct(expressions, apply(to: input))
    case .sort(let keys, let keep, let input): .sort(keys, keep: keep, apply(to: input))
    case .slice(let offset, let limit, let input):
      .slice(offset: offset, limit: limit, apply(to: input))
    case .project(let columns, let input): .project(columns, apply(to: input))
    }
  }

  /// All conjuncts of `predicates`: those that cannot fail, then the others, each in written order.
  public static func ordered(_ predicates: [TypedExpression]) -> [TypedExpression] {
    let conjuncts = predicates.flatMap(\.conjuncts)
    return conjuncts.filter { !$0.canFail } + conjuncts.filter(\.canFail)
  }
}
