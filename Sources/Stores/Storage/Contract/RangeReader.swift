/// Reads some of the rows of another reader, by their places in it.
public final class RangeReader: BatchReader {
  private let reader: any BatchReader
  /// The rows that are left, from the next one of the reader on.
  private var places: Range<Int>

  /// Creates a reader of the rows at `places` of `reader`.
  public init(_ reader: any BatchReader, _ places: Range<Int>) {
    self.reader = reader
    self.places = places
  }

  /// The next batch; nil after the last.
  public func next() throws -> Batch? {
    while !places.isEmpty, let batch = try reader.next() {
      let found = places.clamped(to: 0..<batch.count)
      places = max(0, places.lowerBound - batch.count)..<max(0, places.upperBound - batch.count)
      if found.count == batch.count { return batch }
      if found.isEmpty { continue }
      return Batch(
        start: batch.start + found.lowerBound,
        count: found.count,
        references: batch.references,
        firstReference: batch.firstReference,
        columns: batch.columns
      )
    }
    return nil
  }
}
