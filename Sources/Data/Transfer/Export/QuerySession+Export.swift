import Binding
import Context
import Diagnostics
import Execution
import Files
import Formats
import Model
import Planning
import Rendering
import Session
import Storage
import Syntax

/// `export (fetch Budget where spent > limit) to "over.csv"`
extension QuerySession {
  /// Writes a result to a file. The file appears once it is complete.
  func export(_ statement: ExportStatement) throws -> StatementOutcome {
    try refuseFile(statement.path)
    let format = try ExportFormat.named(by: statement)
    if let span = statement.safety, !["csv", "tsv"].contains(format.name) {
      throw DiagnosticList([Diagnostic("`safe csv` works only with csv and tsv", at: span)])
    }
    let readsAllRows = readsAllRows
    self.readsAllRows = true
    defer { self.readsAllRows = readsAllRows }
    var rows = try exportedRows(statement.query, isCount: statement.isCount)
    if statement.safety != nil { rows = SpreadsheetSafeRows(rows) }
    try writeFile(statement.path) { sink in
      try format.write(rows, .file(settings), cancellation, sink)
    }
    return .message("\(counted(rows.rowCount, "row")) exported")
  }

  private func exportedRows(_ query: QuerySyntax, isCount: Bool) throws -> any ResultRows {
    if isCount {
      let count = try rowCount(of: binder.bindCount(query))
      return ListedRows(
        headers: [ResultHeader(name: "count", type: .int)],
        rows: [[.int(Int64(count))]]
      )
    }
    let request = try binder.bindFetchWithoutChart(
      query,
      in: "an export",
      help: "it writes rows; `fetch … chart … to \"chart.svg\"` writes a picture"
    )
    return try rows(of: request)
  }
}
