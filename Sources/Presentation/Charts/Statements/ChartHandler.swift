import Binding
package import Diagnostics
package import Session
package import Syntax

/// Runs `fetch … chart bar`, and saved queries with a chart.
package struct ChartHandler: StatementHandler {
  package init() {}

  package func run(
    _ statement: Statement,
    in source: SourceText,
    for session: QuerySession
  ) throws -> StatementOutcome? {
    guard case .fetch(let query) = statement.kind, session.binder.mayHaveChart(query) else {
      return nil
    }
    let drawn = try session.binder.bindChartedFetch(query)
    guard let chart = drawn.chart else { return nil }
    if let path = drawn.path { try session.refuseFile(path) }
    return try session.draw(session.rows(of: drawn.request), chart, to: drawn.path)
  }
}
