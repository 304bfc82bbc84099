import Columns
import Storage

/// Returns whole columns as batches: views where all rows are live, copies of the live rows
/// elsewhere.
final class LiveRowScan: BatchReader {
  private let live: LiveRows
  private let columns: [Column]
  private let end: Int
  private var start: Int

  /// Creates a scan of the rows `rows`.
  init(_ live: LiveRows, rows: Range<Int>, columns: [Column]) {
    self.live = live
    self.columns = columns
    start = rows.lowerBound
    end = rows.upperBound
  }

  func next() -> Batch? {
    while start < end {
      let size = min(Batch.defaultCount, end - start)
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
