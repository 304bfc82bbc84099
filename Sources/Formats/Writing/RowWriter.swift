import Storage

/// What stands around the cells of a row.
struct RowLayout {
  /// One element a column.
  var beforeCells: [[UInt8]]
  var afterRow: [UInt8]
  var betweenRows: [UInt8]
}

/// Writes rows, batch by batch: first the cells of each column as texts, then the rows from these.
struct RowWriter {
  let style: CellStyle
  let layout: RowLayout

  /// Appends all `rows` to `output` and hands it to `sink` whenever a batch is complete.
  func write(
    _ rows: any ResultRows,
    _ output: inout OutputBuffer,
    _ cancellation: CancellationFlag,
    to sink: ByteSink
  ) throws {
    var texts = CellTexts()
    var start = 0
    cancellation.progress.begin(.writing, total: rows.rowCount)
    while start < rows.rowCount {
      try cancellation.check()
      let end = min(rows.rowCount, start + rowsPerOutputBatch)
      let batch = try rows.rows(start..<end)
      texts.removeAll()
      for cells in batch.cells { texts.append(cells, count: batch.count, style) }
      appendRows(texts, count: batch.count, isFirst: start == 0, &output)
      try output.flush(to: sink)
      cancellation.progress.advance(.writing, by: end - start)
      start = end
    }
  }

  private func appendRows(
    _ texts: borrowing CellTexts,
    count: Int,
    isFirst: Bool,
    _ output: inout OutputBuffer
  ) {
    for row in 0..<count {
      if row > 0 || !isFirst { output.append(layout.betweenRows) }
      for column in layout.beforeCells.indices {
        output.append(layout.beforeCells[column])
        texts.appendCell(column * count + row, to: &output)
      }
      output.append(layout.afterRow)
    }
  }
}
