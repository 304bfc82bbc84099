import Context
import Diagnostics
import Formats
import Model
import Storage

/// What is wrong with records, and what becomes of them then.
extension ImportRun {
  func checkRefusals(_ conversion: ImportConversion, _ batch: ImportBatch) throws {
    guard !conversion.refusals.isEmpty else { return }
    var (lines, helps): ([String], [String]) = ([], [])
    for refusal in conversion.refusals.prefix(ImportReport.mostTold) {
      if let column = refusal.path.first, refusal.isAboutName,
        let problem = batch.problem(ofColumn: column, refusal.message)
      {
        lines.append(problem.description)
      } else if let row = refusal.row {
        let problem = RowProblem(row: row, path: refusal.path, message: refusal.message)
        lines += batch.problems([problem]).map(\.description)
      } else {
        lines.append("\(order.paths[0]): error: \(refusal.message)")
      }
      if let help = refusal.help.map({ "help: \($0)" }), !helps.contains(help) {
        helps.append(help)
      }
    }
    throw SessionError.unreadable(lines + helps)
  }

  func refusal(_ message: String, _ help: String?) -> any Error {
    SessionError.unreadable(
      ["\(escapedForTerminal(order.paths[0])): error: \(message)"]
        + (help.map { ["help: \($0)"] } ?? [])
    )
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

/// The numbers that records of an import have got; others may have got some in between.
struct OwnNumbers {
  private var ranges: [String: [Range<Int64>]] = [:]

  /// Adds those of new records.
  mutating func add(_ rows: [RecordRows]) {
    for rows in rows {
      guard case .range(let range) = rows.keys, !range.isEmpty else { continue }
      if let last = ranges[rows.entity]?.last, last.upperBound == range.lowerBound {
        ranges[rows.entity]?.removeLast()
        ranges[rows.entity, default: []].append(last.lowerBound..<range.upperBound)
      } else {
        ranges[rows.entity, default: []].append(range)
      }
    }
  }

  /// Whether a record, of a root entity, is one of these.
  func contains(_ id: RecordID) -> Bool {
    guard case .number(let number) = id.key else { return false }
    return ranges[id.entity]?.contains { $0.contains(number) } ?? false
  }
}

extension ChangeProblem {
  /// The same, where a key that a record of the same import has is one that is given twice.
  func ofOwnRecords(_ numbers: OwnNumbers) -> ChangeProblem {
    guard case .taken(let id, let kind, let attributes, let values, let holder) = self,
      numbers.contains(holder)
    else { return self }
    return .repeated(id, kind: kind, attributes: attributes, values: values, first: holder)
  }
}
