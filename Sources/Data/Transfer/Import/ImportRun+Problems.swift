import Context
import Diagnostics
import Formats
import Model
import Session
import Storage

/// Handling problems of records.
extension ImportRun {
  func checkRefusals(_ conversion: ImportConversion, _ batch: ImportBatch) throws {
    guard !conversion.refusals.isEmpty else { return }
    var (findings, helps): ([FileFindings.Finding], [String]) = ([], [])
    for refusal in conversion.refusals.prefix(ImportReport.shownLimit) {
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
}

extension ImportReport {
  /// The tables without the records that have problems, which are noted.
  mutating func leaveOut(
    _ problems: [RowProblem],
    of tables: [ImportedTable],
    _ batch: ImportBatch
  ) -> [ImportedTable] {
    guard !problems.isEmpty else { return tables }
    var bad = Set(problems.map(\.row))
    note(problems, batch, recordCount: bad.count)
    // Records that reference a skipped record are skipped too.
    let followers = tables.followers(of: bad).map { row in
      RowProblem(row: row, path: [], message: "it references a skipped record")
    }
    note(followers, batch, recordCount: followers.count)
    bad.formUnion(followers.map(\.row))
    return tables.leavingOut(bad)
  }
}

extension ImportRun {
  /// Whether records can be added batch by batch with the same result.
  func mayBeDivided(_ context: ModelContext) -> Bool {
    let destinations = matches.map(\.destination.name)
    if destinations.contains(entity.name) { return false }
    return context.checksEachRecordAlone([entity.name] + destinations)
  }

  /// The report, with the records that could not be read.
  func finished(_ files: [RecordFile]) -> ImportReport {
    var report = report
    report.finish(files)
    return report
  }
}
