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

/// `trace`: shows how the condition of a fetch evaluates for single records.
extension QuerySession {
  /// The most candidates and sorted rows to show.
  private static let most = 10

  func trace(_ query: QuerySyntax) throws -> StatementOutcome {
    let trace = try queryTrace(query)
    if let missing = try trace.executor.missingRecord(of: trace.request) {
      throw StoreError.missingRecord(missing)
    }
    return .report(Report(try trace.sections()))
  }

  /// How the condition of a fetch evaluates for one record, and whether the record is found; nil if
  /// the record does not exist or is of another model.
  package func traceTree(
    _ query: QuerySyntax,
    of record: RecordID
  ) throws -> (tree: ReportTree, isFound: Bool)? {
    try queryTrace(query).tree(of: record)
  }

  /// The values of the sort keys for one record, `owner = nil, name = "Rent"`; nil if the record
  /// does not exist or is of another model.
  package func traceSortKeys(_ query: QuerySyntax, of record: RecordID) throws -> String? {
    try queryTrace(query).sortKeys(of: record)
  }

  private func queryTrace(_ query: QuerySyntax) throws -> QueryTrace {
    // For a query of a query, trace the records of the inner one.
    let bound = try binder.bindFetchWithoutChart(
      query,
      in: "`trace`",
      help: "it shows why records match"
    )
    let request = bound.innermost
    let context = settings.evaluationContext()
    let snapshot = try modelContext.snapshot(for: bound, context)
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
