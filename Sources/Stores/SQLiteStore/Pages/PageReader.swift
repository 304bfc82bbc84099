import Columns
import GRDB
import Storage

/// Reads the rows of a table from the pages of the file in batches.
///
/// If it cannot read a page, another reader reads the remaining rows.
final class PageReader: BatchReader {
  /// The number of rows to decode at once. The dictionaries of strings continue within a chunk.
  private static let chunkSize = 2 * Batch.defaultCount
  /// The approximate number of bytes of long rows to hold at once.
  private static let fewLongBytes = 16_000_000
  /// The size of the first chunk: small, since the first rows may be enough.
  private static let firstRows = 2048
  private let snapshot: FileSnapshot
  private let columns: PageColumns
  private let leafCount: Int
  /// Creates a reader of the rows after one with a number.
  private let rest: (Int64?) throws -> any BatchReader
  private var other: (any BatchReader)?

  private var nextLeaf = 0
  private var pagesAtOnce = 1
  private var chunk: Batch?
  /// The number of rows of the chunk that were returned.
  private var start = 0
  private var lastNumber: Int64?

  /// - Parameter rest: Creates a reader of the rows with greater numbers; of all rows for nil.
  init(
    _ columns: PageColumns,
    leafCount: Int,
    _ snapshot: FileSnapshot,
    rest: @escaping (Int64?) throws -> any BatchReader
  ) {
    self.snapshot = snapshot
    self.columns = columns
    self.leafCount = leafCount
    self.rest = rest
  }

  func next() throws -> Batch? {
    if let other { return try other.next() }
    while chunk.map({ start >= $0.count }) ?? true {
      guard nextLeaf < leafCount else { return nil }
      guard try readChunk() else {
        let other = try rest(lastNumber)
        self.other = other
        return try other.next()
      }
    }
    guard let chunk else { return nil }
    let count = min(Batch.defaultCount, chunk.count - start)
    defer { start += count }
    return Batch(
      start: start,
      count: count,
      references: chunk.references,
      columns: chunk.columns
    )
  }

  private func readChunk() throws -> Bool {
    try snapshot.connection.checkCancellation()
    let leaves = nextLeaf..<min(leafCount, nextLeaf + pagesAtOnce)
    let read = try snapshot.connection.perform { _ in
      snapshot.isUnbroken ? columns.read(leaves, noting: snapshot.invalidValueLog) : nil
    }
    guard let (numbers, columns) = read else { return false }
    (chunk, start) = (
      Batch(start: 0, count: numbers.count, references: numbers, columns: columns), 0
    )
    nextLeaf = leaves.upperBound
    lastNumber = numbers.last ?? lastNumber
    // The pages of a table have similar numbers of rows.
    let wanted = leaves.lowerBound == 0 ? Self.firstRows : Self.chunkSize
    pagesAtOnce = min(PageColumns.maxPages, max(1, wanted * leaves.count / max(1, numbers.count)))
    if self.columns.longByteCount > 0 {
      // They also have similar numbers of overflow bytes.
      let most = Self.fewLongBytes / self.columns.longByteCount * leaves.count
      pagesAtOnce = min(pagesAtOnce, max(1, most))
    }
    return true
  }
}
