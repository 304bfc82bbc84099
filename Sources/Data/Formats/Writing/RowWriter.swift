import Files
import Storage

/// Writes rows in batches: first the cells of each column, then the rows made of them.
///
/// Several threads format many rows, while the calling thread reads more rows and writes finished
/// batches in order.
struct RowWriter {
  let style: CellStyle
  let layout: RowLayout

  /// The number of rows in a batch.
  private static let rowsPerBatch = 4_096
  /// With fewer rows another thread does not pay.
  private static let fewRows = 4 * rowsPerBatch
  /// A batch with a longer text makes later batches smaller.
  private static let batchByteLimit = 1 << 22

  /// Writes all `rows` after `output`. Each finished batch goes to `sink`.
  func write(
    _ rows: any ResultRows,
    _ output: inout OutputBuffer,
    _ cancellation: CancellationFlag,
    to sink: ByteSink
  ) throws {
    var layout = layout
    layout.columnsWithTimes = try rows.columnsWithTimes(cancellation)
    cancellation.progress.begin(.writing, total: rows.rowCount)
    let pool = WorkerPool(isAlone: rows.rowCount < Self.fewRows)
    defer { pool.dismiss() }
    // Tasks are reused for their memory.
    var idle: [WorkerTask] = []
    var repeated = RepeatedTexts(style, layout)
    var rowsPerBatch = Self.rowsPerBatch
    var start = 0
    // Rows before a failure are still written.
    var failure: (any Error)?
    while true {
      while start < rows.rowCount, failure == nil, pool.hasRoom {
        try cancellation.check()
        let end = min(rows.rowCount, start + rowsPerBatch)
        let task = idle.popLast() ?? WorkerTask(style, layout)
        do {
          let batch = try rows.rows(start..<end)
          let written = repeated.texts(of: batch, rowsLeft: rows.rowCount - start)
          task.prepare(batch, written: written, isFirst: start == 0)
          pool.add(task)
        } catch {
          failure = error
        }
        start = end
      }
      guard let task = pool.takeFirst() else { break }
      try cancellation.check()
      try output.flush(to: sink)
      let byteCount = try task.writeOut(to: sink)
      cancellation.progress.advance(.writing, by: task.rowCount)
      if byteCount > Self.batchByteLimit { rowsPerBatch = max(1, task.rowCount / 4) }
      idle.append(task)
    }
    if let failure { throw failure }
  }
}
