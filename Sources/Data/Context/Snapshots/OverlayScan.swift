import Columns
import Storage

/// The batches of the snapshot below with the overlay's changes, followed by new records.
///
/// If the snapshot below tests conditions, it does not know which changed records satisfy them. The
/// scan then returns all changed records, in the order of the references.
final class OverlayScan: BatchReader {
  private let below: any BatchReader
  private let sources: [ColumnSource]
  private let entity: String
  private let snapshot: OverlaySnapshot
  private let table: OverlayTableVersion?
  /// Whether columns may differ even for unchanged records.
  private let isSettled: Bool
  /// Whether the snapshot below tests conditions.
  private let isFiltered: Bool
  /// The references of restored records that are still to be returned; of a filtered scan, also
  /// those of changed records.
  private var coming: ArraySlice<Int64>
  private var isAtEnd = false

  init(
    below: any BatchReader,
    sources: [ColumnSource],
    entity: String,
    snapshot: OverlaySnapshot,
    isFiltered: Bool = false
  ) throws {
    self.below = below
    self.sources = sources
    self.entity = entity
    self.snapshot = snapshot
    self.isFiltered = isFiltered
    table = snapshot.tables[entity]
    let restored = table?.restored ?? []
    let changed = isFiltered ? table?.changed ?? [] : []
    coming = (changed.isEmpty ? restored : (changed + restored).sorted())[...]
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
    if batch.count == 0 || (touching == nil && !isSettled) { return batch }
    var slots: [Int?] = Array(repeating: nil, count: batch.count)
    var gone: Set<Int> = []
    if let touching {
      forTouched(batch, touching) { row, slot in
        if let slot, !isFiltered { slots[row] = slot } else { gone.insert(row) }
      }
    }
    let rows =
      gone.isEmpty ? Array(0..<batch.count) : (0..<batch.count).filter { !gone.contains($0) }
    if !gone.isEmpty { slots = rows.map { slots[$0] } }
    let references = rows.map { batch.reference(at: $0) }
    let added = coming.prefix { $0 < batch.reference(at: batch.count - 1) }
    if !added.isEmpty {
      coming = coming.dropFirst(added.count)
      return try self.batch((references + added).sorted())
    }
    let places = rows.map { Int64(batch.start + $0) }
    let columns = try zip(sources, batch.columns).map { source, column in
      let kept = try snapshot.settled(
        column.gathered(at: places),
        of: source,
        entity,
        at: references
      )
      guard let touching else { return kept }
      return try snapshot.patched(kept, source, touching, slots)
    }
    return Batch(start: 0, count: rows.count, references: references, columns: columns)
  }

  /// Passes the rows of changed and deleted records to `body`, with their slots; nil if deleted.
  private func forTouched(
    _ batch: Batch,
    _ table: OverlayTableVersion,
    _ body: (Int, Int?) -> Void
  ) {
    let touched = table.touched
    var row = 0
    for reference in touched[touched.firstPlace(from: batch.reference(at: 0))...] {
      // References ascend, so each search begins after the last one.
      row = batch.firstRow(from: reference, after: row)
      guard row < batch.count else { return }
      if batch.reference(at: row) == reference { body(row, table.slot(reference)) }
    }
  }

  private func isTouched(_ batch: Batch, _ table: OverlayTableVersion) -> Bool {
    guard batch.count > 0 else { return false }
    let first = batch.reference(at: 0)
    let last = batch.reference(at: batch.count - 1)
    if let next = coming.first, next < last { return true }
    let touched = table.touched
    let place = touched.firstPlace(from: first)
    return place < touched.count && touched[place] <= last
  }

  /// The new records, which follow all others.
  private func lastBatch() throws -> Batch? {
    let references = coming + (table?.appended ?? [])
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

extension Batch {
  /// The first row from `start` on whose reference is at least `reference`, or the end.
  fileprivate func firstRow(from reference: Int64, after start: Int) -> Int {
    guard references != nil else {
      return min(count, max(start, Int(reference - self.reference(at: 0))))
    }
    var (low, high) = (start, count)
    while low < high {
      let middle = (low + high) / 2
      if self.reference(at: middle) < reference { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
