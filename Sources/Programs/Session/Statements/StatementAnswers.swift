import Binding
package import Diagnostics
package import Storage

/// Runs queries that a query asks while it is bound.
///
/// Binding and running a statement take place on one thread, so this is sendable.
package final class StatementAnswers: QueryAnswers, @unchecked Sendable {
  private let run: (FetchRequest) throws -> any ResultRows
  /// How many rows are read at once, so that errors of reading them are reported.
  private static let rowsRead = 1_000

  /// Creates answers that run requests by `run`.
  package init(_ run: @escaping (FetchRequest) throws -> any ResultRows) { self.run = run }

  /// The rows of a request. A cancelled request has none; the statement is then cancelled, too.
  package func rows(of request: FetchRequest) throws(DiagnosticList) -> any ResultRows {
    do {
      let rows = try run(request)
      guard rows.rowCount <= Self.rowsRead else { return rows }
      return ListedRows(headers: rows.headers, rows: try rows.allValues())
    } catch {
      guard case .failed(let findings) = SessionError(error, in: nil) else {
        return ListedRows(headers: [], columns: [])
      }
      throw DiagnosticList(findings)
    }
  }
}
