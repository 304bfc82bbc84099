package import Diagnostics
package import Session
package import Syntax

/// Runs and previews `generate`.
package struct GenerateHandler: StatementHandler {
  package init() {}

  package func run(
    _ statement: Statement,
    in source: SourceText,
    for session: QuerySession
  ) throws -> StatementOutcome? {
    guard case .generate(let statement) = statement.kind else { return nil }
    return try session.generate(statement)
  }

  package func preview(_ statement: Statement, for session: QuerySession) throws
    -> StatementOutcome?
  {
    guard case .generate(let statement) = statement.kind else { return nil }
    return try session.previewGenerate(statement)
  }
}
