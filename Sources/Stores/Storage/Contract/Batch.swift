public import Columns
public import Model

/// Where a column of a scan comes from.
public enum ColumnSource: Hashable, Sendable {
  /// A stored scalar attribute or a composite's leaf.
  case attribute(AttributePath)
  /// A to-one relationship, as references to its destination.
  case toOne(String)
  /// Where a record stands among the members of what a to-one relationship leads to, as Ints; only
  /// where the other end is ordered.
  case position(String)
}

/// Hands out the batches of a scan, one after another.
public protocol BatchReader: AnyObject {
  /// The next batch; nil after the last.
  func next() throws -> Batch?
}

extension BatchReader {
  /// The number of rows of all batches that are left.
  func countRows() throws -> Int {
    var count = 0
    while let batch = try next() { count += batch.count }
    return count
  }
}

/// Some consecutive records of a scan.
///
/// Row `n` of the batch is row `start + n` of every column, so that a store with whole columns in
/// memory hands out views of them.
public struct Batch: Sendable {
  /// How many rows a batch has where there are enough: few enough that what is computed from them
  /// stays in the cache, and many enough that what is done once a batch does not count.
  public static let usualCount = 4096

  /// Where the batch begins in `references` and in every column.
  public let start: Int
  /// The number of rows.
  public let count: Int
  /// The references of the records; nil where the reference of row `n` is `start + n` itself.
  public let references: [Int64]?
  /// One column for each source of the scan, in its order.
  public let columns: [Column]

  /// Makes a batch.
  public init(start: Int, count: Int, references: [Int64]?, columns: [Column]) {
    self.start = start
    self.count = count
    self.references = references
    self.columns = columns
  }

  /// The reference of row `row` of the batch.
  public func reference(at row: Int) -> Int64 {
    references.map { $0[start + row] } ?? Int64(start + row)
  }
}
