public import Diagnostics
import MemoryStore
import Model
import Rendering
import Storage
public import Syntax

/// Says whether statements do what a task of a lesson wants, by what they answer or by what they have changed.
///
/// What is right is found out by the solution: in the learner's own store where it only asks, else in a store of
/// its own that is as the learner's was before the task.
public final class LessonJudge {
  let task: LessonTask
  let session: QuerySession
  let earlier: [LessonTask]
  /// What begins the task anew.
  private let command: String
  /// The answer of the solution on a demo that nobody has changed.
  private var freshAnswer: LessonAnswer?
  /// What the checks answer behind a text that was run in a store of its own.
  var answersBehind: [String: [LessonAnswer.OfCheck]] = [:]

  /// A judge of task `index` of a lesson, whose learner works in `session`.
  public init(_ lesson: Lesson, task index: Int, session: QuerySession) {
    task = lesson.tasks[index]
    earlier = Array(lesson.tasks[..<index])
    command = ".lesson \(lesson.name) \(index + 1)"
    self.session = session
  }

  /// What is to be said of a statement that has answered `outcome`. Throws where the solution itself fails, as
  /// the learner has changed the models.
  public func verdict(
    on statement: Statement,
    in source: SourceText,
    outcome: StatementOutcome
  ) throws -> LessonVerdict {
    let text = source.text(in: statement.span)
    if !task.checks.isEmpty { return try verdict(onChange: text, outcome) }
    let judged = try verdict(onAnswerOf: statement, text, outcome)
    if case .unrelated = judged { return judged }
    guard try isDemoChanged() else { return judged }
    var findings = LessonFindings("the demo in this store was changed, so this tells nothing")
    findings.reason = "`\(command)` begins the task anew, on a fresh one."
    return .wrong(findings)
  }

  private func verdict(
    onAnswerOf statement: Statement,
    _ text: String,
    _ outcome: StatementOutcome
  ) throws -> LessonVerdict {
    // A value that is typed asks nothing of the records.
    if case .evaluate = statement.kind { return .unrelated }
    guard let answer = try LessonAnswer(outcome) else { return .unrelated }
    if case .fetch(let wanted)? = Self.parsed(task.solution.last ?? "")?.kind, wanted.asksForRecords
    {
      guard case .fetch(let query) = statement.kind else { return .unrelated }
      return try verdict(onRecords: query, rowCount: answer.rowCount, wanted)
    }
    return try verdict(on: answer, Self.verb(of: text))
  }

  /// Whether the solution answers otherwise than on a fresh demo. Behind tasks that change records those of the
  /// learner may be others, but they are not gone.
  private func isDemoChanged() throws -> Bool {
    let solution = task.solution.joined(separator: "\n")
    guard let own = try answer(of: solution), let fresh = try answerOnFreshDemo(to: solution) else {
      return false
    }
    if earlier.contains(where: { !$0.checks.isEmpty }) {
      return own.rowCount == 0 && fresh.rowCount > 0
    }
    return !own.matches(fresh, isOrdered: false)
  }

  private func answerOnFreshDemo(to solution: String) throws -> LessonAnswer? {
    if let freshAnswer { return freshAnswer }
    let reference = QuerySession(store: InMemoryStore(), settings: session.settings)
    try reference.loadDemo(behind: earlier)
    freshAnswer = try reference.runScript(solution, name: "lesson").flatMap { try LessonAnswer($0) }
    return freshAnswer
  }

  private static func parsed(_ text: String) -> Statement? {
    var script = ScriptParser(SourceText(name: "", text: text))
    if case .statement(let statement)? = script.next() { return statement }
    return nil
  }

  /// The word that a statement begins with.
  static func verb(of text: String) -> String {
    text.prefix { $0.isLetter }.lowercased()
  }

  var lastVerb: String { Self.verb(of: task.solution.last ?? "") }
}

// MARK: - Values

extension LessonJudge {
  private func verdict(on answer: LessonAnswer, _ verb: String) throws -> LessonVerdict {
    guard let wanted = try self.answer(of: task.solution.joined(separator: "\n")) else {
      return .unrelated
    }
    if answer.matches(wanted, isOrdered: task.isOrdered) {
      return misnaming(answer, wanted).map(LessonVerdict.wrong) ?? .right
    }
    var findings = LessonFindings(Self.difference(answer, wanted))
    let mistake = try task.mistakes.first {
      try self.answer(of: $0.statement)?.matches(answer, isOrdered: task.isOrdered) == true
    }
    guard mistake != nil || verb == lastVerb else { return .unrelated }
    let usual =
      answer.isReport ? "The conditions, and the order in which they stand, decide." : ""
    findings.reason = mistake?.reason ?? usual
    findings.trace = Self.trace(answer, wanted)
    return .wrong(findings)
  }

