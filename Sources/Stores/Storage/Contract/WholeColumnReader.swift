public import Columns

/// Hands out whole columns as batches that are views of them.
public final class WholeColumnReader: BatchReader {
  private let references: [Int64]?
  private let columns: [Column]
  private let end: Int
  private var start: Int

  /// Reads `columns` of `count` rows each; the reference of a row is its number.
  public convenience init(count: Int, columns: [Column]) {
    self.init(rows: 0..<count, columns: columns)
  }

  /// Reads `columns`, which have a row for each of `references`, in their order.
  public convenience init(references: [Int64], columns: [Column]) {
    self.init(rows: 0..<references.count, references: references, columns: columns)
  }

  /// Reads the rows `rows` of `columns`; their references are those of `references` in the same rows, or
  /// their numbers where it is nil.
  public init(rows: Range<Int>, references: [Int64]? = nil, columns: [Column]) {
    start = rows.lowerBound
    end = rows.upperBound
    self.references = references
    self.columns = columns
  }

  /// The next batch; nil after the last.
  public func next() -> Batch? {
    guard start < end else { return nil }
    let size = min(Batch.usualCount, end - start)
    defer { start += size }
    return Batch(start: start, count: size, references: references, columns: columns)
  }
}
