public import Expressions
public import Model
import Storage

/// Reading object graphs.
extension ModelContext {
  /// Reads all current records, including pending changes.
  public func graphReader(_ evaluation: EvaluationContext) throws -> GraphReader {
    try graphReader(over: snapshot(), selection: nil, evaluation)
  }

  /// Reads records and everything they reach.
  public func graphReader(
    from ids: [RecordID],
    _ evaluation: EvaluationContext
  ) throws -> GraphReader {
    let snapshot = try snapshot()
    var closure = GraphClosure(schema: schema(), snapshot: snapshot, followsAll: true, cancellation)
    try closure.add(ids)
    return try graphReader(over: snapshot, selection: closure.selection, evaluation)
  }

  /// Reads all records of root entities and the given ones, including the related records they
  /// require.
  public func graphReader(
    ofAll roots: [String],
    and ids: [RecordID],
    _ evaluation: EvaluationContext
  ) throws -> GraphReader {
    let snapshot = try snapshot()
    var closure = GraphClosure(
      schema: schema(),
      snapshot: snapshot,
      followsAll: false,
      cancellation
    )
    try closure.addAll(of: roots)
    try closure.add(ids)
    return try graphReader(over: snapshot, selection: closure.selection, evaluation)
  }

  private func graphReader(
    over snapshot: any StoreSnapshot,
    selection: GraphSelection?,
    _ evaluation: EvaluationContext
  ) throws -> GraphReader {
    GraphReader(
      schema: schema(),
      store: container.store,
      snapshot: snapshot,
      executor: executor(evaluation, over: snapshot),
      cancellation: cancellation,
      selection: selection
    )
  }
}
