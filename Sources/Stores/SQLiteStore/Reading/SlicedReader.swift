import Columns
import Storage

/// Adds columns to the batches of a reader, since SQLite limits the columns of a row.
final class SlicedReader: BatchReader {
  /// The maximum number of columns in a statement; SQLite's limit is 2000.
  static let mostColumns = 1000

  private let reader: any BatchReader
  private let sources: [ColumnSource]
  private let entity: String
  private let snapshot: FileSnapshot

  /// - Parameters:
  ///   - reader: Reads the references and the first columns.
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
