public import Storage

extension ResultRows {
  /// The first `count` rows; all rows if there are not more.
  public func first(_ count: Int) -> any ResultRows {
    rowCount <= count ? self : RowPrefix(self, count)
  }
}

private final class RowPrefix: ResultRows {
  private let whole: any ResultRows
  let rowCount: Int

  init(_ whole: any ResultRows, _ count: Int) { (self.whole, rowCount) = (whole, count) }

  var headers: [ResultHeader] { whole.headers }

  func rows(_ range: Range<Int>) throws -> ResultBatch { try whole.rows(range) }
}
