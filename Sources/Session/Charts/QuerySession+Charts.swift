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
    // A picture of something is not replaced by one of nothing.
    if rows.rowCount == 0 { return .message("no rows") }
    let picture = ChartSVG(try drawn.chart())
    let text = picture.lines.joined(separator: "\n") + "\n"
    try writeFile(path) { try ByteText.write(text, to: $0) }
    let shown = picture.leftOut > 0 ? "\(groupedDigits(rows.rowCount - picture.leftOut)) of " : ""
    return .message("\(shown)\(counted(rows.rowCount, "row")) drawn")
  }
}
