import Diagnostics
import Model
import Session
import Storage
import Syntax

/// What `.last` shows: the rows of the last result, or the query to run again.
enum LastResult {
  case rows(any ResultRows)
  /// The query, if there are too many rows to keep or output does not go to a terminal.
  case query(LastQuery)

  /// The maximum number of retained cells.
  private static let mostCells = 500_000

  /// Copies the rows of a query, because the originals may hold on to a file or an old snapshot.
  static func keeping(_ rows: any ResultRows, of query: LastQuery) throws -> LastResult {
    let (cells, overflow) = rows.rowCount.multipliedReportingOverflow(by: rows.headers.count)
    guard !overflow, cells <= mostCells else { return .query(query) }
    return .rows(try RetainedRows(rows))
  }
}

/// A query with the settings that its result depends on.
struct LastQuery {
  let statement: Statement
  let source: SourceText
  let parameters: [String: String]
  /// The name of the queried store.
  let storeName: String
  /// Nil if the store has been closed.
  private(set) weak var session: QuerySession?

  /// Captures a query and its parameters.
  init(_ statement: Statement, in source: SourceText, by console: Console) {
    (self.statement, self.source) = (statement, source)
    parameters = console.session.settings.parameters
    storeName = console.stores.current.name
    session = console.session
  }
}

/// A copy of a result, in batches.
private final class RetainedRows: ResultRows {
  let headers: [ResultHeader]
  let rowCount: Int
  private let batches: [ResultBatch]
  private static let batchSize = 2_048

  init(_ rows: any ResultRows) throws {
    headers = rows.headers
    let count = rows.rowCount
    rowCount = count
    batches = try stride(from: 0, to: count, by: Self.batchSize).map { start in
      try rows.rows(start..<min(start + Self.batchSize, count))
    }
  }

  func rows(_ range: Range<Int>) throws -> ResultBatch {
    let (batch, start) = range.lowerBound.quotientAndRemainder(dividingBy: Self.batchSize)
    if range.count == batches[safe: batch]?.count, start == 0 { return batches[batch] }
    return ResultBatch(
      count: range.count,
      cells: headers.indices.map { column in
        .values(
          range.map { row in
            batches[row / Self.batchSize].value(row: row % Self.batchSize, column: column)
          }
        )
      }
    )
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
