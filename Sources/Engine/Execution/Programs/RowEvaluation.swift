import Expressions
import Model
import Storage

/// Evaluates expressions over fetched records row by row by the definition, and names the record
/// that fails.
struct RowEvaluation {
  private let context: BatchContext
  private let records: SnapshotRecords
  private let evaluator: ScalarEvaluator<SnapshotRecords>

  init(_ context: BatchContext) {
    self.context = context
    records = SnapshotRecords(environment: context.environment)
    evaluator = ScalarEvaluator(source: records, context: context.environment.evaluation)
  }

  /// The value for row `row`; throws ``ExecutionError`` where there is none.
  func value(_ expression: TypedExpression, row: Int) throws -> Value {
    do {
      return try evaluator.evaluate(expression, scopes: [context.references[row]])
    } catch let error as EvaluationError {
      throw try failure(error, of: expression, row: row)
    }
  }

  /// The error with the record that fails; the row of a group is none that a person knows, so it
  /// is named by the keys.
  private func failure(
    _ error: EvaluationError,
    of expression: TypedExpression,
    row: Int
  ) throws -> ExecutionError {
    let reference = context.references[row]
    if let groups = context.environment.snapshot as? DerivedRows,
      context.entity == Grouping.entity
    {
      let keys = try groups.keys.map { try evaluator.evaluate($0, scopes: [reference]) }
      return .evaluationOfGroup(error, keys: keys)
    }
    let record = try records.recordID(entity: context.entity, reference: reference)
    return .evaluation(error, of: expression, record: record)
  }

  /// The failure of the first of `rows` for which one of `expressions` fails; nil if none does.
  func firstFailure(of expressions: [TypedExpression], rows: [Int]) throws -> ExecutionError? {
    do {
      for row in rows {
        for expression in expressions { _ = try value(expression, row: row) }
      }
      return nil
    } catch let failure as ExecutionError {
      return failure
    }
  }

  func holds(_ condition: TypedExpression, row: Int) throws -> Bool {
    try value(condition, row: row) == .bool(true)
  }
}
