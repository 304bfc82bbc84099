import Execution
import Expressions
import Model
import Planning
import Storage

/// Counts the matches of each condition of a fetch without results.
struct NoRowsAnalysis {
  /// A condition with its matches.
  struct ConditionCount {
    let condition: TypedExpression
    /// The number of records that match it alone; nil if it fails for a record.
    let alone: Int?
    /// The number of records that match it and all conditions before it.
    let left: Int?
  }

  /// The most evaluations of conditions; more would take too long for a hint.
  static let maxTests = 4_000_000

  let request: FetchRequest
  let executor: Executor

  private var scan: Plan { .scan(entity: request.entity) }

  /// The number of records of the model.
  func total() throws -> Int { try executor.count(of: scan) }

  /// The conditions in the order of evaluation; nil if counting would take too long.
  func counts(total: Int) throws -> [ConditionCount]? {
    let conjuncts = OrderConjuncts.ordered((request.predicate?.conjuncts ?? []))
    let (tests, overflow) = total.multipliedReportingOverflow(by: 2 * conjuncts.count)
    if overflow || tests > Self.maxTests { return nil }
    return try conjuncts.indices.map { index in
      ConditionCount(
        condition: conjuncts[index],
        alone: try count([conjuncts[index]]),
        left: try count(Array(conjuncts[...index]))
      )
    }
  }

  /// The number of records that match all conditions; nil if one fails.
  func count(_ conditions: [TypedExpression]) throws -> Int? {
    do {
      return try executor.count(of: .filter(conditions, scan))
    } catch is ExecutionError {
      return nil
    }
  }

  /// Distinct values of a string attribute, a few thousand at most.
  func texts(of attribute: TypedExpression) throws -> [String] {
    let column = OutputColumn(name: "", expression: attribute)
    let plan = Plan.project(
      [column],
      .slice(offset: 0, limit: 5_000, .distinct([attribute], scan))
    )
    let rows = try executor.rows(of: plan)
    let batch = try rows.rows(0..<rows.rowCount)
    return (0..<batch.count).compactMap { row in
      if case .string(let text) = batch.value(row: row, column: 0) { text } else { nil }
    }
  }
}
