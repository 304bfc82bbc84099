import Expressions
import Model
import Storage

/// Evaluates expressions row by row with the scalar evaluator, and reports the failing record.
struct RowEvaluation {
  private let context: BatchContext
  private let records: SnapshotRecords
  private let evaluator: ScalarEvaluator<SnapshotRecords>

  init(_ context: BatchContext) {
    self.context = context
    records = SnapshotRecords(environment: context.environment)
    evaluator = ScalarEvaluator(source: records, context: context.environment.evaluation)
  }

  /// The value for row `row`; throws ``ExecutionError``.
  func value(_ expression: TypedExpression, row: Int) throws -> Value {
    do {
      return try evaluator.evaluate(expression, scopes: [context.references[row]])
    } catch let error as EvaluationError {
      throw try failure(error, of: expression, row: row)
    }
  }

  /// The error with the failing record, or with the keys of a group.
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

  /// The error of the first of `rows` for which an expression fails; nil if none does.
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
