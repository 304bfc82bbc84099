import Columns
import Expressions
import Model
import Planning
import Storage

/// Plans over derived rows: groups, or rows of another plan.
extension Executor {
  /// Computes the innermost derived rows of a plan. Returns the plan over them and its executor;
  /// nil if there are none.
  func withDerivedRows(_ plan: Plan) throws -> (Plan, Executor)? {
    guard let derivation = plan.innermostDerivation else { return nil }
    let rows = try environment.measured(derivation, rows: \.count) {
      try derivedRows(of: derivation)
    }
    return (
      plan.replacingInnermostDerivation(by: .scan(entity: derivation.entity)),
      Executor(environment: environment.over(rows))
    )
  }

  private func derivedRows(of derivation: Plan) throws -> DerivedRows {
    switch derivation {
    case .rows(let plan, let entity): try derivedRows(of: plan, as: entity)
    case .group(let grouping, let input): try groups(grouping, of: input)
    case .window(let windows, let input): try self.windows(windows, of: input)
    default: throw UnorderedPlan()
    }
  }

  private func groups(_ grouping: Grouping, of input: Plan) throws -> DerivedRows {
    try withoutPushdownIfRefused(input) { input in
      if case .scan(let query) = input, query.grouping != nil {
        // If a total is out of the store's range, the engine finds it, or the group that fails.
        let columns = try environment.snapshot.pushdown(of: query.entity).groups(of: query)
        return try environment.groups(grouping, columns)
      }
      if grouping.hasTotals {
        return try collect(input, reading: grouping.parts) {
          TotalsCollector(grouping, of: input.entity, $0)
        }.rows(environment)
      }
      let collector = try collect(input, reading: grouping.parts) {
        GroupCollector(grouping, of: input.entity, $0)
      }
      return try collector.rows(environment)
    }
  }

  /// The rows of a plan as records with its columns as attributes.
  private func derivedRows(of plan: Plan, as entity: String) throws -> DerivedRows {
    if let (plan, executor) = try withDerivedRows(plan) {
      return try executor.derivedRows(of: plan, as: entity)
    }
    guard case .project(let outputs, let input) = plan else { throw UnorderedPlan() }
    let references = try references(of: input, first: nil)
    // Reports errors like those of a result.
    _ = try rows(outputs, for: references, in: plan.entity)
    let columns = try outputs.flatMap(\.derivedColumns).map { source, expression in
      (source, try KeyColumn(expression).column(of: references, entity: plan.entity, environment))
    }
    return DerivedRows(
      over: environment.snapshot,
      entity: entity,
      count: references.count,
      columns: Dictionary(keepingFirst: columns)
    )
  }
}

extension Plan {
  /// The innermost groups or rows; nil without any.
  fileprivate var innermostDerivation: Plan? {
    switch self {
    case .rows: self
    case .group(_, let input), .window(_, let input): input.innermostDerivation ?? self
    default: input?.innermostDerivation
    }
  }

  /// The plan with `rows` in place of the innermost groups or rows.
  fileprivate func replacingInnermostDerivation(by rows: Plan) -> Plan {
    switch self {
    case .rows: rows
    case .group(_, let input) where input.innermostDerivation == nil: rows
    case .window(_, let input) where input.innermostDerivation == nil: rows
    default: mapInput { $0.replacingInnermostDerivation(by: rows) }
    }
  }
}

extension OutputColumn {
  /// The columns of derived rows that store it, one for each leaf of a composite.
  fileprivate var derivedColumns: [(ColumnSource, TypedExpression)] {
    if case .composite(let leaves, let record) = expression.kind {
      return leaves.map { leaf in
        (
          .attribute(AttributePath([name] + leaf.names)),
          TypedExpression(.attribute(leaf.path, of: record), leaf.type)
        )
      }
    }
    if case .record = expression.type { return [(.toOne(name), expression)] }
    return [(.attribute(AttributePath([name])), expression)]
  }
}
