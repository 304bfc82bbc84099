import Execution
import Expressions
import Model
import Planning
import Storage
import Testing

extension Store {
  /// What a request answers when it is planned and run.
  func outcome(_ request: FetchRequest, _ context: EvaluationContext) -> Reference.Outcome {
    do {
      let executor = Executor(
        snapshot: try snapshot(),
        evaluation: context,
        cancellation: CancellationFlag()
      )
      let rows = try executor.rows(of: executor.plan(request))
      let batch = try rows.rows(0..<rows.rowCount)
      return .rows(
        (0..<rows.rowCount).map { row in
          rows.headers.indices.map { batch.value(row: row, column: $0) }
        }
      )
    } catch ExecutionError.evaluation(let error, _, let record) {
      return .failed(error, record)
    } catch ExecutionError.evaluationOfGroup(let error, _) {
      return .failed(error, nil)
    } catch {
      Issue.record(error)
      return .rows([])
    }
  }
}
