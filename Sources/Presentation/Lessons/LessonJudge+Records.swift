import Diagnostics
import Explaining
import Model
import Rendering
import Session
import Storage
import Syntax

/// Whether records are those that a task asks for.
extension LessonJudge {
  func verdict(
    onRecords query: QuerySyntax,
    rowCount: Int,
    _ wanted: QuerySyntax
  ) throws -> LessonVerdict {
    let expected = try found(wanted)
    guard let own = session.foundRecords(of: query), own.count == rowCount else {
      let model = wanted.entity.text
      return .wrong(LessonFindings("the rows are not records of \(model), which the task asks for"))
    }
    if isSame(own, expected) { return .right }
    var findings = LessonFindings(difference(own, expected))
    guard isOfSameModel(own, expected) else { return .wrong(findings) }
    let mistake = task.mistakes.first { mistake in
      guard case .fetch(let query)? = Self.parsed(mistake.statement)?.kind else { return false }
      return session.foundRecords(of: query).map { isSame($0, own) } ?? false
    }
    findings.reason = mistake?.reason ?? ""
    findings.trace = try trace(query, own, expected, wanted)
    return .wrong(findings)
  }

  /// Whether records are the same, in the same order where the task wants one.
  private func isSame(_ left: [RecordID], _ right: [RecordID]) -> Bool {
    task.isOrdered ? left == right : Set(left) == Set(right)
  }

  private func found(_ wanted: QuerySyntax) throws -> [RecordID] {
    if let records = session.foundRecords(of: wanted) { return records }
    // Says why.
    _ = try session.runScript(task.solution.joined(separator: "\n"), name: "lesson")
    return []
  }

  private func isOfSameModel(_ own: [RecordID], _ expected: [RecordID]) -> Bool {
    guard let id = own.first, let wanted = expected.first else { return true }
    return id.entity == wanted.entity
  }

  private func difference(_ own: [RecordID], _ expected: [RecordID]) -> String {
    if !isOfSameModel(own, expected), let id = own.first, let wanted = expected.first {
      return "these are records of \(id.entity), and the task asks for \(wanted.entity)"
    }
    let extra = Set(own).subtracting(expected).count
    let missing = Set(expected).subtracting(own).count
    if extra == 0, missing == 0 { return "the records are right, their order is not" }
    let tooMany = "\(counted(extra, "record")) should not be found"
    let tooFew = "\(counted(missing, "record")) \(missing == 1 ? "is" : "are") missing"
    return [extra > 0 ? tooMany : nil, missing > 0 ? tooFew : nil].compactMap { $0 }
      .joined(separator: ", ")
  }

  /// How the condition came out for the first record that should not be found, and the first that is missing; else the
  /// first that stands elsewhere.
  private func trace(
    _ query: QuerySyntax,
    _ own: [RecordID],
    _ expected: [RecordID],
    _ wanted: QuerySyntax
  ) throws -> Report? {
    let (ownSet, expectedSet) = (Set(own), Set(expected))
    let extra = own.first { !expectedSet.contains($0) }
    let missing = expected.first { !ownSet.contains($0) }
    if extra == nil, missing == nil { return try displacement(query, own, expected) }
    var sections: [Report.Section] = []
    for (title, record) in [("should not be found", extra), ("is missing", missing)] {
      guard let record, var tree = try session.traceTree(query, of: record) else { continue }
      let hasCondition = !tree.children.isEmpty
      let isLimited =
        record == missing
        ? !hasCondition || tree.detail == QueryTrace.found : fulfils(record, wanted)
      if isLimited { try addSortKeys(of: query, record, to: &tree) }
      if isLimited, record == missing {
        tree.remark =
          (hasCondition ? "the condition holds for it; " : "") + "`limit` or `offset` leaves it out"
      } else if isLimited {
        tree.remark = "it is not among the rows that `limit` is to take"
      } else if record == extra, !hasCondition {
        tree.remark = "there is no `where`, so every record is found"
      }
      sections.append(Report.Section(title, [.tree([tree])]))
    }
    return sections.isEmpty ? nil : Report(sections)
  }

  /// The first row in which another record stands than should, with the keys that it was sorted by.
  private func displacement(
    _ query: QuerySyntax,
    _ own: [RecordID],
    _ expected: [RecordID]
  ) throws -> Report? {
    guard let row = zip(own, expected).enumerated().first(where: { $1.0 != $1.1 }) else {
      return nil
    }
    let number = row.offset + 1
    let rows = [("row \(number) is", row.element.0), ("row \(number) should be", row.element.1)]
    let sections = try rows.compactMap { title, record -> Report.Section? in
      guard var tree = try session.traceTree(query, of: record) else { return nil }
      (tree.detail, tree.children) = ("", [])
      try addSortKeys(of: query, record, to: &tree)
      return Report.Section(title, [.tree([tree])])
    }
    return Report(sections)
  }

  private func addSortKeys(
    of query: QuerySyntax,
    _ record: RecordID,
    to tree: inout ReportTree
  ) throws {
    guard !query.sort.isEmpty, let keys = try session.traceSortKeys(query, of: record) else {
      return
    }
    tree.children.insert(ReportTree("sort", detail: keys), at: 0)
  }

  /// Whether a record is left out by the `limit` of a fetch alone.
  private func fulfils(_ record: RecordID, _ wanted: QuerySyntax) -> Bool {
    guard wanted.limit != nil else { return false }
    var all = wanted
    (all.limit, all.offset) = (nil, nil)
    return session.foundRecords(of: all)?.contains(record) ?? false
  }
}
