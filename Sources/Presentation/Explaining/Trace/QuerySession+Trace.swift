import Binding
import Context
import Diagnostics
import Execution
import Expressions
package import Model
import Planning
package import Rendering
import Session
import Storage
package import Syntax

/// `trace`: how the predicate of a fetch comes out for single records.
extension QuerySession {
  /// So many candidates, and so many sorted rows, are shown.
  private static let most = 10

  func trace(_ query: QuerySyntax) throws -> StatementOutcome {
    .report(Report(try queryTrace(query).sections()))
  }

  /// How the condition of a fetch comes out for one record; nil where it has none.
  package func traceTree(_ query: QuerySyntax, of record: RecordID) throws -> ReportTree? {
    try queryTrace(query).tree(of: record)
  }

  /// The values of the sort keys of a fetch for one record: `owner = nil, name = "Rent"`; nil where it is none of its model.
  package func traceSortKeys(_ query: QuerySyntax, of record: RecordID) throws -> String? {
    try queryTrace(query).sortKeys(of: record)
  }

  private func queryTrace(_ query: QuerySyntax) throws -> QueryTrace {
    // Of a query over the rows of another one, the records of that one are traced.
    let request = try binder.bindUndrawnFetch(
      query,
      in: "`trace`",
      help: "it shows why records are found"
    ).innermost
    let context = settings.evaluationContext()
    let snapshot = try modelContext.snapshot()
    let executor = try executor(context, over: snapshot)
    return QueryTrace(
      request: request,
      plan: executor.plan(request),
      snapshot: snapshot,
      executor: executor,
      context: context,
      texts: texts(of: request),
      schema: schema,
      most: Self.most
    )
  }
}
