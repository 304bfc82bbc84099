import Demo
public import Diagnostics
import MemoryStore
import Model
import Rendering
public import Session
import Storage
public import Syntax

/// Decides whether statements solve a task, by their answers or by what they changed.
///
/// The solution runs for comparison: in the learner's store if it only queries, otherwise in a
/// separate store in the state before the task.
public final class LessonJudge {
  let task: LessonTask
  let session: QuerySession
  private let lesson: Lesson
  private let index: Int
  /// The command that restarts the task.
  private let command: String
  /// The answer of the solution on an unchanged demo.
  private var freshAnswer: LessonAnswer?
  /// The answers of the checks after running a text in a separate store.
  var answersByText: [String: [LessonAnswer.CheckResult]] = [:]

  /// Creates a judge for a task of a lesson; the learner works in `session`.
  public init(_ lesson: Lesson, task index: Int, session: QuerySession) {
    task = lesson.tasks[index]
    (self.lesson, self.index) = (lesson, index)
    command = ".lesson \(lesson.name) \(index + 1)"
    self.session = session
  }

  /// Judges a statement with `outcome`. Throws if the solution itself fails because the learner
  /// changed the models.
  public func verdict(
    on statement: Statement,
    in source: SourceText,
    outcome: StatementOutcome
  ) throws -> LessonVerdict {
    let text = source.text(in: statement.span)
    if !task.checks.isEmpty { return try verdict(onChange: text, outcome) }
    if let verdict = try verdict(onUnwantedChange: text, outcome) { return verdict }
    let judged = try verdict(onAnswerOf: statement, text, outcome)
    if case .unrelated = judged { return judged }
    guard try isDemoChanged() else { return judged }
    var findings = LessonFindings("the demo data was changed, so the answer cannot be judged")
    findings.reason = "`\(command)` restarts the task with fresh data."
    return .wrong(findings)
  }

  private func verdict(
    onAnswerOf statement: Statement,
    _ text: String,
    _ outcome: StatementOutcome
  ) throws -> LessonVerdict {
    // A value does not query records.
    if case .evaluate = statement.kind { return .unrelated }
    guard let answer = try LessonAnswer(outcome) else { return .unrelated }
    if case .fetch(let wanted)? = wantedStatement?.kind, wanted.queriesRecords {
      guard case .fetch(let query) = statement.kind else { return .unrelated }
      return try verdict(onRecords: query, rowCount: answer.rowCount, wanted)
    }
    if case .trace(let wanted)? = wantedStatement?.kind {
      return try verdict(onTrace: statement, wanted)
    }
    return try verdict(
      on: answer,
      Self.verb(of: text),
      isComparable: isComparable(statement, answer)
    )
  }

  /// Whether the solution's answer differs from that on a fresh demo. After tasks that change
  /// records, these can differ, but must still exist.
  func isDemoChanged() throws -> Bool {
    let solution = task.solution.joined(separator: "\n")
    guard let own = try answer(of: solution), let fresh = try answerOnFreshDemo(to: solution) else {
      return false
    }
    if !own.isReport, lesson.tasks[..<index].contains(where: { !$0.checks.isEmpty }) {
      return own.rowCount == 0 && fresh.rowCount > 0
    }
    return !own.matches(fresh, isOrdered: false)
  }

  private func answerOnFreshDemo(to solution: String) throws -> LessonAnswer? {
    if let freshAnswer { return freshAnswer }
    freshAnswer = try freshSession().runScript(solution, name: "lesson").flatMap {
      try LessonAnswer($0)
    }
    return freshAnswer
  }

  /// A session with a separate demo, in the state before the task.
  func freshSession() throws -> QuerySession {
    let reference = session.fresh(on: InMemoryStore())
    try reference.loadDemo(for: lesson, task: index)
    return reference
  }

  /// The last statement of the solution.
  var wantedStatement: Statement? { Self.parsed(task.solution.last ?? "") }

  static func parsed(_ text: String) -> Statement? {
    var script = ScriptParser(SourceText(name: "", text: text))
    if case .statement(let statement)? = script.next() { return statement }
    return nil
  }

  /// The first word of a statement.
  static func verb(of text: String) -> String {
    text.prefix { $0.isLetter }.lowercased()
  }

  var lastVerb: String { Self.verb(of: task.solution.last ?? "") }
}

// MARK: - Values

