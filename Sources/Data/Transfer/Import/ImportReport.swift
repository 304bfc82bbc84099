import Diagnostics
import Formats
import Model
import Rendering
import Session

/// The results of an import, in words.
struct ImportReport {
  /// The names of ignored fields.
  private var leftOut: [String] = []
  /// The attributes that are strings because their values have different types.
  var mixed: [String] = []
  /// The numbers that make fields strings.
  var tooLarge: [FileProblem] = []
  /// The name given to a first column that the header lacks.
  private var rowNames: String?
  private var counts: [(entity: String, count: Int)] = []
  private var updatedCount = 0
  private var skipped: [FileProblem] = []
  private var skippedCount = 0
  private var problemCount = 0

  /// The maximum number of problems shown in full.
  static let shownLimit = 20

  /// Removes fields that are reported with their number from ``mixed``.
  mutating func leaveTooLargeOutOfMixed(_ names: [String]) {
    mixed.removeAll(where: names.contains)
  }

  /// Notes ignored fields, each once.
  mutating func note(leftOut names: [String]) {
    leftOut += names.filter { !leftOut.contains($0) }
  }

  /// Notes the records of a batch.
  ///
  /// - Parameters:
  ///   - heldCount: How many of the first table's records existed already.
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

  /// Notes skipped records.
  mutating func note(_ problems: [RowProblem], _ batch: ImportBatch, recordCount: Int) {
    skippedCount += recordCount
    problemCount += problems.count
    guard skipped.count < Self.shownLimit else { return }
    skipped += batch.problems(Array(problems.inOrder.prefix(Self.shownLimit - skipped.count)))
  }

  /// Notes the records that could not be read, and columns without a name.
  mutating func finish(_ files: [RecordFile]) {
    let unread = files.flatMap(\.skipped)
    skippedCount += unread.count
    skipped += unread
    rowNames = files.lazy.compactMap(\.rowNameColumn).first
  }

  /// Whether there is more to report than the number of records.
  var hasNotes: Bool {
    !leftOut.isEmpty || !mixed.isEmpty || !tooLarge.isEmpty || rowNames != nil || skippedCount > 0
  }

  /// Whether there were problems.
  var hasProblems: Bool { problemCount > 0 }

  /// The first problems, and their number.
  var failure: FileFindings {
    let reported = shownProblems.map(\.finding)
    guard problemCount > 1 else { return FileFindings(reported) }
    let records = skippedCount == 1 ? "record" : "records"
    return FileFindings(
      reported,
      furtherCount: problemCount - reported.count,
      help: [
        "nothing was imported; `skip bad` skips the \(groupedDigits(skippedCount)) invalid "
          + "\(records) and imports the others"
      ]
    )
  }

  /// The first problems; those of a single file are in its order.
  private var shownProblems: [FileProblem] {
    guard Set(skipped.map(\.file)).count == 1 else { return Array(skipped.prefix(Self.shownLimit)) }
    let places = skipped.enumerated().map { index, problem in
      (problem.location?.line ?? 0, problem.location?.column ?? 0, index)
    }
    return places.sorted { $0 < $1 }.prefix(Self.shownLimit).map { skipped[$0.2] }
  }

  /// `2 imported into User, 3 into Order; 1 skipped`, and the problems of skipped records.
  func message(isUpdating: Bool) -> String {
    var parts = counts.enumerated().map { index, counted in
      "\(groupedDigits(counted.count)) \(index == 0 ? "imported " : "")into \(counted.entity)"
    }
    if isUpdating {
      parts.insert("\(groupedDigits(updatedCount)) updated", at: min(1, parts.count))
    }
    var line = parts.joined(separator: ", ") + remark
    if skippedCount > 0 { line += "; \(groupedDigits(skippedCount)) skipped" }
    let reported = shownProblems
    let rest = skippedCount - reported.count
    return
      ([line] + (tooLarge.prefix(Self.shownLimit) + reported).map(\.finding.text)
      + (rest > 0 ? ["… and \(groupedDigits(rest)) more"] : []))
      .joined(separator: "\n")
  }

  /// Notes about the inferred types, one per line.
  func typeNotes(of file: String) -> [String] {
    tooLarge.prefix(Self.shownLimit).map(\.finding.text)
      + [mixedNote, rowNamesNote].compactMap { $0 }.map { "\(escapedForTerminal(file)): \($0)" }
  }

  private var mixedNote: String? {
    if mixed.isEmpty { return nil }
    return "\(Self.list(mixed)) \(mixed.count == 1 ? "is" : "are") String: "
      + "the file has values of different types"
  }

  private var rowNamesNote: String? {
    rowNames.map { "the first column has no name in the header, so it is `\($0)`" }
  }

  private var remark: String {
    var text = [mixedNote, rowNamesNote].compactMap { $0 }.map { "; \($0)" }.joined()
    if !leftOut.isEmpty { text += "; ignored \(Self.list(leftOut))" }
    return text
  }

  private static func list(_ names: [String]) -> String {
    let reported = names.prefix(shownLimit).map { "`\($0)`" }.joined(separator: ", ")
    return escapedForTerminal(reported) + (names.count > shownLimit ? ", …" : "")
  }
}

extension [RowProblem] {
  /// The problems in record order.
  fileprivate var inOrder: [RowProblem] {
    enumerated().sorted { ($0.element.row, $0.offset) < ($1.element.row, $1.offset) }.map(\.element)
  }
}

extension ReadTable {
  /// The attributes that are strings because their values have different types, including those
  /// of records in arrays.
  var mixedNames: [String] {
    mixed.map(\.description) + children.flatMap(\.table.mixedNames)
  }
}
