import Storage

/// All records of an entity.
final class ScanOperator: BatchOperator {
  private let reader: any BatchReader
  private let entity: String
  private let environment: ExecutionEnvironment

  /// Starts the scan; all programs over its batches are compiled by now.
  init(
    entity: String,
    sources: [ColumnSource],
    environment: ExecutionEnvironment
  ) throws {
    reader = try environment.snapshot.scan(entity, sources)
    self.entity = entity
    self.environment = environment
  }

  func next() throws -> SelectedBatch? {
    try environment.cancellation.check()
    guard let batch = try reader.next() else { return nil }
    let context = BatchContext(environment: environment, entity: entity, batch: batch)
    return SelectedBatch(context: context, mask: nil)
  }
}
