import Columns
import Storage

/// The batches of a snapshot below with the overlay's records in them, and the new ones behind.
final class OverlayScan: BatchReader {
  private let below: any BatchReader
  private let sources: [ColumnSource]
  private let entity: String
  private let snapshot: OverlaySnapshot
  private var isAtEnd = false

  init(
    below: any BatchReader,
    sources: [ColumnSource],
    entity: String,
    snapshot: OverlaySnapshot
  ) {
    self.below = below
    self.sources = sources
    self.entity = entity
    self.snapshot = snapshot
  }

  func next() throws -> Batch? {
    while let batch = try below.next() {
      let merged = try merged(batch)
      if merged.count > 0 { return merged }
    }
    guard !isAtEnd else { return nil }
    isAtEnd = true
    return try insertedBatch()
  }

  /// The batch without records that go, and with the new values of those that changed.
  private func merged(_ batch: Batch) throws -> Batch {
    let table = snapshot.tables[entity].flatMap { isTouched(batch, $0) ? $0 : nil }
    guard try table != nil || sources.contains(where: { try snapshot.isSettled($0, entity) }) else {
      return batch
    }
    let rows = (0..<batch.count).filter { table?.isDeleted(batch.reference(at: $0)) != true }
    let references = rows.map { batch.reference(at: $0) }
    let slots = references.map { table?.slot($0) }
    let places = rows.map { Int64(batch.start + $0) }
    let columns = try zip(sources, batch.columns).map { source, column in
      let kept = column.gathered(at: places)
      let settled = try snapshot.settled(kept, of: source, entity, at: references)
      guard let table else { return settled }
      return try snapshot.patched(settled, source, table, slots)
    }
    return Batch(start: 0, count: rows.count, references: references, columns: columns)
  }

  private func isTouched(_ batch: Batch, _ table: OverlayTableVersion) -> Bool {
    guard batch.count > 0, !table.touched.isEmpty else { return false }
    let first = batch.reference(at: 0)
    let last = batch.reference(at: batch.count - 1)
    let place = table.touched.firstIndexAtLeast(first)
    return place < table.touched.count && table.touched[place] <= last
  }

  private func insertedBatch() throws -> Batch? {
    guard let table = snapshot.tables[entity], !table.inserted.isEmpty else { return nil }
    let references = table.inserted.map { table.slotReferences[$0] }
    return Batch(
      start: 0,
      count: references.count,
      references: references,
      columns: try snapshot.gather(sources, of: entity, at: references)
    )
  }
}

extension [Int64] {
  /// The index of the first element that is `least` or more, in an array that rises.
  func firstIndexAtLeast(_ least: Int64) -> Int {
    var range = indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = self[middle] >= least ? range.lowerBound..<middle : (middle + 1)..<range.upperBound
    }
    return range.lowerBound
  }
}
