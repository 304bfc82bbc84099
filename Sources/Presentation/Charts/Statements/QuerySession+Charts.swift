import Binding
import Diagnostics
import Files
import Rendering
import Session
import Storage
import Syntax

/// `fetch … chart bar`, `fetch … chart bar to "budgets.svg"`
extension QuerySession {
  /// Charts a query, in the terminal or as a file.
  func draw(_ rows: any ResultRows, _ chart: ChartRequest, to path: FilePathSyntax?) throws
    -> StatementOutcome
  {
    let charted = ChartedRows(rows, chart, settings.timeZone, cancellation)
    guard let path else { return .charted(charted) }
    // Do not overwrite an existing file with an empty chart.
    if rows.rowCount == 0 { return .message("no rows") }
    let chart = try charted.chart()
    let picture = ChartSVG(chart)
    let count = picture.drawnCount
    if count == 0 {
      let reason = "no chart, no file written: no shown row has a finite value"
      return .message(([reason] + chart.notes).joined(separator: "\n"))
    }
    let text = picture.lines.joined(separator: "\n") + "\n"
    try writeFile(path) { try ByteText.write(text, to: $0) }
    let shown = count < rows.rowCount ? "\(groupedDigits(count)) of " : ""
    let summary = "\(shown)\(counted(rows.rowCount, "row")) drawn"
    return .message(([summary] + chart.notes).joined(separator: "\n"))
  }
}
