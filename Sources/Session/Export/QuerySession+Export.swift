import Binding
import Context
import Diagnostics
import Execution
import Formats
import Model
import Planning
import Rendering
import Storage
import Syntax

/// `export (fetch Budget where spent > limit) to "over.csv"`, `export all to "budgets.sql"`
extension QuerySession {
  /// Writes a result, or the whole store, to a file, which takes its place when it is whole.
  func export(_ statement: ExportStatement) throws -> StatementOutcome {
    try refuseFile(statement.path)
    let format = try ExportFormat.named(by: statement)
    if let span = statement.safety, !["csv", "tsv"].contains(format.name) {
      throw DiagnosticList([Diagnostic("`safe csv` is for csv and tsv", at: span)])
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
    let request = try binder.bindUndrawnFetch(
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
      // What stands in one table fits what stands in the others.
      let snapshot = try modelContext.snapshot()
      let executor = try executor(over: snapshot)
      try writeFile(statement.path) { sink in
        try ByteText.write(StoreScript.head, to: sink)
        for table in script.tables {
          let rows = try executor.rows(of: executor.plan(table.request))
          try table.writer.write(rows, cancellation: cancellation, to: sink)
        }
        for pairs in script.pairs { try write(pairs, of: snapshot, executor, to: sink) }
        for index in script.indexes { try ByteText.write(index + ";\n", to: sink) }
        try ByteText.write(StoreScript.tail, to: sink)
      }
    default:
      throw DiagnosticList([
        Diagnostic(
          "a whole store is written as json or sql",
          at: statement.format?.span ?? statement.path.span,
          help: [
            "one model is written by `export (fetch \(schema.entities.first?.name ?? "Model")) to …`"
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
  /// Writes a table of the records that a many-to-many relationship links.
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

/// The pairs of records that a many-to-many relationship links, owner by owner.
private final class PairRows: ResultRows {
  let headers: [ResultHeader]
  let rowCount: Int
  private let pairs: StoreScript.Pairs
  private let owners: [Int64]
  private let lists: MemberLists
  private let snapshot: any StoreSnapshot

  init(
    _ pairs: StoreScript.Pairs,
    owners: [Int64],
    _ lists: MemberLists,
    _ snapshot: any StoreSnapshot
  ) {
    (self.pairs, self.owners, self.lists, self.snapshot) = (pairs, owners, lists, snapshot)
    headers = pairs.names.map {
      ResultHeader(name: $0, type: .record(entity: pairs.entity.name))
    }
    rowCount = lists.members.count
  }

  func rows(_ range: Range<Int>) throws -> ResultBatch {
    var place = firstPlace(endingBehind: range.lowerBound)
    var batchOwners: [Int64] = []
    batchOwners.reserveCapacity(range.count)
    for row in range {
      while lists.starts[place + 1] <= row { place += 1 }
      batchOwners.append(owners[place])
    }
    let ownerIDs = try snapshot.recordIDs(of: pairs.entity.name, at: batchOwners)
    let memberIDs = try snapshot.recordIDs(
      of: pairs.destination.name,
      at: Array(lists.members[range])
    )
    return ResultBatch(
      count: range.count,
      cells: [ownerIDs, memberIDs].map { .values($0.map(Value.record)) }
    )
  }

  /// The place of the owner of a row.
  private func firstPlace(endingBehind row: Int) -> Int {
    var places = owners.indices
    while places.count > 1 {
      let middle = places.lowerBound + places.count / 2
      places = lists.starts[middle] <= row ? middle..<places.upperBound : places.lowerBound..<middle
    }
    return places.lowerBound
  }
}
