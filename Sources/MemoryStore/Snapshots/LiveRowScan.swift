import Columns
import Storage

/// Hands out whole columns as batches: views of them where all rows hold records, copies of those
/// that do elsewhere.
final class LiveRowScan: BatchReader {
  /// As many as a scan of whole columns takes, and full words of bits.
  private static let batchSize = 2048

  private let live: LiveRows
  private let columns: [Column]
  private var start = 0

  /// Scans `columns`, which have as many rows as `live`.
  init(_ live: LiveRows, columns: [Column]) {
    self.live = live
    self.columns = columns
  }

  func next() -> Batch? {
    while start < live.rowCount {
      let size = min(Self.batchSize, live.rowCount - start)
      defer { start += size }
      guard let references = live.references(in: start..<(start + size)) else {
        return Batch(start: start, count: size, references: nil, columns: columns)
      }
      if references.isEmpty { continue }
      return Batch(
        start: 0,
        count: references.count,
        references: references,
        columns: columns.map { $0.gathered(at: references) }
      )
    }
    return nil
  }
}
