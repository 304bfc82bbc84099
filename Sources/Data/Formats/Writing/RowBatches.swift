import Foundation
import Storage
import Synchronization

/// The rows of a result, a few batches at a time for several threads.
struct RowBatches {
  private let rows: any ResultRows
  private let end: Int
  private var start: Int
  private let styles: [CellStyle]
  private let layout: RowLayout
  /// The number of batches that are formatted together.
  private let taskCount: Int
  // Tasks are reused for their memory: some are filled while the others are formatted.
  private var tasks: [WorkerTask] = []
  private var others: [WorkerTask] = []
  private var repeated: RepeatedStrings
  private var rowsPerBatch = firstRowsPerBatch
  private var isShrunk = false
  /// The error of the first rows that cannot be read, which end the batches.
  private(set) var failure: (any Error)?

  /// The number of rows in a batch, as long as nothing is known about the length of its texts.
  private static let firstRowsPerBatch = 512
  private static let mostRowsPerBatch = 4_096
  /// With fewer rows another thread does not pay.
  private static let fewRows = 4 * mostRowsPerBatch
  /// The number of threads that format.
  private static let threadCount = min(8, ProcessInfo.processInfo.activeProcessorCount)
  /// A batch with a longer text makes later batches smaller.
  static let byteLimit = 1 << 22

  init(_ rows: any ResultRows, _ range: Range<Int>, _ styles: [CellStyle], _ layout: RowLayout) {
    (self.rows, start, end) = (rows, range.lowerBound, range.upperBound)
    (self.styles, self.layout) = (styles, layout)
    // Twice as many, since the threads do not begin at the same time.
    taskCount = range.count < Self.fewRows ? 1 : 2 * Self.threadCount
    repeated = RepeatedStrings(styles, layout)
  }

  /// Passes all rows to `work`, in batches on several threads, and then, in order and on this
  /// thread, to `finish`, while the next ones are worked on.
  mutating func forEach(
    _ cancellation: CancellationFlag,
    _ work: @escaping @Sendable (WorkerTask) -> Void,
    finish: (WorkerTask, inout RowBatches) throws -> Void
  ) throws {
    var finished: [WorkerTask] = []
    var next = try self.next(cancellation)
    while let current = next {
      try SharedWork.perform(
        current.count,
        { work(current[$0]) },
        meanwhile: {
          for task in finished { try finish(task, &self) }
          if !finished.isEmpty { grow() }
          next = try self.next(cancellation)
        }
      )
      finished = current
    }
    for task in finished { try finish(task, &self) }
    if let failure { throw failure }
  }

  /// Tasks with the next rows; nil if there are none. They are used again after the next call.
  private mutating func next(_ cancellation: CancellationFlag) throws -> [WorkerTask]? {
    swap(&tasks, &others)
    var used = 0
    while used < taskCount, start < end, failure == nil {
      try cancellation.check()
      let next = min(end, start + rowsPerBatch)
      do {
        let batch = try rows.rows(start..<next)
        let written = repeated.texts(of: batch, rowsLeft: end - start)
        if used == tasks.count { tasks.append(WorkerTask(styles, layout)) }
        tasks[used].prepare(batch, written: written, isFirst: start == 0)
        used += 1
      } catch {
        failure = error
      }
      start = next
    }
    return used > 0 ? Array(tasks.prefix(used)) : nil
  }

  /// Makes later batches larger, unless texts were long.
  private mutating func grow() {
    if !isShrunk { rowsPerBatch = min(Self.mostRowsPerBatch, 4 * rowsPerBatch) }
  }

  /// Makes later batches smaller than one with `rowCount` rows and a long text.
  mutating func shrink(from rowCount: Int) {
    rowsPerBatch = max(1, min(rowsPerBatch, rowCount / 4))
    isShrunk = true
  }
}

/// Numbered work that several threads share.
private final class SharedWork: Sendable {
  private let count: Int
  private let work: @Sendable (Int) -> Void
  private let next = Atomic(0)
  private let unfinished = DispatchGroup()

  private init(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
    (self.count, self.work) = (count, work)
    for _ in 0..<count { unfinished.enter() }
  }

  /// Calls `work` with every number below `count` on other threads, and on this one after `body`.
  static func perform(
    _ count: Int,
    _ work: @escaping @Sendable (Int) -> Void,
    meanwhile body: () throws -> Void
  ) rethrows {
    let shared = SharedWork(count, work)
    for _ in 1..<max(1, min(count, ProcessInfo.processInfo.activeProcessorCount)) {
      DispatchQueue.global().async { shared.run() }
    }
    // A thread that begins later finds nothing to do.
    defer {
      shared.run()
      shared.unfinished.wait()
    }
    try body()
  }

  private func run() {
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < count else { return }
      work(index)
      unfinished.leave()
    }
  }
}