  /// The first row that should not be there, and the first that is missing. Of one row alone nothing is said: it would
  /// be the answer.
  private static func trace(_ answer: LessonAnswer, _ wanted: LessonAnswer) -> Report? {
    guard !wanted.isReport, wanted.rowCount > 1 else { return nil }
    let (own, other) = answer.differences(from: wanted)
    let sections = [("should not be there", own), ("is missing", other)].compactMap { title, row in
      row.map { Report.Section(title, [.remark($0)]) }
    }
    return sections.isEmpty ? nil : Report(sections)
  }

  /// What is wrong with the names of the columns, where the task is about these and the rows are right.
  private func misnaming(_ answer: LessonAnswer, _ wanted: LessonAnswer) -> LessonFindings? {
    guard task.areColumnsNamed,
      let (own, wanted) = answer.otherName(than: wanted, isOrdered: task.isOrdered)
    else { return nil }
    let place = own.isEmpty ? "the column" : "the column `\(own)`"
    var findings = LessonFindings("the rows are right, but \(place) should be called `\(wanted)`")
    findings.reason = "`as` behind an expression says what its column is called."
    return findings
  }

  private func answer(of text: String) throws -> LessonAnswer? {
    try session.runScript(text, name: "lesson").flatMap { try LessonAnswer($0) }
  }

  private static func difference(_ answer: LessonAnswer, _ wanted: LessonAnswer) -> String {
    if answer.isReport, wanted.isReport {
      return "this is about another query, or one whose conditions stand otherwise"
    }
    if answer.columnCount != wanted.columnCount {
      return "the answer has \(counted(answer.columnCount, "column")), and should have "
        + "\(wanted.columnCount)"
    }
    if answer.rowCount != wanted.rowCount {
      return "the answer has \(rows(answer.rowCount)), and should have "
        + groupedDigits(wanted.rowCount)
    }
    return answer.matches(wanted, isOrdered: false)
      ? "the rows are right, their order is not"
      : wanted.rowCount == 1 ? "this is another value" : "not all rows are right"
  }
}

// MARK: - Records

extension LessonJudge {
  private func verdict(
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

  /// How the condition came out for the first record that should not be found, and the first that is missing.
  private func trace(
    _ query: QuerySyntax,
    _ own: [RecordID],
    _ expected: [RecordID],
    _ wanted: QuerySyntax
  ) throws -> Report? {
    let (ownSet, expectedSet) = (Set(own), Set(expected))
    let extra = own.first { !expectedSet.contains($0) }
    let missing = expected.first { !ownSet.contains($0) }
    var sections: [Report.Section] = []
    for (title, record) in [("should not be found", extra), ("is missing", missing)] {
      guard let record, var tree = try session.traceTree(query, of: record) else { continue }
      let hasCondition = !tree.children.isEmpty
      if record == missing, !hasCondition || tree.detail == QueryTrace.found {
        tree.remark =
          (hasCondition ? "the condition holds for it; " : "") + "`limit` or `offset` leaves it out"
      } else if record == extra, fulfils(record, wanted) {
        tree.remark = "it is not among the rows that `limit` is to take"
      }
      sections.append(Report.Section(title, [.tree([tree])]))
    }
    return sections.isEmpty ? nil : Report(sections)
  }

  /// Whether a record is left out by the `limit` of a fetch alone.
  private func fulfils(_ record: RecordID, _ wanted: QuerySyntax) -> Bool {
    guard wanted.limit != nil else { return false }
    var all = wanted
    (all.limit, all.offset) = (nil, nil)
    return session.foundRecords(of: all)?.contains(record) ?? false
  }
}

extension QuerySession {
  /// Fills a new store with the demo, and does what tasks of a lesson want done to it.
  func loadDemo(behind tasks: [LessonTask]) throws(SessionError) {
    try loadDemo()
    for task in tasks where !task.checks.isEmpty {
      _ = try runScript(task.solution.joined(separator: "\n"), name: "lesson")
    }
  }
}
