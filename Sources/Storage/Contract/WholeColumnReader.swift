public import Columns

/// Hands out whole columns as batches that are views of them; the reference of a row is its number.
public final class WholeColumnReader: BatchReader {
  /// The rows of a batch: few enough that what is computed from them stays in the cache.
  private static let batchSize = 2048

  private let count: Int
  private let columns: [Column]
  private var start = 0

  /// Reads `columns` of `count` rows each.
  public init(count: Int, columns: [Column]) {
    self.count = count
    self.columns = columns
  }

  /// The next batch; nil after the last.
  public func next() -> Batch? {
    guard start < count else { return nil }
    let size = min(Self.batchSize, count - start)
    defer { start += size }
    return Batch(start: start, count: size, references: nil, columns: columns)
  }
}
