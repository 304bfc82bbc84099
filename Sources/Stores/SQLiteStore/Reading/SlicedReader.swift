import Columns
import Storage

/// Adds columns to the batches of a reader: of those that SQLite does not put into one row of an answer.
final class SlicedReader: BatchReader {
  /// So many columns are read by one statement at most; SQLite takes 2000.
  static let mostColumns = 1000

  private let reader: any BatchReader
  private let sources: [ColumnSource]
  private let entity: String
  private let snapshot: FileSnapshot

  /// - Parameters:
  ///   - reader: Gives the references and the first columns.
  ///   - sources: The other columns.
  init(
    _ reader: any BatchReader,
    adding sources: [ColumnSource],
    of entity: String,
    _ snapshot: FileSnapshot
  ) {
    self.reader = reader
    self.sources = sources
    self.entity = entity
    self.snapshot = snapshot
  }

  func next() throws -> Batch? {
    guard let batch = try reader.next(), let references = batch.references else { return nil }
    return Batch(
      start: batch.start,
      count: batch.count,
      references: references,
      columns: batch.columns + (try snapshot.gather(sources, of: entity, at: references))
    )
  }
}
