import Columns
import Files
import Foundation
import Storage

/// Writes rows in batches: first the cells of each column, then the rows made of them.
///
/// Several threads format many rows, a batch each; then the batches are written in order.
struct RowWriter {
  let style: CellStyle
  let layout: RowLayout

  /// The number of rows in a batch.
  private static let rowsPerBatch = 4_096
  /// With fewer rows another thread does not pay.
  private static let fewRows = 4 * rowsPerBatch
  /// The number of batches formatted at once.
  private static let taskCount = min(8, ProcessInfo.processInfo.activeProcessorCount)
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
    // Tasks are reused for their memory.
    let tasks = (0..<(rows.rowCount < Self.fewRows ? 1 : Self.taskCount)).map { _ in
      WorkerTask(style, layout)
    }
    var repeated = RepeatedStrings(style, layout)
    var rowsPerBatch = Self.rowsPerBatch
    var start = 0
    // Rows before a failure are still written.
    var failure: (any Error)?
    while start < rows.rowCount, failure == nil {
      var used = 0
      while used < tasks.count, start < rows.rowCount, failure == nil {
        try cancellation.check()
        let end = min(rows.rowCount, start + rowsPerBatch)
        do {
          let batch = try rows.rows(start..<end)
          let written = repeated.texts(of: batch, rowsLeft: rows.rowCount - start)
          tasks[used].prepare(batch, written: written, isFirst: start == 0)
          used += 1
        } catch {
          failure = error
        }
        start = end
      }
      _ = inParallel(used) { tasks[$0].format() }
      for task in tasks.prefix(used) {
        try cancellation.check()
        try output.flush(to: sink)
        let byteCount = try task.writeOut(to: sink)
        cancellation.progress.advance(.writing, by: task.rowCount)
        if byteCount > Self.batchByteLimit { rowsPerBatch = max(1, task.rowCount / 4) }
      }
    }
    if let failure { throw failure }
  }
}
