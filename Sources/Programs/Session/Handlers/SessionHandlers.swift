import Binding
import Context
import Diagnostics
import Execution
import Expressions
import Model
import Storage
import Syntax

/// Runs `fetch`, `count` and `=`.
struct QueryHandler: StatementHandler {
  func run(
    _ statement: Statement,
    in source: SourceText,
    for session: QuerySession
  ) throws -> StatementOutcome? {
    switch statement.kind {
    case .fetch(let query) where query.chart == nil:
      return .rows(try session.rows(of: session.binder.bindFetch(query)))
    case .count(let query):
      return .value(.int(Int64(try session.rowCount(of: session.binder.bindCount(query)))), .int)
    case .evaluate(let syntax):
      do {
        let (value, expression) = try session.evaluate(syntax)
        return .value(value, expression.type)
      } catch let problem as NoSingleValue {
        throw DiagnosticList([problem.diagnostic])
      }
    default:
      return nil
    }
  }
}

/// Runs and previews `insert`, `update`, `upsert`, `delete` and `do`.
struct ChangeHandler: StatementHandler {
  func run(
    _ statement: Statement,
    in source: SourceText,
    for session: QuerySession
  ) throws -> StatementOutcome? {
    if case .perform(let change) = statement.kind {
      return try session.perform(session.binder.bindChanges(change))
    }
    return try request(statement, session).map(session.perform)
  }

  func preview(_ statement: Statement, for session: QuerySession) throws -> StatementOutcome? {
    if case .perform(let change) = statement.kind {
      return try session.preview(session.binder.bindChanges(change))
    }
    return try request(statement, session).map(session.preview)
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

/// Runs statements that declare models, types, relationships and saved queries.
struct DeclarationHandler: StatementHandler {
  func run(
    _ statement: Statement,
    in source: SourceText,
    for session: QuerySession
  ) throws -> StatementOutcome? {
    switch statement.kind {
    case .model(let declaration): try session.declare(declaration, in: source)
    case .enumeration(let declaration):
      try session.declare(.enumeration(declaration), in: source)
    case .structure(let declaration): try session.declare(.structure(declaration), in: source)
    case .extend(let statement): try session.extend(statement)
    case .relate(let statement): try session.relate(statement)
    case .saveQuery(let statement): try session.save(statement)
    default: nil
    }
  }
}

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
