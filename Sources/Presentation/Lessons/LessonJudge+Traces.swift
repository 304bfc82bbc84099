import Diagnostics
import Explaining
import Model
import Rendering
import Session
import Storage
import Syntax

/// Whether a trace shows the conditions that a task asks about.
extension LessonJudge {
  /// Compares how the condition comes out for every record, whatever else the fetch says: its order, or its columns.
  func verdict(onTrace statement: Statement, _ wanted: QuerySyntax) throws -> LessonVerdict {
    if case .fetch(let query) = statement.kind { return try verdict(onUntraced: query, wanted) }
    guard case .trace(let query) = statement.kind else { return .unrelated }
    var all = wanted
    (all.predicate, all.limit, all.offset) = (nil, nil, nil)
    // What cannot be found here is told by whoever asks for it.
    guard let records = session.foundRecords(of: all) else {
      _ = try session.runScript(task.solution.joined(separator: "\n"), name: "lesson")
      return .unrelated
    }
    for record in records {
      guard let expected = try session.traceTree(wanted, of: record) else { continue }
      guard let own = try session.traceTree(query, of: record) else {
        return .wrong(LessonFindings("the task asks for a trace of \(wanted.entity.text)"))
      }
      if TraceShape(own) != TraceShape(expected) { return .wrong(try findings(own, expected)) }
    }
    return .right
  }

  private func findings(_ own: ReportTree, _ expected: ReportTree) throws -> LessonFindings {
    let isSameResult = own.detail == expected.detail
    var findings = LessonFindings(
      isSameResult
        ? "the parts of the condition come out otherwise than those of the task's"
        : "this is another condition than the task's: it comes out otherwise"
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
      try session.traceTree(query, of: $0)
    }
  }

  /// A fetch of the same records lacks its `trace`; another one is no answer.
  private func verdict(
    onUntraced query: QuerySyntax,
    _ wanted: QuerySyntax
  ) throws -> LessonVerdict {
    guard query.predicate != nil, let own = session.foundRecords(of: query),
      let expected = session.foundRecords(of: wanted), Set(own) == Set(expected)
    else { return .unrelated }
    return .wrong(LessonFindings("the task wants a `trace`: the word stands before the fetch"))
  }
}

/// How a condition came out, however it is written: `limit < spent` as `spent > limit`.
private struct TraceShape: Hashable {
  private let text: String
  private let parts: [TraceShape]

  /// The shape of a tree; what stands beside operators is dropped, as that may be written in several ways.
  init(_ tree: ReportTree) {
    let isJunction = ["and", "or"].contains(tree.label)
    text = (tree.isTest && !isJunction ? "" : tree.label) + "\u{0}" + tree.detail
    let parts = tree.children.map(Self.init)
    self.parts = isJunction ? parts : parts.sorted { $0.text < $1.text }
  }
}
