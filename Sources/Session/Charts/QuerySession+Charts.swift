import Binding
import Diagnostics
import Rendering
import Storage
import Syntax

/// `fetch … chart bar`, `fetch … chart bar to "budgets.svg"`
extension QuerySession {
  /// The outcome of a query that is drawn.
  func draw(_ rows: any ResultRows, _ chart: ChartRequest, to path: FilePathSyntax?) throws
    -> StatementOutcome
  {
    let drawn = ChartedRows(rows, chart, settings.timeZone, cancellation)
    guard let path else { return .chart(drawn) }
    let text = ChartSVG(try drawn.chart()).lines.joined(separator: "\n") + "\n"
    try writeFile(path) { try ByteText.write(text, to: $0) }
    return .message("\(counted(rows.rowCount, "row")) drawn")
  }
}
