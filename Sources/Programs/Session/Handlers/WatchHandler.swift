import Diagnostics
import Syntax

/// Runs `watch`.
struct WatchHandler: StatementHandler {
  func run(
    _ statement: Statement,
    in source: SourceText,
    for session: QuerySession
  ) throws -> StatementOutcome? {
    guard case .watch(let statement) = statement.kind else { return nil }
    return try session.watch(statement)
  }
}
