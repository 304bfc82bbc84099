import Execution
import Expressions
import Model
import Planning
import Storage

/// Counts which conditions of a fetch left nothing over.
struct NoRowsAnalysis {
  /// A condition with the records for which it holds.
  struct ConditionCount {
    let condition: TypedExpression
    /// The records for which it holds alone; nil where it fails for some record.
    let alone: Int?
    /// The records that are left once those before it were tested too.
    let left: Int?
  }

  /// So many records and conditions are worth counting; beyond that a hint would take too long.
  static let mostTests = 4_000_000

  let request: FetchRequest
  let executor: Executor

  private var scan: Plan { .scan(entity: request.entity) }

  /// The number of records that were asked.
  func total() throws -> Int { try executor.count(of: scan) }

  /// The conditions in the order in which they are tested; nil where counting would take too long.
  func counts(total: Int) throws -> [ConditionCount]? {
    let conjuncts = OrderConjuncts.ordered((request.predicate?.conjuncts ?? []))
    let (tests, overflow) = total.multipliedReportingOverflow(by: 2 * conjuncts.count)
    if overflow || tests > Self.mostTests { return nil }
    return try conjuncts.indices.map { index in
      ConditionCount(
        condition: conjuncts[index],
        alone: try count([conjuncts[index]]),
        left: try count(Array(conjuncts[...index]))
      )
    }
  }

  /// The records for which all conditions hold; nil where one fails.
  func count(_ conditions: [TypedExpression]) throws -> Int? {
    do {
      return try executor.count(of: .filter(conditions, scan))
    } catch is ExecutionError {
      return nil
    }
  }

  /// Different texts of an attribute, some thousand at most.
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
