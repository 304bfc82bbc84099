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

/// `export (fetch Budget where spent > limit) to "over.csv"`, `export all to "budgets.sql"`
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
      query.selection == nil ? query.entity.text : EntityName.name(forFile: statement.path.text)
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
    let executor = try executor()
    return try executor.rows(of: executor.plan(request))
  }

  private func exportAll(
    _ statement: ExportStatement,
    _ format: ExportFormat
  ) throws -> StatementOutcome {
    let counts = try schema.asStored.entities.map {
      try rowCount(of: FetchRequest(entity: $0.name))
    }
    switch format.name {
    case "json":
      try writeFile(statement.path) { try dump(to: $0) }
    case "sql":
      let script = try StoreScript(schema)
      try writeFile(statement.path) { try write(script, to: $0) }
    default:
      throw DiagnosticList([
        Diagnostic(
          "a whole store can only be exported as json or sql",
          at: statement.format?.span ?? statement.path.span,
          help: [
            "`export (fetch \(schema.entities.first?.name ?? "Model")) to …` exports one model"
          ]
        )
      ])
    }
    let total = counts.reduce(0, +)
    let models = counts.count { $0 > 0 }
    return .message("\(counted(total, "record")) of \(counted(models, "model")) exported")
  }
}

extension QuerySession {
  /// Writes all tables from one snapshot, so that they are consistent.
  fileprivate func write(_ script: StoreScript, to sink: ByteSink) throws {
    let snapshot = try modelContext.snapshot()
    let executor = try executor(over: snapshot)
    try ByteText.write(StoreScript.head, to: sink)
    for table in script.tables {
      let rows = try executor.rows(of: executor.plan(table.request))
      try table.writer.write(rows, cancellation: cancellation, to: sink)
    }
    for pairs in script.pairs { try write(pairs, of: snapshot, executor, to: sink) }
    for index in script.indexes { try ByteText.write(index + ";\n", to: sink) }
    try ByteText.write(StoreScript.tail, to: sink)
  }

  /// Writes the table of a many-to-many relationship.
  fileprivate func write(
    _ pairs: StoreScript.Pairs,
    of snapshot: any StoreSnapshot,
    _ executor: Executor,
    to sink: ByteSink
  ) throws {
    let plan = executor.plan(FetchRequest(entity: pairs.entity.name))
    let owners = try executor.references(of: plan, first: nil)
    let lists = try snapshot.members(of: pairs.reference, owners: owners)
    try pairs.writer.write(
      PairRows(pairs, owners: owners, lists, snapshot),
      cancellation: cancellation,
      to: sink
    )
  }
}
