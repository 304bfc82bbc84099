import Files
import Storage

/// A batch of rows to format. Used by one thread at a time.
final class WorkerTask: @unchecked Sendable {
  private let styles: [CellStyle]
  private let layout: RowLayout
  private var batch = ResultBatch(count: 0, cells: [])
  private var written: [FormattedStrings?] = []
  private var isFirst = false
  private var texts = CellTexts()
  /// The greatest display width of each column.
  private(set) var widths: [Int] = []
  private var output = OutputBuffer()

  /// The number of rows formatted at once, so that their texts fit in the processor's cache.
  private static let rowsAtOnce = 1_024

  init(_ styles: [CellStyle], _ layout: RowLayout) {
    self.styles = styles
    self.layout = layout
  }

  /// The number of rows.
  var rowCount: Int { batch.count }

  /// Sets the rows to format, with the strings of each column that are already written. `isFirst`:
  /// no rows come before them.
  func prepare(_ batch: ResultBatch, written: [FormattedStrings?], isFirst: Bool) {
    self.batch = batch
    self.written = written
    self.isFirst = isFirst
  }

  /// Formats the rows.
  func format() {
    var start = 0
    while start < batch.count {
      let end = min(batch.count, start + Self.rowsAtOnce)
      texts.removeAll()
      for (column, before) in layout.beforeCells.enumerated() {
        texts.append(
          batch.cells[column],
          start..<end,
          styles[column],
          before: before,
          showsTimes: layout.columnsWithTimes.contains(column),
          written: written[column]
        )
      }
      output.append(texts, count: end - start, layout, isFirst: isFirst && start == 0)
      start = end
    }
  }

  /// Finds the ``widths``.
  func measure() {
    widths = styles.indices.map { column in
      guard case .text(let format) = styles[column] else { return 0 }
      return format.widest(batch.cells[column], batch.count, written[column])
    }
  }

  /// Passes the text to `sink`. Returns its length.
  func writeOut(to sink: ByteSink) throws -> Int {
    let byteCount = output.count
    try output.flush(to: sink)
    return byteCount
  }
}
