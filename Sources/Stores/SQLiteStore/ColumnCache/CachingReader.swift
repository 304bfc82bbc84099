import Columns
import Storage

/// Reads by another reader, and keeps the columns once all rows were read.
///
/// Nothing is kept where less is read, values are met that do not fit, or the columns are too large.
final class CachingReader: BatchReader {
  private let reader: any BatchReader
  private let snapshot: FileSnapshot
  private let entity: String
  private let sources: [ColumnSource]
  private let firstMisfits: Int
  private var gathered: ColumnGathering?

  init(
    _ reader: any BatchReader,
    of entity: String,
    _ sources: [ColumnSource],
    _ snapshot: FileSnapshot
  ) {
    self.reader = reader
    self.snapshot = snapshot
    self.entity = entity
    self.sources = sources
    firstMisfits = snapshot.misfits.count
    gathered = ColumnGathering(sources.count, limit: snapshot.keeping.memory.limit)
  }

  func next() throws -> Batch? {
    guard let batch = try reader.next() else {
      finish()
      return nil
    }
    if let gathered, !gathered.add(batch) {
      self.gathered = nil
      snapshot.keeping.columns.refuse(entity, sources, isTooLarge: gathered.isTooLarge)
    }
    return batch
  }

  private func finish() {
    guard let gathered, snapshot.misfits.count == firstMisfits, snapshot.isUnbroken else { return }
    self.gathered = nil
    let (numbers, columns) = gathered.take()
    snapshot.keeping.columns.keep(entity, numbers, Array(zip(sources, columns)))
  }
}

/// Puts the batches of a scan together.
final class ColumnGathering {
  private var numbers: [Int64] = []
  private var builders: [(any ColumnBuilder)?]
  /// What the dictionary of each column took when it was met last.
  private var dictionaryBytes: [Int]
  private let limit: Int
  private var byteCount = 0

  /// Whether what was added last is more than the limit allows.
  var isTooLarge: Bool { byteCount > limit }

  /// - Parameter limit: How many bytes are gathered at most.
  init(_ count: Int, limit: Int) {
    builders = Array(repeating: nil, count: count)
    dictionaryBytes = Array(repeating: 0, count: count)
    self.limit = limit
  }

  /// Adds a batch; false where that is too much.
  func add(_ batch: Batch) -> Bool {
    guard let references = batch.references else { return false }
    // Batches are views of chunks: the first one of a chunk brings all of it.
    if batch.start > 0 { return true }
    numbers += references
    for (place, column) in batch.columns.enumerated() {
      byteCount += column.byteCountOfRows + newDictionaryBytes(of: column, at: place)
      guard byteCount <= limit, append(column, at: place) else { return false }
    }
    return true
  }

  /// About how much the texts of a chunk add: a dictionary goes on from chunk to chunk, or begins anew.
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

  /// What was gathered.
  func take() -> (numbers: [Int64], columns: [Column]) {
    (numbers, builders.compactMap { $0?.column })
  }
}
