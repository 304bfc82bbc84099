import ColumnImages
import Columns
import Storage

/// Passes on the batches of another reader, and caches the columns when all rows were read.
///
/// Nothing is cached if reading stops early, invalid values are found, or the columns are too
/// large.
final class CachingReader: BatchReader {
  private let reader: any BatchReader
  private let snapshot: FileSnapshot
  private let entity: String
  private let sources: [ColumnSource]
  private let firstInvalidCount: Int
  /// The state of the file for images; nil if none are written.
  private let state: ImagedState?
  private var gathered: ColumnGathering?

  init(
    _ reader: any BatchReader,
    of entity: String,
    _ sources: [ColumnSource],
    in state: ImagedState?,
    _ snapshot: FileSnapshot
  ) {
    self.state = state
    self.reader = reader
    self.snapshot = snapshot
    self.entity = entity
    self.sources = sources
    firstInvalidCount = snapshot.invalidValueLog.count
    gathered = ColumnGathering(sources.count, limit: snapshot.cache.memory.limit)
  }

  func next() throws -> Batch? {
    guard let batch = try reader.next() else {
      finish()
      return nil
    }
    if let gathered, !gathered.add(batch) {
      self.gathered = nil
      snapshot.cache.columns.refuse(entity, sources, isTooLarge: gathered.isTooLarge)
    }
    return batch
  }

  private func finish() {
    guard let gathered, snapshot.invalidValueLog.count == firstInvalidCount, snapshot.isUnbroken
    else { return }
    self.gathered = nil
    let (numbers, columns) = gathered.take()
    snapshot.cache.columns.keep(entity, numbers, Array(zip(sources, columns)))
    if let state {
      snapshot.noteForImages(entity, sources, in: state) {
        (numbers, columns.map(PendingColumn.whole))
      }
    }
  }
}

/// Combines the batches of a scan.
final class ColumnGathering {
  private var numbers: [Int64] = []
  private var builders: [(any ColumnBuilder)?]
  /// The previous size of each column's dictionary.
  private var dictionaryBytes: [Int]
  private let limit: Int
  private var byteCount = 0

  /// Whether the last batch exceeded the limit.
  var isTooLarge: Bool { byteCount > limit }

  /// - Parameter limit: The maximum number of bytes.
  init(_ count: Int, limit: Int) {
    builders = Array(repeating: nil, count: count)
    dictionaryBytes = Array(repeating: 0, count: count)
    self.limit = limit
  }

  /// Adds a batch; returns false if the limit is exceeded.
  func add(_ batch: Batch) -> Bool {
    guard let references = batch.references else { return false }
    // Batches are views of chunks: the first one of a chunk contains all of it.
    if batch.start > 0 { return true }
    numbers += references
    for (place, column) in batch.columns.enumerated() {
      byteCount += column.byteCountOfRows + newDictionaryBytes(of: column, at: place)
      guard byteCount <= limit, append(column, at: place) else { return false }
    }
    return true
  }

  /// The approximate size that the strings of a chunk add: a dictionary grows from chunk to chunk,
  /// or starts again.
  private func newDictionaryBytes(of column: Column, at place: Int) -> Int {
    guard case .string(let texts) = column else { return 0 }
    let all = texts.dictionary.byteCount
    defer { dictionaryBytes[place] = all }
    let goesOn = texts.dictionary.isDistinct && all >= dictionaryBytes[place]
    return goesOn ? all - dictionaryBytes[place] : all
  }

  private func append(_ column: Column, at place: Int) -> Bool {
    if let builder = builders[place] { return builder.append(contentsOf: column) }
    builders[place] = makeColumnBuilder(continuing: column)
    return true
  }

  /// The combined columns.
  func take() -> (numbers: RowNumbers, columns: [Column]) {
    (RowNumbers(numbers), builders.compactMap { $0?.column })
  }
}
