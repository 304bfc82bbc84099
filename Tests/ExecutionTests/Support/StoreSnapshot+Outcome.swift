import Expressions
import Model
import Planning
import Storage

@testable import Execution

extension StoreSnapshot {
  /// What a request answers when it is planned and run.
  func outcome(
    _ request: FetchRequest,
    _ context: EvaluationContext,
    division: ScanDivision = .standard
  ) -> Reference.Outcome {
    do {
      return .rows(try rows(of: request, context, division: division))
    } catch ExecutionError.evaluation(let error, _, let record) {
      return .failed(error, record)
    } catch ExecutionError.evaluationOfGroup(let error, _, _) {
      return .failed(error, nil)
    } catch {
      return .broken("\(error)")
    }
  }

  /// The rows that a request answers when it is planned and run.
  func rows(
    of request: FetchRequest,
    _ context: EvaluationContext,
    division: ScanDivision = .standard
  ) throws -> [[Value]] {
    let executor = executor(context).dividing(division)
    let rows = try executor.rows(of: executor.plan(request))
    let batch = try rows.rows(0..<rows.rowCount)
    return (0..<rows.rowCount).map { row in
      rows.headers.indices.map { batch.value(row: row, column: $0) }
    }
  }

  /// An executor of plans over the snapshot.
  func executor(_ context: EvaluationContext) -> Executor {
    Executor(
      snapshot: self,
      evaluation: context,
      cancellation: CancellationFlag(),
      readsAllRows: true
    )
  }
}

extension ScanDivision {
  /// Divides what it can, however little it is.
  static let always = ScanDivision(minPlaces: 1, firstPlaces: 0, minOwners: 0)
}
