import Foundation
import Storage

/// The rows of a result, a few batches at a time, one for each thread.
struct RowBatches {
  private let rows: any ResultRows
  private let end: Int
  private var start: Int
  // Tasks are reused for their memory.
  private let tasks: [WorkerTask]
  private var repeated: RepeatedStrings
  private var rowsPerBatch = defaultRowsPerBatch
  /// The error of the first rows that cannot be read, which end the batches.
  private(set) var failure: (any Error)?

  /// The number of rows in a batch.
  private static let defaultRowsPerBatch = 4_096
  /// With fewer rows another thread does not pay.
  private static let fewRows = 4 * defaultRowsPerBatch
  /// The number of batches formatted at once.
  private static let taskCount = min(8, ProcessInfo.processInfo.activeProcessorCount)
  /// A batch with a longer text makes later batches smaller.
  static let byteLimit = 1 << 22

  init(_ rows: any ResultRows, _ range: Range<Int>, _ styles: [CellStyle], _ layout: RowLayout) {
    (self.rows, start, end) = (rows, range.lowerBound, range.upperBound)
    tasks = (0..<(range.count < Self.fewRows ? 1 : Self.taskCount)).map { _ in
      WorkerTask(styles, layout)
    }
    repeated = RepeatedStrings(styles, layout)
  }

  /// The tasks for the next rows; nil if there are none.
  mutating func next(_ cancellation: CancellationFlag) throws -> ArraySlice<WorkerTask>? {
    var used = 0
    while used < tasks.count, start < end, failure == nil {
      try cancellation.check()
      let next = min(end, start + rowsPerBatch)
      do {
        let batch = try rows.rows(start..<next)
        let written = repeated.texts(of: batch, rowsLeft: end - start)
        tasks[used].prepare(batch, written: written, isFirst: start == 0)
        used += 1
      } catch {
        failure = error
      }
      start = next
    }
    return used > 0 ? tasks.prefix(used) : nil
  }

  /// Makes later batches smaller than one with `rowCount` rows and a long text.
  mutating func shrink(from rowCount: Int) { rowsPerBatch = max(1, rowCount / 4) }
}
