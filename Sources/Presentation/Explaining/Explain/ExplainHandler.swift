package import Diagnostics
package import Session
package import Syntax

/// Runs `explain` and `trace`.
package struct ExplainHandler: StatementHandler {
  package init() {}

  package func run(
    _ statement: Statement,
    in source: SourceText,
    for session: QuerySession
  ) throws -> StatementOutcome? {
    switch statement.kind {
    case .explain(let inner, let run): try session.explain(inner, run: run)
    case .trace(let query): try session.trace(query)
    default: nil
    }
  }
}
