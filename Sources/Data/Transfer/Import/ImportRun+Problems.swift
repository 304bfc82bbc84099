import Context
import Diagnostics
import Formats
import Model
import Session
import Storage

/// What is wrong with records, and what becomes of them then.
extension ImportRun {
  func checkRefusals(_ conversion: ImportConversion, _ batch: ImportBatch) throws {
    guard !conversion.refusals.isEmpty else { return }
    var (findings, helps): ([FileFindings.Finding], [String]) = ([], [])
    for refusal in conversion.refusals.prefix(ImportReport.mostTold) {
      if let column = refusal.path.first, refusal.isAboutName,
        let problem = batch.problem(ofColumn: column, refusal.message)
      {
        findings.append(problem.finding)
      } else if let row = refusal.row {
        let problem = RowProblem(row: row, path: refusal.path, message: refusal.message)
        findings += batch.problems([problem]).map(\.finding)
      } else {
        findings.append(FileFindings.Finding(refusal.message, file: order.paths[0]))
      }
      if let help = refusal.help, !helps.contains(help) { helps.append(help) }
    }
    throw FileFindings(findings, help: helps)
  }

  func refusal(_ message: String, _ help: String?) -> any Error {
    FileFindings([.init(message, file: order.paths[0])], help: help.map { [$0] } ?? [])
  }

  /// The tables without what is bad, which is noted.
  func leavingOut(
    _ problems: [RowProblem],
    of tables: [ImportedTable],
    _ batch: ImportBatch
  ) -> [ImportedTable] {
    report.leaveOut(problems, of: tables, batch)
  }
}

extension ImportReport {
  /// The tables without what is bad, which is noted.
  mutating func leaveOut(
    _ problems: [RowProblem],
    of tables: [ImportedTable],
    _ batch: ImportBatch
  ) -> [ImportedTable] {
    guard !problems.isEmpty else { return tables }
    var bad = Set(problems.map(\.row))
    note(problems, batch, recordCount: bad.count)
    // Who leads to a record that is left out leads nowhere, and is left out too.
    let followers = tables.followers(of: bad).map { row in
      RowProblem(row: row, path: [], message: "it leads to a record that is left out")
    }
    note(followers, batch, recordCount: followers.count)
    bad.formUnion(followers.map(\.row))
    return tables.leavingOut(bad)
  }
}

extension ImportRun {
  /// Whether the records may be added batch by batch: what is checked of them says nothing else then.
  func mayBeDivided(_ context: ModelContext) -> Bool {
    let destinations = matches.map(\.destination.name)
    if destinations.contains(entity.name) { return false }
    return context.checksEachRecordAlone([entity.name] + destinations)
  }

  /// What was done, with what could not be read of the files.
  func finished(_ files: [RecordFile]) -> ImportReport {
    var report = report
    report.note(unread: files.flatMap(\.skipped))
    return report
  }
}
