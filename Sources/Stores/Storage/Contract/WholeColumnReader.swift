public import Columns

/// Returns batches that are views of whole columns.
public final class WholeColumnReader: BatchReader {
  private let references: [Int64]?
  private let firstReference: Int64
  private let columns: [Column]
  private let end: Int
  private var start: Int

  /// Creates a reader of `columns` with `count` rows each; the reference of a row is its index.
  public convenience init(count: Int, columns: [Column]) {
    self.init(rows: 0..<count, columns: columns)
  }

  /// Creates a reader of `columns`, which have a row for each of `references`.
  public convenience init(references: [Int64], columns: [Column]) {
    self.init(rows: 0..<references.count, references: references, columns: columns)
  }

  /// Creates a reader of `columns`, which have a row for each of the consecutive `references`.
  public convenience init(consecutive references: Range<Int64>, columns: [Column]) {
    self.init(
      rows: 0..<references.count,
      firstReference: references.lowerBound,
      columns: columns
    )
  }

  /// Creates a reader of the rows `rows` of `columns`, with `references` in the same rows; if nil,
  /// the reference of a row is `firstReference` and its index.
  public init(
    rows: Range<Int>,
    references: [Int64]? = nil,
    firstReference: Int64 = 0,
    columns: [Column]
  ) {
    start = rows.lowerBound
    end = rows.upperBound
    self.references = references
    self.firstReference = firstReference
    self.columns = columns
  }

  /// The next batch; nil after the last.
  public func next() -> Batch? {
    guard start < end else { return nil }
    let size = min(Batch.defaultCount, end - start)
    defer { start += size }
    return Batch(
      start: start,
      count: size,
      references: references,
      firstReference: firstReference,
      columns: columns
    )
  }
}
