import Diagnostics
import Explaining
import Model
import Rendering
import Session
import Storage
import Syntax

/// Judges tasks that trace a condition.
extension LessonJudge {
  /// Compares how the condition evaluates for every record, ignoring order and columns.
  func verdict(onTrace statement: Statement, _ wanted: QuerySyntax) throws -> LessonVerdict {
    if case .fetch(let query) = statement.kind { return try verdict(onUntraced: query, wanted) }
    guard case .trace(let query) = statement.kind else { return .unrelated }
    var all = wanted
    (all.predicate, all.limit, all.offset) = (nil, nil, nil)
    // The solution throws the reason.
    guard let records = session.foundRecords(of: all) else {
      _ = try session.runScript(task.solution.joined(separator: "\n"), name: "lesson")
      return .unrelated
    }
    for record in records {
      guard let expected = try session.traceTree(wanted, of: record) else { continue }
      guard let own = try session.traceTree(query, of: record) else {
        return .wrong(LessonFindings("the task asks for a trace of \(wanted.entity.text)"))
      }
      if TraceShape(own.tree) != TraceShape(expected.tree) {
        let isSameResult = own.isFound == expected.isFound
        return .wrong(try findings(own.tree, expected.tree, isSameResult: isSameResult))
      }
    }
    return .right
  }

  private func findings(
    _ own: ReportTree,
    _ expected: ReportTree,
    isSameResult: Bool
  ) throws -> LessonFindings {
    var findings = LessonFindings(
      isSameResult
        ? "the result is right, but parts of the condition differ from the task's"
        : "the condition differs from the task's and has another result"
    )
    let mistake = try task.mistakes.first { mistake in
      guard case .trace(let query)? = Self.parsed(mistake.statement)?.kind else { return false }
      let trees = try traces(query)
      return trees.contains { $0.label == own.label && TraceShape($0) == TraceShape(own) }
    }
    findings.reason = mistake?.reason ?? ""
    findings.trace = Report([
      Report.Section("in your trace", [.tree([own])]),
      Report.Section("should be", [.tree([expected])]),
    ])
    return findings
  }

  private func traces(_ query: QuerySyntax) throws -> [ReportTree] {
    var all = query
    all.predicate = nil
    return try (session.foundRecords(of: all) ?? []).compactMap {
      try session.traceTree(query, of: $0)?.tree
    }
  }

  /// A fetch of the same records only lacks `trace`; others are unrelated.
  private func verdict(
    onUntraced query: QuerySyntax,
    _ wanted: QuerySyntax
  ) throws -> LessonVerdict {
    guard query.predicate != nil, let own = session.foundRecords(of: query),
      let expected = session.foundRecords(of: wanted), Set(own) == Set(expected)
    else { return .unrelated }
    return .wrong(LessonFindings("the task asks for a trace: write `trace` before the fetch"))
  }
}

/// The outcome of a condition, however it is written: `limit < spent` equals `spent > limit`.
private struct TraceShape: Hashable {
  private let text: String
  private let parts: [TraceShape]

  /// The shape of a tree, without the texts of conditions, which can be written in several ways.
  init(_ tree: ReportTree) {
    let isJunction = ["and", "or"].contains(tree.label)
    text = (tree.isTest && !isJunction ? "" : tree.label) + "\u{0}" + tree.detail
    let parts = tree.children.map(Self.init)
    self.parts = isJunction ? parts : parts.sorted { $0.text < $1.text }
  }
}
