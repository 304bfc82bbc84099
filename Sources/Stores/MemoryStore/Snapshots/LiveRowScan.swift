import Columns
import Storage

/// Hands out whole columns as batches: views of them where all rows hold records, copies of those
/// that do elsewhere.
final class LiveRowScan: BatchReader {
  private let live: LiveRows
  private let columns: [Column]
  private let end: Int
  private var start: Int

  /// Scans the rows `rows` of `columns`, which have as many rows as `live`.
  init(_ live: LiveRows, rows: Range<Int>, columns: [Column]) {
    self.live = live
    self.columns = columns
    start = rows.lowerBound
    end = rows.upperBound
  }

  func next() -> Batch? {
    while start < end {
      let size = min(Batch.usualCount, end - start)
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
