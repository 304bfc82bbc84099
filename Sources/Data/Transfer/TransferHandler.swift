package import Diagnostics
import Formats
package import Session
package import Syntax

/// Runs `import`, `export`, `copy` and `apply`.
package struct TransferHandler: StatementHandler {
  package init() {}

  package let readEndings = FileFormat.allCases.flatMap(\.endings)
  package let writtenEndings = ExportFormat.all.flatMap(\.endings)

  package func run(
    _ statement: Statement,
    in source: SourceText,
    for session: QuerySession
  ) throws -> StatementOutcome? {
    switch statement.kind {
    case .importFile(let file): try session.importFile(file)
    case .export(let statement): try session.export(statement)
    case .copy(let statement): try session.copy(statement)
    case .apply(let statement): try session.apply(statement)
    default: nil
    }
  }

  package func preview(_ statement: Statement, for session: QuerySession) throws
    -> StatementOutcome?
  {
    guard case .apply(let statement) = statement.kind else { return nil }
    return try session.previewApply(statement)
  }
}
