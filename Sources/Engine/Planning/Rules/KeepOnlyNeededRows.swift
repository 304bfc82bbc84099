import Storage

/// Limits a sort below a slice to the needed rows.
public struct KeepOnlyNeededRows: OptimizerRule {
  /// Creates the rule.
  public init() {}

  /// The plan with bounded sorts.
  public func apply(to plan: Plan) -> Plan {
    switch plan {
    case .project(let columns, let input):
      return .project(columns, apply(to: input))
    case .slice(let offset, let limit?, .sort(let keys, _, let input)):
      let (keep, overflow) = offset.addingReportingOverflow(limit)
      let sort = Plan.sort(keys, keep: overflow ? nil : keep, input)
      return .slice(offset: offset, limit: limit, sort)
    default:
      return plan
    }
  }
}
