import Binding
package import Diagnostics
package import Storage

/// Runs queries that a query asks while it is bound.
///
/// Binding and running a statement take place on one thread, so this is sendable.
package final class StatementAnswers: QueryAnswers, @unchecked Sendable {
  private let run: (FetchRequest) throws -> any ResultRows

  /// Creates answers that run requests by `run`.
  package init(_ run: @escaping (FetchRequest) throws -> any ResultRows) { self.run = run }

  /// The rows of a request. A cancelled request has none; the statement is then cancelled, too.
  package func rows(of request: FetchRequest) throws(DiagnosticList) -> any ResultRows {
    do {
      return try run(request)
    } catch {
      guard case .failed(let findings) = SessionError(error, in: nil) else {
        return ListedRows(headers: [], columns: [])
      }
      throw DiagnosticList(findings)
    }
  }
}
