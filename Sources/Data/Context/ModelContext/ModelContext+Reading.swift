import Execution
public import Expressions
import Storage

extension ModelContext {
  /// Reads the current records, including pending changes.
  public func recordReader(_ evaluation: EvaluationContext) throws -> RecordSnapshotReader {
    let snapshot = try snapshot()
    return RecordSnapshotReader(
      schema: container.store.schema,
      store: container.store,
      snapshot: snapshot,
      executor: executor(evaluation, over: snapshot)
    )
  }
}
