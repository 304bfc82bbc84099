import Files
import Storage

/// Writes rows, batch by batch: first the cells of each column as texts, then the rows from these.
///
/// Many rows are formatted by several threads, while the calling one gets the next and writes what is
/// done, all in their order.
struct RowWriter {
  let style: CellStyle
  let layout: RowLayout

  /// How many rows are asked for at once.
  private static let rowsPerBatch = 4_096
  /// With fewer rows another thread would not pay.
  private static let fewRows = 4 * rowsPerBatch
  /// A batch that becomes longer text than this makes the following ones smaller.
  private static let mostBytesPerBatch = 1 << 22

  /// Appends all `rows` to `output` and hands it to `sink` whenever a batch is complete.
  func write(
    _ rows: any ResultRows,
    _ output: inout OutputBuffer,
    _ cancellation: CancellationFlag,
    to sink: ByteSink
  ) throws {
    cancellation.progress.begin(.writing, total: rows.rowCount)
    let crew = WorkerPool(isAlone: rows.rowCount < Self.fewRows)
    defer { crew.dismiss() }
    // Tasks are used again, for the memory that they have.
    var idle: [WorkerTask] = []
    var repeated = RepeatedTexts(style, layout)
    var rowsPerBatch = Self.rowsPerBatch
    var start = 0
    // What comes before rows that cannot be had is written first.
    var failure: (any Error)?
    while true {
      while start < rows.rowCount, failure == nil, crew.hasRoom {
        try cancellation.check()
        let end = min(rows.rowCount, start + rowsPerBatch)
        let task = idle.popLast() ?? WorkerTask(style, layout)
        do {
          let batch = try rows.rows(start..<end)
          let written = repeated.texts(of: batch, rowsLeft: rows.rowCount - start)
          task.prepare(batch, written: written, isFirst: start == 0)
          crew.add(task)
        } catch {
          failure = error
        }
        start = end
      }
      guard let task = crew.takeFirst() else { break }
      try cancellation.check()
      try output.flush(to: sink)
      let byteCount = try task.writeOut(to: sink)
      cancellation.progress.advance(.writing, by: task.rowCount)
      if byteCount > Self.mostBytesPerBatch { rowsPerBatch = max(1, task.rowCount / 4) }
      idle.append(task)
    }
    if let failure { throw failure }
  }
}
