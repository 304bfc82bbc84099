import Columns
import Storage

/// Hands out whole columns as batches that are views of them.
final class ColumnScan: BatchReader {
  /// The rows of a batch: few enough that what is computed from them stays in the cache.
  static let batchSize = 2048

  private let count: Int
  private let columns: [Column]
  private var start = 0

  /// Scans `columns` of `count` rows each.
  init(count: Int, columns: [Column]) {
    self.count = count
    self.columns = columns
  }

  func next() -> Batch? {
    guard start < count else { return nil }
    let size = min(Self.batchSize, count - start)
    defer { start += size }
    return Batch(start: start, count: size, references: nil, columns: columns)
  }
}
