import Diagnostics
import Model
import Session
import Storage
import Syntax

/// What `.last` shows: the rows of the last result, or the query that gave them.
enum LastResult {
  case rows(any ResultRows)
  /// Too many rows to keep, or nobody to ask for them: the query is asked again.
  case query(LastQuery)

  /// So many cells are kept.
  private static let mostCells = 500_000

  /// Keeps `rows`, which `query` gave: as values of their own, since what they are gathered from
  /// may hold a file or the records of a state that is long gone.
  static func keeping(_ rows: any ResultRows, of query: LastQuery) throws -> LastResult {
    let (cells, overflow) = rows.rowCount.multipliedReportingOverflow(by: rows.headers.count)
    guard !overflow, cells <= mostCells else { return .query(query) }
    return .rows(try RetainedRows(rows))
  }
}

/// A query with what its answer depends on besides the records.
struct LastQuery {
  let statement: Statement
  let source: SourceText
  let parameters: [String: String]
  /// The name of the store that was asked.
  let storeName: String
  /// Nil once that store is closed.
  private(set) weak var session: QuerySession?

  /// The query as it is asked in the current store of `console` now.
  init(_ statement: Statement, in source: SourceText, by console: Console) {
    (self.statement, self.source) = (statement, source)
    parameters = console.session.settings.parameters
    storeName = console.stores.current.name
    session = console.session
  }
}

/// The rows of a result as they were, in batches.
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
