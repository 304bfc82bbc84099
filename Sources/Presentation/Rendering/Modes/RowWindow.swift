/// The shown rows of a result: all, or the first and the last.
struct RowWindow: Equatable {
  let head: Range<Int>
  let tail: Range<Int>

  /// The window for `rowCount` rows.
  init(rowCount: Int, in context: RenderingContext) {
    guard let most = context.maxRows, rowCount > max(0, most) else {
      (head, tail) = (0..<rowCount, rowCount..<rowCount)
      return
    }
    let shown = max(0, most)
    head = 0..<(shown - shown / 2)
    tail = (rowCount - shown / 2)..<rowCount
  }

  /// Whether rows are omitted.
  var hasGap: Bool { head.upperBound < tail.lowerBound }
  /// The number of shown rows.
  var shown: Int { head.count + tail.count }
}
