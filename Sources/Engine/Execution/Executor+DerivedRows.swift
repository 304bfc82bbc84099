import Columns
import Expressions
import Model
import Planning
import Storage

/// Plans over derived rows: groups, or rows of another plan.
extension Executor {
  /// Computes the innermost derived rows of a plan. Returns the plan over them and its executor;
  /// nil if there are none.
  func withRowsMade(_ plan: Plan) throws -> (Plan, Executor)? {
    guard let maker = plan.innermostMaker else { return nil }
    let rows = try environment.measured(maker, rows: \.count) { try made(by: maker) }
    return (
      plan.replacingInnermostMaker(by: .scan(entity: maker.entity)),
      Executor(environment: environment.over(rows))
    )
  }

  private func made(by maker: Plan) throws -> DerivedRows {
    switch maker {
    case .rows(let plan, let entity): try madeRows(of: plan, as: entity)
    case .group(let grouping, let input): try groups(grouping, of: input)
    default: throw UnorderedPlan()
    }
  }

  private func groups(_ grouping: Grouping, of input: Plan) throws -> DerivedRows {
    if case .scan(let query) = input, query.grouping != nil {
      let columns = try environment.snapshot.pushdown(of: query.entity).groups(of: query)
      return try environment.groups(grouping, columns)
    }
    let collector = try collect(input, reading: grouping.parts) {
      GroupCollector(grouping, of: input.entity, $0)
    }
    return try collector.rows(environment)
  }

  /// The rows of a plan as records with its columns as attributes.
  private func madeRows(of plan: Plan, as entity: String) throws -> DerivedRows {
    if let (plan, executor) = try withRowsMade(plan) {
      return try executor.madeRows(of: plan, as: entity)
    }
    guard case .project(let outputs, let input) = plan else { throw UnorderedPlan() }
    let references = try references(of: input, first: nil)
    // Reports errors like those of a result.
    _ = try rows(outputs, for: references, in: plan.entity)
    let columns = try outputs.flatMap(\.madeColumns).map { source, expression in
      (source, try KeyColumn(expression).column(of: references, entity: plan.entity, environment))
    }
    return DerivedRows(
      over: environment.snapshot,
      entity: entity,
      count: references.count,
      columns: Dictionary(columns) { first, _ in first }
    )
  }
}

extension Plan {
  /// The innermost groups or rows; nil without any.
  fileprivate var innermostMaker: Plan? {
    switch self {
    case .rows: self
    case .group(_, let input): input.innermostMaker ?? self
    default: input?.innermostMaker
    }
  }

  /// The plan with `rows` in place of the innermost groups or rows.
  fileprivate func replacingInnermostMaker(by rows: Plan) -> Plan {
    switch self {
    case .rows: rows
    case .group(_, let input) where input.innermostMaker == nil: rows
    default: mapInput { $0.replacingInnermostMaker(by: rows) }
    }
  }
}

extension OutputColumn {
  /// The columns of derived rows that store it, one for each leaf of a composite.
  fileprivate var madeColumns: [(ColumnSource, TypedExpression)] {
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
