public import Columns
public import Model

/// The source of a column in a scan.
public enum ColumnSource: Hashable, Sendable {
  /// A stored scalar attribute, or a field of a struct.
  case attribute(AttributePath)
  /// A to-one relationship, as references to its destination.
  case toOne(String)
  /// The positions of records among the members of the record that a to-one relationship
  /// references, as Ints; requires an ordered inverse.
  case position(String)
}

/// Returns the batches of a scan, one after another.
public protocol BatchReader: AnyObject {
  /// The next batch; nil after the last.
  func next() throws -> Batch?
}

extension BatchReader {
  /// The number of rows in all remaining batches.
  func countRows() throws -> Int {
    var count = 0
    while let batch = try next() { count += batch.count }
    return count
  }
}

/// Some consecutive records of a scan.
///
/// Row `n` of the batch is row `start + n` of every column, so that a store with whole columns in
/// memory can return views of them.
public struct Batch: Sendable {
  /// The usual number of rows: small enough that intermediate results fit in the cache, large
  /// enough that the cost for each batch does not matter.
  public static let defaultCount = 8_192

  /// The first row of the batch in `references` and in every column.
  public let start: Int
  /// The number of rows.
  public let count: Int
  /// The references of the records; nil if the reference of row `n` is
  /// `firstReference + start + n`.
  public let references: [Int64]?
  /// The reference of the first row of every column, if they are consecutive.
  public let firstReference: Int64
  /// One column for each source of the scan, in the same order.
  public let columns: [Column]

  /// Creates a batch.
  public init(
    start: Int,
    count: Int,
    references: [Int64]?,
    firstReference: Int64 = 0,
    columns: [Column]
  ) {
    self.start = start
    self.count = count
    self.references = references
    self.firstReference = firstReference
    self.columns = columns
  }

  /// The reference of row `row` of the batch.
  public func reference(at row: Int) -> Int64 {
    references.map { $0[start + row] } ?? firstReference + Int64(start + row)
  }
}
