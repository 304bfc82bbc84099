package import Diagnostics
import Formats
package import Session
package import Syntax

/// Runs `import`, `export` and `copy`.
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
    default: nil
    }
  }
}
