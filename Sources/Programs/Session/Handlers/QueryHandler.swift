import Binding
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
      let expression = try session.binder.bindExpression(syntax)
      let value = try session.value(of: expression, session.settings.evaluationContext())
      return .value(value, expression.type)
    default:
      return nil
    }
  }
}
