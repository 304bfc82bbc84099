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

/// `export (fetch Budget where spent > limit) to "over.csv"`, `export all to "budgets.json"`
extension QuerySession {
  /// Writes a result, or the whole store, to a file. The file appears once it is complete.
  func export(_ statement: ExportStatement) throws -> StatementOutcome {
    try refuseFile(statement.path)
    let format = try ExportFormat.named(by: statement)
    if let span = statement.safety, !["csv", "tsv"].contains(format.name) {
      throw DiagnosticList([Diagnostic("`safe csv` works only with csv and tsv", at: span)])
    }
    guard let query = statement.query else { return try exportAll(statement, format) }
    var rows = try exportedRows(query, isCount: statement.isCount)
    if statement.safety != nil { rows = SafeTexts(rows) }
    let name =
      query.selection == nil ? query.entity.text : DerivedName.name(forFile: statement.path.text)
    try writeFile(statement.path) { sink in
      try format.write(rows, name, .file(settings), cancellation, sink)
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

  /// Writes the same file as `.dump`.
  private func exportAll(
    _ statement: ExportStatement,
    _ format: ExportFormat
  ) throws -> StatementOutcome {
    guard format.name == "json" else {
      throw DiagnosticList([
        Diagnostic(
          "a whole store can only be exported as json",
          at: statement.format?.span ?? statement.path.span,
          help: [
            "`export (fetch \(schema.entities.first?.name ?? "Model")) to …` exports one model"
          ]
        )
      ])
    }
    let counts = try schema.asStored.entities.map {
      try rowCount(of: FetchRequest(entity: $0.name))
    }
    try writeFile(statement.path) { try dump(to: $0) }
    let total = counts.reduce(0, +)
    let models = counts.count { $0 > 0 }
    return .message("\(counted(total, "record")) of \(counted(models, "model")) exported")
  }
}
