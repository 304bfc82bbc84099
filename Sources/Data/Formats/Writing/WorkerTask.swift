import Files
import Storage

/// A batch of rows that becomes text. One thread at a time uses it.
final class WorkerTask: @unchecked Sendable {
  private let style: CellStyle
  private let layout: RowLayout
  private var batch = ResultBatch(count: 0, cells: [])
  private var written: [WrittenTexts?] = []
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

  /// Takes the rows to format, with the texts of each column that have been written; `isFirst` says that no
  /// rows stand before them.
  func prepare(_ batch: ResultBatch, written: [WrittenTexts?], isFirst: Bool) {
    self.batch = batch
    self.written = written
    self.isFirst = isFirst
  }

  /// Makes the text.
  func format() {
    var start = 0
    while start < batch.count {
      let end = min(batch.count, start + Self.rowsAtOnce)
      texts.removeAll()
      for (column, before) in layout.beforeCells.enumerated() {
        texts.append(
          batch.cells[column],
          start..<end,
          style,
          before: before,
          written: written[column]
        )
      }
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
