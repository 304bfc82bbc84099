public import Columns

/// Hands out whole columns as batches that are views of them; the reference of a row is its number.
public final class WholeColumnReader: BatchReader {
  private let columns: [Column]
  private let end: Int
  private var start: Int

  /// Reads `columns` of `count` rows each.
  public convenience init(count: Int, columns: [Column]) {
    self.init(rows: 0..<count, columns: columns)
  }

  /// Reads the rows `rows` of `columns`.
  public init(rows: Range<Int>, columns: [Column]) {
    start = rows.lowerBound
    end = rows.upperBound
    self.columns = columns
  }

  /// The next batch; nil after the last.
  public func next() -> Batch? {
    guard start < end else { return nil }
    let size = min(Batch.usualCount, end - start)
    defer { start += size }
    return Batch(start: start, count: size, references: nil, columns: columns)
  }
}
