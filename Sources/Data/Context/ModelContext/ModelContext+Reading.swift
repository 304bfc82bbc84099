import Execution
public import Expressions
import Storage

extension ModelContext {
  /// Reads records as they are now, pending changes among them.
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
