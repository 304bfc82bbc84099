import Binding
import Diagnostics
import Files
import Rendering
import Session
import Storage
import Syntax

/// `fetch … chart bar`, `fetch … chart bar to "budgets.svg"`
extension QuerySession {
  /// The outcome of a query that is drawn.
  func draw(_ rows: any ResultRows, _ chart: ChartRequest, to path: FilePathSyntax?) throws
    -> StatementOutcome
  {
    let drawn = ChartedRows(rows, chart, settings.timeZone, cancellation)
    guard let path else { return .drawn(drawn) }
    // A picture of something is not replaced by one of nothing.
    if rows.rowCount == 0 { return .message("no rows") }
    let chart = try drawn.chart()
    let picture = ChartSVG(chart)
    let count = picture.drawnCount
    if count == 0 {
      let reason =
        "nothing can be drawn, so no file is written: no row that is shown has a finite value"
      return .message(([reason] + chart.notes).joined(separator: "\n"))
    }
    let text = picture.lines.joined(separator: "\n") + "\n"
    try writeFile(path) { try ByteText.write(text, to: $0) }
    let shown = count < rows.rowCount ? "\(groupedDigits(count)) of " : ""
    let told = "\(shown)\(counted(rows.rowCount, "row")) drawn"
    return .message(([told] + chart.notes).joined(separator: "\n"))
  }
}
