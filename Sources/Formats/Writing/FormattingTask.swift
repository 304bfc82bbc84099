import Storage

/// A batch of rows that becomes text. One thread at a time uses it.
final class FormattingTask: @unchecked Sendable {
  private let style: CellStyle
  private let layout: RowLayout
  private var batch = ResultBatch(count: 0, cells: [])
  private var isFirst = false
  private var texts = CellTexts()
  private var output = OutputBuffer()

  /// So many rows are formatted at once: their texts fit the processor's cache.
  private static let rowsAtOnce = 1_024

  init(_ style: CellStyle, _ layout: RowLayout) {
    self.style = style
    self.layout = layout
  }

  /// The number of rows.
  var rowCount: Int { batch.count }

  /// Takes the rows to format; `isFirst` says that none stands before them.
  func prepare(_ batch: ResultBatch, isFirst: Bool) {
    self.batch = batch
    self.isFirst = isFirst
  }

  /// Makes the text.
  func format() {
    var start = 0
    while start < batch.count {
      let end = min(batch.count, start + Self.rowsAtOnce)
      texts.removeAll()
      for cells in batch.cells { texts.append(cells, start..<end, style) }
      output.append(texts, count: end - start, layout, isFirst: isFirst && start == 0)
      start = end
    }
  }

  /// Hands the text to `sink`; the number of its bytes.
  func writeOut(to sink: ByteSink) throws -> Int {
    let byteCount = output.count
    try output.flush(to: sink)
    return byteCount
  }
}