extension LessonJudge {
  /// - Parameter isComparable: Whether it is an answer although its first word differs.
  private func verdict(
    on answer: LessonAnswer,
    _ verb: String,
    isComparable: Bool
  ) throws -> LessonVerdict {
    guard let wanted = try self.answer(of: task.solution.joined(separator: "\n")) else {
      return .unrelated
    }
    if answer.matches(wanted, isOrdered: task.isOrdered) {
      return wrongColumnName(answer, wanted).map(LessonVerdict.wrong) ?? .right
    }
    var findings = LessonFindings(Self.difference(answer, wanted))
    let mistake = try task.mistakes.first {
      try self.answer(of: $0.statement)?.matches(answer, isOrdered: task.isOrdered) == true
    }
    guard mistake != nil || verb == lastVerb || isComparable else { return .unrelated }
    findings.reason = mistake?.reason ?? ""
    // A single row would give away the answer.
    if wanted.rowCount > 1 { findings.trace = Self.differences(answer, wanted) }
    return .wrong(findings)
  }

  /// Whether a statement returns one row about the same model as the solution: `fetch User select
  /// count()` and `count User`.
  private func isComparable(_ statement: Statement, _ answer: LessonAnswer) -> Bool {
    guard answer.rowCount == 1, let own = statement.valuesQuery,
      let wanted = wantedStatement?.valuesQuery
    else { return false }
    return own.entity.text == wanted.entity.text && own.groupKeys.isEmpty
      && wanted.groupKeys.isEmpty
      && wanted.sort.isEmpty
  }

  /// The first extra and the first missing row, or the first in the wrong place; nil if there is
  /// none.
  static func differences(_ answer: LessonAnswer, _ wanted: LessonAnswer) -> Report? {
    guard !wanted.isReport, !answer.isReport else { return nil }
    let (own, other) = answer.differences(from: wanted)
    var rows = [("should not be there", own), ("is missing", other)]
    if own == nil, other == nil, let place = answer.firstDisplaced(from: wanted) {
      rows = [
        ("row \(place.number) is", place.own), ("row \(place.number) should be", place.wanted),
      ]
    }
    let sections = rows.compactMap { title, row in
      row.map { Report.Section(title, [.remark($0)]) }
    }
    return sections.isEmpty ? nil : Report(sections)
  }

  /// The fault of the column names, if the rows are right and the task is about names.
  private func wrongColumnName(_ answer: LessonAnswer, _ wanted: LessonAnswer) -> LessonFindings? {
    guard !task.namedColumns.isEmpty,
      let (own, wanted) = answer.otherName(
        than: wanted,
        among: task.namedColumns,
        isOrdered: task.isOrdered
      )
    else { return nil }
    let place = own.isEmpty ? "the column" : "the column `\(own)`"
    var findings = LessonFindings("the rows are right, but \(place) should be named `\(wanted)`")
    findings.reason = "`as` after an expression names its column."
    return findings
  }

  private func answer(of text: String) throws -> LessonAnswer? {
    try session.runScript(text, name: "lesson").flatMap { try LessonAnswer($0) }
  }

  private static func difference(_ answer: LessonAnswer, _ wanted: LessonAnswer) -> String {
    if answer.isReport, wanted.isReport {
      return "this would change different records"
    }
    if answer.columnCount != wanted.columnCount {
      return "the answer has \(counted(answer.columnCount, "column")), but should have "
        + "\(wanted.columnCount)"
    }
    if answer.rowCount != wanted.rowCount {
      return "the answer has \(rows(answer.rowCount)), but should have "
        + groupedDigits(wanted.rowCount)
    }
    return answer.matches(wanted, isOrdered: false)
      ? "these are the right rows in the wrong order"
      : wanted.rowCount == 1 ? otherValues(answer, wanted) : "some rows are wrong"
  }

  /// The wrong values of the only row.
  private static func otherValues(_ answer: LessonAnswer, _ wanted: LessonAnswer) -> String {
    let columns = answer.otherColumns(than: wanted)
    if answer.columnCount == 1 || columns.contains("") { return "this is the wrong value" }
    let names = columns.map { "`\($0)`" }.joined(separator: " and ")
    return "\(names) \(columns.count == 1 ? "is wrong" : "are wrong")"
  }
}

extension QuerySession {
  /// Fills a new store with the demo in the state before task `index`.
  func loadDemo(for lesson: Lesson, task index: Int) throws(SessionError) {
    try loadDemo()
    for statement in lesson.setup { _ = try runScript(statement, name: "lesson") }
    for task in lesson.tasks[..<index] where !task.checks.isEmpty {
      _ = try runScript(task.solution.joined(separator: "\n"), name: "lesson")
    }
  }
}

extension Statement {
  /// The query of a statement that asks for values instead of records; otherwise nil.
  fileprivate var valuesQuery: QuerySyntax? {
    switch kind {
    case .count(let query): query
    case .fetch(let query): query.queriesRecords ? nil : query
    default: nil
    }
  }
}
