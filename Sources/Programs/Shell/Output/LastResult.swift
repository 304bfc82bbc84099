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
  private static let maxCells = 500_000

  /// Copies the rows of a query, because the originals may hold on to a file or an old snapshot.
  static func keeping(_ rows: any ResultRows, of query: LastQuery) throws -> LastResult {
    let (cells, overflow) = rows.rowCount.multipliedReportingOverflow(by: rows.headers.count)
    if rows is DifferenceRows { return .rows(rows) }
    // Copies do not know which rows are totals.
    guard !overflow, cells <= maxCells, !rows.headers.contains(where: \.hasTotals) else {
      return .query(query)
    }
    let batch = try rows.rows(0..<rows.rowCount)
    let columns = rows.headers.indices.map { column in
      (0..<batch.count).map { batch.value(row: $0, column: column) }
    }
    return .rows(ListedRows(headers: rows.headers, columns: columns))
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
