import Columns
import Model
import Storage
import Synchronization
import Testing

@testable import Formats

/// Enough rows that several threads format them.
struct ManyRowsTests {
  private static let rowCount = 30_000

  /// Rows that fail from one on.
  private final class FailingRows: ResultRows {
    struct Failure: Error {}
    let headers = [ResultHeader(name: "a", type: .int)]
    let rowCount = ManyRowsTests.rowCount
    let failing: Int

    init(failing: Int) { self.failing = failing }

    func rows(_ range: Range<Int>) throws -> ResultBatch {
      if range.contains(failing) { throw Failure() }
      return ResultBatch(count: range.count, cells: [.values(range.map { .int(Int64($0)) })])
    }
  }

  /// Columns of dates that count how often they are read.
  private final class CountedRows: ResultRows {
    let headers: [ResultHeader]
    let rowCount = ManyRowsTests.rowCount
    let firstTimes: [Int?]
    let reads = Mutex(0)

    /// - Parameter firstTimes: For each column, the row with the first time.
    init(_ firstTimes: [Int?]) {
      self.firstTimes = firstTimes
      headers = firstTimes.indices.map { ResultHeader(name: "\($0)", type: .date) }
    }

    func rows(_ range: Range<Int>) throws -> ResultBatch {
      reads.withLock { $0 += 1 }
      let cells = firstTimes.map { first in
        ResultBatch.Cells.values(
          range.map { .date(Timestamp(microseconds: $0 == first ? 5 : 0)) }
        )
      }
      return ResultBatch(count: range.count, cells: cells)
    }
  }

  /// Rows that note the longest batch that is read before anything is written.
  private final class WatchedRows: ResultRows {
    let headers = [ResultHeader(name: "a", type: .int)]
    let rowCount = ManyRowsTests.rowCount
    let isWritten = Mutex(false)
    let longest = Mutex(0)

    func rows(_ range: Range<Int>) throws -> ResultBatch {
      if !isWritten.withLock({ $0 }) { longest.withLock { $0 = max($0, range.count) } }
      return ResultBatch(count: range.count, cells: [.values(range.map { .int(Int64($0)) })])
    }
  }

  /// Many long texts would fill the memory.
  @Test func batchesAreSmallUntilTheLengthOfTheirTextIsKnown() throws {
    let rows = WatchedRows()
    try FileFormat.jsonLines.writer?.write(rows, cancellation: CancellationFlag()) { _ in
      rows.isWritten.withLock { $0 = true }
    }
    #expect(rows.isWritten.withLock { $0 })
    #expect(rows.longest.withLock { $0 } == 512)
  }

  private static let firstTimes: [([Int?], Int)] = [
    ([nil, nil, nil], 4), ([0, 1, 2], 1), ([0, 20_000, nil], 4), ([20_000, 9_000], 3), ([], 0),
  ]

  @Test(arguments: firstTimes)
  func datesAreReadOnce(firstTimes: [Int?], reads: Int) throws {
    let rows = CountedRows(firstTimes)
    let found = try rows.columnsWithTimes(CancellationFlag())
    #expect(found == Set(firstTimes.indices.filter { firstTimes[$0] != nil }))
    #expect(rows.reads.withLock { $0 } == reads)
  }

  private static let numbers = FixedColumn(
    values: (0..<rowCount).map { Int64($0 * 7_919 % 100_003) },
    validity: (0..<rowCount).reduce(into: Validity(repeating: true, count: rowCount)) {
      if $1 % 11 == 0 { $0.set($1, false) }
    }
  )

  /// Texts, some of which occur in one row only, and nils.
  private static let texts: Column = {
    var column = StringColumn()
    for row in 0..<rowCount {
      let text = samples[row % samples.count] + (row % 5 == 0 ? "\(row)" : "")
      let code = row % 13 == 0 ? nil : column.dictionary.code(for: text)
      column.codes.append(code, filler: .max)
    }
    return .string(column)
  }()

  private static let samples = [
    "x", "a,b", "", "é \"quoted\"", "longer than sixteen bytes", "z\n", "tab\t",
    "longer than thirty-two bytes, in quotes as there is a comma",
    "longer than thirty-two bytes and in no quotes",
  ]

  @Test(arguments: FileFormat.allCases)
  func manyRowsAreWrittenLikeFew(format: FileFormat) throws {
    func rows(_ range: Range<Int>) -> ColumnRows {
      ColumnRows(
        [
          ("n", .int, .column(.int(Self.numbers), start: range.lowerBound)),
          ("t", .string, .column(Self.texts, start: range.lowerBound)),
          ("d", .date, .column(.date(Self.numbers), start: range.lowerBound)),
        ],
        rowCount: range.count
      )
    }
    // The text of each part has an array's brackets and the headings.
    let lines = try stride(from: 0, to: Self.rowCount, by: 5_000).flatMap { start in
      let text = try write(rows(start..<start + 5_000), as: format)
      let isFirst = start == 0
      switch format {
      case .json: return [String(text.dropFirst(2).dropLast(3))]
      case .csv, .tsv: return [isFirst ? text : String(text.drop { $0 != "\n" }.dropFirst())]
      case .jsonLines: return [text]
      }
    }
    let expected =
      format == .json ? "[\n" + lines.joined(separator: ",\n") + "\n]\n" : lines.joined()
    #expect(try write(rows(0..<Self.rowCount), as: format) == expected)
  }

  @Test(arguments: [0, 1, 4_096, 17_000, 29_999])
  func lateFailureKeepsTheOldContent(failing: Int) {
    var text = ""
    #expect(throws: FailingRows.Failure.self) {
      try FileFormat.csv.writer?.write(
        FailingRows(failing: failing),
        cancellation: CancellationFlag()
      ) { text += String(decoding: $0, as: UTF8.self) }
    }
    let lines = text.split(separator: "\n").dropFirst().map { Int($0) }
    #expect(lines.count <= failing && lines.count > failing - 5_000)
    #expect(lines == (0..<lines.count).map { $0 })
  }

  @Test func cancellationDuringAWriteStopsIt() {
    let flag = CancellationFlag()
    var pieces = 0
    #expect(throws: Cancellation.self) {
      try FileFormat.jsonLines.writer?.write(FailingRows(failing: -1), cancellation: flag) { _ in
        pieces += 1
        flag.cancel()
      }
    }
    #expect(pieces == 1)
  }
}
