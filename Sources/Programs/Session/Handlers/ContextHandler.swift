import Diagnostics
import Syntax

/// Runs statements about the context and the open stores: `save`, `undo`, `autosave`, `history`,
/// `use`, …
struct ContextHandler: StatementHandler {
  func run(
    _ statement: Statement,
    in source: SourceText,
    for session: QuerySession
  ) throws -> StatementOutcome? {
    switch statement.kind {
    case .transaction(let command): try session.run(command)
    case .autosave(let isOn): try session.autosave(isOn)
    case .history(let statement): try session.history(statement)
    case .use(let name): try session.use(name)
    default: nil
    }
  }
}
