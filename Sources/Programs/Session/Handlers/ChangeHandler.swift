import Binding
import Context
import Diagnostics
import Storage
import Syntax

/// Runs and previews `insert`, `update`, `upsert` and `delete`.
struct ChangeHandler: StatementHandler {
  func run(
    _ statement: Statement,
    in source: SourceText,
    for session: QuerySession
  ) throws -> StatementOutcome? {
    try request(statement, session).map(session.perform)
  }

  func preview(_ statement: Statement, for session: QuerySession) throws -> StatementOutcome? {
    try request(statement, session).map(session.preview)
  }

  private func request(_ statement: Statement, _ session: QuerySession) throws -> ChangeRequest? {
    switch statement.kind {
    case .insert(let insert): .insert(try session.binder.bindInsert(insert))
    case .update(let update): .update(try session.binder.bindUpdate(update))
    case .upsert(let upsert): .upsert(try session.binder.bindUpsert(upsert))
    case .delete(let delete): .delete(try session.binder.bindDelete(delete))
    default: nil
    }
  }
}
