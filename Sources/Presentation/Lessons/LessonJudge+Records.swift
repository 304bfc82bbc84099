import Diagnostics
import Explaining
import Model
import Rendering
import Session
import Storage
import Syntax

/// Judges tasks that find records.
extension LessonJudge {
  func verdict(
    onRecords query: QuerySyntax,
    rowCount: Int,
    _ wanted: QuerySyntax
  ) throws -> LessonVerdict {
    let expected = try found(wanted)
    guard let own = session.foundRecords(of: query), own.count == rowCount else {
      let model = wanted.entity.text
      return .wrong(LessonFindings("the task asks for records of \(model)"))
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

  /// Whether records are equal, in the same order if the task requires it.
  private func isSame(_ left: [RecordID], _ right: [RecordID]) -> Bool {
    task.isOrdered ? left == right : Set(left) == Set(right)
  }

  private func found(_ wanted: QuerySyntax) throws -> [RecordID] {
    if let records = session.foundRecords(of: wanted) { return records }
    // Throws the reason.
    _ = try session.runScript(task.solution.joined(separator: "\n"), name: "lesson")
    return []
  }

  private func isOfSameModel(_ own: [RecordID], _ expected: [RecordID]) -> Bool {
    guard let id = own.first, let wanted = expected.first else { return true }
    return id.entity == wanted.entity
  }

  private func difference(_ own: [RecordID], _ expected: [RecordID]) -> String {
    if !isOfSameModel(own, expected), let id = own.first, let wanted = expected.first {
      return "these are records of \(id.entity), but the task asks for \(wanted.entity)"
    }
    let extra = Set(own).subtracting(expected).count
    let missing = Set(expected).subtracting(own).count
    if extra == 0, missing == 0 { return "these are the right records in the wrong order" }
    let tooMany = "\(counted(extra, "record")) should not be found"
    let tooFew = "\(counted(missing, "record")) \(missing == 1 ? "is" : "are") missing"
    return [extra > 0 ? tooMany : nil, missing > 0 ? tooFew : nil].compactMap { $0 }
      .joined(separator: ", ")
  }

  /// A trace of the first record that should not be found and of the first missing one; if there
  /// are none, of the first that is in the wrong place.
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
      guard let record, let (traced, isFound) = try session.traceTree(query, of: record) else {
        continue
      }
      var tree = traced
      let hasCondition = !tree.children.isEmpty
      let isLimited =
        record == missing
        ? !hasCondition || isFound : satisfies(record, wanted)
      if isLimited { try addSortKeys(of: query, record, to: &tree) }
      if isLimited, record == missing {
        tree.remark =
          (hasCondition ? "it satisfies the condition; " : "") + "`limit` or `offset` excludes it"
      } else if isLimited {
        tree.remark = "it should not be among the limited rows"
      } else if record == extra, !hasCondition {
        tree.remark = "without `where`, every record is found"
      }
      sections.append(Report.Section(title, [.tree([tree])]))
    }
    return sections.isEmpty ? nil : Report(sections)
  }

  /// The first row with the wrong record, with its sort keys.
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
      guard var tree = try session.traceTree(query, of: record)?.tree else { return nil }
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

  /// Whether only the `limit` of a fetch excludes a record.
  private func satisfies(_ record: RecordID, _ wanted: QuerySyntax) -> Bool {
    guard wanted.limit != nil else { return false }
    var all = wanted
    (all.limit, all.offset) = (nil, nil)
    return session.foundRecords(of: all)?.contains(record) ?? false
  }
}
