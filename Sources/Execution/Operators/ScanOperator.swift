import Planning
import Storage

/// The records that the store finds.
final class ScanOperator: BatchOperator {
  private let reader: any BatchReader
  private let entity: String
  private let environment: ExecutionEnvironment
  private let plan: Plan

  /// Starts the scan; all programs over its batches are compiled by now.
  init(
    _ query: StoreQuery,
    sources: [ColumnSource],
    environment: ExecutionEnvironment,
    profiled plan: Plan
  ) throws {
    reader = try environment.snapshot.scan(query, sources)
    entity = query.entity
    self.environment = environment
    self.plan = plan
  }

  func next() throws -> SelectedBatch? {
    try environment.cancellation.check()
    guard let batch = try read() else { return nil }
    environment.cancellation.progress.advance(.scanning, by: batch.count)
    let context = BatchContext(environment: environment, entity: entity, batch: batch)
    return SelectedBatch(context: context, mask: nil)
  }

  private func read() throws -> Batch? {
    guard let profile = environment.profile else { return try reader.next() }
    let clock = ContinuousClock()
    let start = clock.now
    let batch = try reader.next()
    profile.add(rows: batch?.count ?? 0, time: clock.now - start, to: plan)
    return batch
  }
}
