import Columns
import Storage

/// The batches of the snapshot below with the overlay's changes, followed by new records.
final class OverlayScan: BatchReader {
  private let below: any BatchReader
  private let sources: [ColumnSource]
  private let entity: String
  private let snapshot: OverlaySnapshot
  private let table: OverlayTableVersion?
  /// Whether columns may differ even for unchanged records.
  private let isSettled: Bool
  /// The references of restored records that are still to be returned.
  private var restored: ArraySlice<Int64>
  private var isAtEnd = false

  init(
    below: any BatchReader,
    sources: [ColumnSource],
    entity: String,
    snapshot: OverlaySnapshot
  ) throws {
    self.below = below
    self.sources = sources
    self.entity = entity
    self.snapshot = snapshot
    table = snapshot.tables[entity]
    restored = table?.restored[...] ?? []
    isSettled = try sources.contains { try snapshot.isSettled($0, entity) }
  }

  func next() throws -> Batch? {
    while let batch = try below.next() {
      let merged = try merged(batch)
      if merged.count > 0 { return merged }
    }
    guard !isAtEnd else { return nil }
    isAtEnd = true
    return try lastBatch()
  }

  /// The batch without deleted records and with changed values.
  private func merged(_ batch: Batch) throws -> Batch {
    let touching = table.flatMap { isTouched(batch, $0) ? $0 : nil }
    if touching == nil, !isSettled { return batch }
    let rows = (0..<batch.count).filter {
      touching?.isDeleted(batch.reference(at: $0)) != true
    }
    let references = rows.map { batch.reference(at: $0) }
    let coming = restored.prefix { $0 < batch.reference(at: batch.count - 1) }
    if !coming.isEmpty {
      restored = restored.dropFirst(coming.count)
      return try self.batch((references + coming).sorted())
    }
    let slots = touching.map { table in references.map { table.slot($0) } }
    let places = rows.map { Int64(batch.start + $0) }
    let columns = try zip(sources, batch.columns).map { source, column in
      let kept = try snapshot.settled(
        column.gathered(at: places),
        of: source,
        entity,
        at: references
      )
      guard let touching, let slots else { return kept }
      return try snapshot.patched(kept, source, touching, slots)
    }
    return Batch(start: 0, count: rows.count, references: references, columns: columns)
  }

  private func isTouched(_ batch: Batch, _ table: OverlayTableVersion) -> Bool {
    guard batch.count > 0 else { return false }
    let first = batch.reference(at: 0)
    let last = batch.reference(at: batch.count - 1)
    if let next = restored.first, next < last { return true }
    let touched = table.touched
    let place = touched.firstPlace(from: first)
    return place < touched.count && touched[place] <= last
  }

  /// The new records, which follow all others.
  private func lastBatch() throws -> Batch? {
    let references = restored + (table?.appended ?? [])
    return references.isEmpty ? nil : try batch(Array(references))
  }

  private func batch(_ references: [Int64]) throws -> Batch {
    Batch(
      start: 0,
      count: references.count,
      references: references,
      columns: try snapshot.gather(sources, of: entity, at: references)
    )
  }
}
