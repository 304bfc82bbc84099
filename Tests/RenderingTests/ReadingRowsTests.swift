import Model
import Rendering
import Storage
import Synchronization
import Testing

/// How often text modes read the rows of a result, and that they can be stopped.
@Suite struct ReadingRowsTests {
  /// Dates, and an action for each time that rows are read.
  private final class WatchedRows: ResultRows {
    let headers = [ResultHeader(name: "d", type: .date), ResultHeader(name: "n", type: .int)]
    let rowCount = 20_000
    let reads = Mutex(0)
    private let action: @Sendable (Int) -> Void

    init(_ action: @escaping @Sendable (Int) -> Void = { _ in }) { self.action = action }

    func rows(_ range: Range<Int>) throws -> ResultBatch {
      let number = reads.withLock { reads in
        reads += range.count
        return reads
      }
      action(number)
      let numbers = range.map { Int64($0) }
      return ResultBatch(
        count: range.count,
        cells: [
          .values(numbers.map { .date(Timestamp(microseconds: $0)) }),
          .values(numbers.map { .int($0) }),
        ]
      )
    }
  }

  private static let readings = [
    ("table", 2), ("list", 1), ("markdown", 1), ("html", 1),
  ]

  /// A table is measured first; nothing else is read twice.
  @Test(arguments: readings) func rowsAreReadOnce(mode: String, times: Int) throws {
    let rows = WatchedRows()
    _ = try printed(rows, mode: mode)
    #expect(rows.reads.withLock { $0 } == times * rows.rowCount)
  }

  /// A table stops while it is measured, too.
  @Test(arguments: readings) func printingStops(mode: String, times: Int) throws {
    for part in 0..<times {
      let context = RenderingContext()
      let rows = WatchedRows { if $0 > part * 20_000 { context.cancellation.cancel() } }
      #expect(throws: Cancellation.self) { try printed(rows, mode: mode, in: context) }
      #expect(rows.reads.withLock { $0 } < (part + 1) * rows.rowCount)
    }
  }

  @Test func measuringAndWritingShowProgress() throws {
    let context = RenderingContext()
    let found = Mutex<[StatementProgress.State]>([])
    let rows = WatchedRows { _ in found.withLock { $0.append(context.cancellation.progress.state) }
    }
    _ = try printed(rows, in: context)
    let states = found.withLock { $0 }
    #expect(states.allSatisfy { $0.total == rows.rowCount })
    #expect(states.first?.work == .scanning && states.last?.work == .writing)
  }
}
