import Diagnostics
import Formats
import Model
import Rendering
import Session

/// What an import has done, in words.
struct ImportReport {
  /// The names of fields of which nothing was kept.
  private var leftOut: [String] = []
  /// The attributes that are texts because their values did not go together.
  var mixed: [String] = []
  /// The numbers because of which fields are texts.
  var tooLarge: [FileProblem] = []
  private var counts: [(entity: String, count: Int)] = []
  private var updatedCount = 0
  private var skipped: [FileProblem] = []
  private var skippedCount = 0
  private var problemCount = 0

  /// So many problems are told in full.
  static let mostTold = 20

  /// Fields that are texts because of a number are told with that number alone.
  mutating func leaveTooLargeOutOfMixed(_ names: [String]) {
    mixed.removeAll(where: names.contains)
  }

  /// Notes fields of which nothing was kept, each once.
  mutating func note(leftOut names: [String]) {
    leftOut += names.filter { !leftOut.contains($0) }
  }

  /// Notes the records of a batch.
  ///
  /// - Parameters:
  ///   - heldCount: How many of the first table's were there already.
  ///   - updatedCount: How many of these count as updated.
  mutating func note(_ tables: [ImportedTable], heldCount: Int = 0, updatedCount: Int = 0) {
    self.updatedCount += updatedCount
    for (place, table) in tables.enumerated() {
      let count = table.count - (place == 0 ? heldCount : 0)
      if let known = counts.firstIndex(where: { $0.entity == table.entity }) {
        counts[known].count += count
      } else {
        counts.append((table.entity, count))
      }
    }
  }

  /// Notes records that were left out.
  mutating func note(_ problems: [RowProblem], _ batch: ImportBatch, recordCount: Int) {
    skippedCount += recordCount
    problemCount += problems.count
    guard skipped.count < Self.mostTold else { return }
    skipped += batch.problems(Array(problems.inOrder.prefix(Self.mostTold - skipped.count)))
  }

  /// Notes records that could not be read.
  mutating func note(unread problems: [FileProblem]) {
    skippedCount += problems.count
    skipped += problems
  }

  /// Whether anything was wrong.
  var hasProblems: Bool { problemCount > 0 }

  /// The first problems, and how many there are.
  var failure: FileFindings {
    let told = toldProblems.map(\.finding)
    guard problemCount > 1 else { return FileFindings(told) }
    let records = counted(skippedCount, "record")
    return FileFindings(
      told,
      furtherCount: problemCount - told.count,
      help: [
        "nothing was imported; `skip bad` leaves out the \(records) that "
          + "\(skippedCount == 1 ? "is" : "are") wrong, and takes the others"
      ]
    )
  }

  /// The first problems, those of a single file in its order.
  private var toldProblems: [FileProblem] {
    guard Set(skipped.map(\.file)).count == 1 else { return Array(skipped.prefix(Self.mostTold)) }
    let places = skipped.enumerated().map { index, problem in
      (problem.location?.line ?? 0, problem.location?.column ?? 0, index)
    }
    return places.sorted { $0 < $1 }.prefix(Self.mostTold).map { skipped[$0.2] }
  }

  /// `2 imported into User, 3 into Order; 1 skipped`, and what was skipped.
  func message(isUpdating: Bool) -> String {
    var parts = counts.enumerated().map { index, counted in
      "\(groupedDigits(counted.count)) \(index == 0 ? "imported " : "")into \(counted.entity)"
    }
    if isUpdating {
      parts.insert("\(groupedDigits(updatedCount)) updated", at: min(1, parts.count))
    }
    var line = parts.joined(separator: ", ") + remark
    if skippedCount > 0 { line += "; \(groupedDigits(skippedCount)) skipped" }
    let told = toldProblems
    let rest = skippedCount - told.count
    return
      ([line] + (tooLarge.prefix(Self.mostTold) + told).map(\.finding.text)
      + (rest > 0 ? ["… and \(groupedDigits(rest)) more"] : []))
      .joined(separator: "\n")
  }

  /// What a reader of a file might not expect of the types, a line each.
  func typeNotes(of file: String) -> [String] {
    tooLarge.prefix(Self.mostTold).map(\.finding.text)
      + (mixedNote.map { ["\(escapedForTerminal(file)): \($0)"] } ?? [])
  }

  private var mixedNote: String? {
    if mixed.isEmpty { return nil }
    return "\(Self.list(mixed)) \(mixed.count == 1 ? "is" : "are") String, "
      + "as the file has values of several kinds there"
  }

  private var remark: String {
    var text = mixedNote.map { "; \($0)" } ?? ""
    if !leftOut.isEmpty { text += "; without \(Self.list(leftOut))" }
    return text
  }

  private static func list(_ names: [String]) -> String {
    let told = names.prefix(mostTold).map { "`\($0)`" }.joined(separator: ", ")
    return escapedForTerminal(told) + (names.count > mostTold ? ", …" : "")
  }
}

extension [RowProblem] {
  /// The problems in the order of their records.
  fileprivate var inOrder: [RowProblem] {
    enumerated().sorted { ($0.element.row, $0.offset) < ($1.element.row, $1.offset) }.map(\.element)
  }
}

extension ReadTable {
  /// The attributes that are texts because their values did not go together, with those of records in arrays.
  var mixedNames: [String] {
    mixed.map(\.description) + children.flatMap(\.table.mixedNames)
  }
}
