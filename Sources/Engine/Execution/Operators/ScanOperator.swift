import Planning
import Storage

/// Yields the records of the store.
final class ScanOperator: BatchOperator {
  private let reader: any BatchReader
  private let entity: String
  private let environment: ExecutionEnvironment
  private let plan: Plan
  private var readCount = 0
  /// Whether the total is known, or not needed.
  private var isCounted: Bool

  /// Progress is shown only for more records.
  private static let minCounted = 1 << 16

  /// Starts the scan, or a part of it. All programs must be compiled.
  init(
    _ query: StoreQuery,
    sources: [ColumnSource],
    places: Range<Int>? = nil,
    environment: ExecutionEnvironment,
    profiled plan: Plan
  ) throws {
    reader = try Self.reader(query, sources, places, environment.snapshot)
    entity = query.entity
    self.environment = environment
    self.plan = plan
    // The total is unknown if the store tests conditions, and takes long to count if it is remote.
    isCounted =
      !query.isPlain
      || environment.snapshot.capability((any RemoteSnapshot).self, of: query.entity) != nil
  }

  private static func reader(
    _ query: StoreQuery,
    _ sources: [ColumnSource],
    _ places: Range<Int>?,
    _ snapshot: any StoreSnapshot
  ) throws -> any BatchReader {
    guard query.isPlain else { return try snapshot.pushdown(of: query.entity).scan(query, sources) }
    guard let places else { return try snapshot.scan(query.entity, sources) }
    guard let divisible = snapshot.capability((any DivisibleSnapshot).self, of: query.entity)
    else { throw UnsupportedPushdown() }
    return try divisible.scan(query.entity, sources, places: places)
  }

  func next() throws -> SelectedBatch? {
    try environment.cancellation.check()
    guard let batch = try read() else { return nil }
    noteProgress(batch.count)
    let context = BatchContext(environment: environment, entity: entity, batch: batch)
    return SelectedBatch(context: context, mask: nil)
  }

  private func noteProgress(_ count: Int) {
    let progress = environment.cancellation.progress
    progress.advance(.scanning, by: count)
    readCount += count
    guard !isCounted, readCount >= Self.minCounted else { return }
    isCounted = true
    if let total = try? environment.snapshot.count(of: entity) {
      progress.expect(total, of: .scanning)
    }
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
