import Storage

extension ResultRows {
  /// Passes the rows of `range` to `body` in batches of a few thousand.
  func forEachBatch(in range: Range<Int>, _ body: (ResultBatch) throws -> Void) throws {
    let size = 2048
    for start in stride(from: range.lowerBound, to: range.upperBound, by: size) {
      try body(rows(start..<min(start + size, range.upperBound)))
    }
  }
}
