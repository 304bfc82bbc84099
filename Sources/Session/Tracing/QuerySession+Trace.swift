import Binding
import Context
import Diagnostics
import Execution
import Expressions
import Model
import Planning
import Rendering
import Storage
import Syntax

/// `trace`: how the predicate of a fetch comes out for single records.
extension QuerySession {
  /// So many candidates, and so many sorted rows, are shown.
  private static let most = 10

  func trace(_ query: QuerySyntax) throws -> StatementOutcome {
    // Of a query over the rows of another one, the records of that one are traced.
    let request = try binder.bindFetch(query).innermost
    let context = settings.evaluationContext()
    let snapshot = try modelContext.snapshot()
    let executor = try executor(context, over: snapshot)
    let trace = QueryTrace(
      request: request,
      plan: executor.plan(request),
      snapshot: snapshot,
      executor: executor,
      context: context,
      texts: texts(of: request),
      schema: schema,
      most: Self.most
    )
    return .report(Report(try trace.sections()))
  }
}
