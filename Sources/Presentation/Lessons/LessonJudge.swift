public import Diagnostics
import Generation
import MemoryStore
import Model
import Rendering
public import Session
import Storage
public import Syntax

/// Says whether statements do what a task of a lesson wants, by what they answer or by what they have changed.
///
/// What is right is found out by the solution: in the learner's own store where it only asks, else in a store of
/// its own that is as the learner's was before the task.
public final class LessonJudge {
  let task: LessonTask
  let session: QuerySession
  private let lesson: Lesson
  private let index: Int
  /// What begins the task anew.
  private let command: String
  /// The answer of the solution on a demo that nobody has changed.
  private var freshAnswer: LessonAnswer?
  /// What the checks answer behind a text that was run in a store of its own.
  var answersBehind: [String: [LessonAnswer.OfCheck]] = [:]

  /// A judge of task `index` of a lesson, whose learner works in `session`.
  public init(_ lesson: Lesson, task index: Int, session: QuerySession) {
    task = lesson.tasks[index]
    (self.lesson, self.index) = (lesson, index)
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
    if let verdict = try verdict(onUnwantedChange: text, outcome) { return verdict }
    let judged = try verdict(onAnswerOf: statement, text, outcome)
    if case .unrelated = judged { return judged }
    guard try isDemoChanged() else { return judged }
    var findings = LessonFindings("the demo in this store was changed, so this tells nothing")
    findings.reason = "`\(command)` restarts the task, on a fresh one."
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
    if case .fetch(let wanted)? = wantedStatement?.kind, wanted.asksForRecords {
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

  /// Whether the solution answers otherwise than on a fresh demo. Behind tasks that change records those of the
  /// learner may be others, but they are not gone.
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

  /// A session of its own, on a demo that is as it should be where the task begins.
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

  /// The word that a statement begins with.
  static func verb(of text: String) -> String {
    text.prefix { $0.isLetter }.lowercased()
  }

  var lastVerb: String { Self.verb(of: task.solution.last ?? "") }
}

// MARK: - Values

extension LessonJudge {
  /// - Parameter isComparable: Whether it is an answer though it begins with another word than the solution.
  private func verdict(
    on answer: LessonAnswer,
    _ verb: String,
    isComparable: Bool
  ) throws -> LessonVerdict {
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
    guard mistake != nil || verb == lastVerb || isComparable else { return .unrelated }
    findings.reason = mistake?.reason ?? ""
    // One row alone would be the answer.
    if wanted.rowCount > 1 { findings.trace = Self.differences(answer, wanted) }
    return .wrong(findings)
  }

  /// Whether a statement answers with one row of the model that is asked, as the solution does: `fetch User select count()`
  /// beside `count User`.
  private func isComparable(_ statement: Statement, _ answer: LessonAnswer) -> Bool {
    guard answer.rowCount == 1, let own = statement.valuesQuery,
      let wanted = wantedStatement?.valuesQuery
    else { return false }
    return own.entity.text == wanted.entity.text && own.groupKeys.isEmpty
      && wanted.groupKeys.isEmpty
      && wanted.sort.isEmpty
  }

  /// The first row that should not be there and the first that is missing, or the first that stands elsewhere; nil where
  /// neither can be said.
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

  /// What is wrong with the names of the columns, where the task is about these and the rows are right.
  private func misnaming(_ answer: LessonAnswer, _ wanted: LessonAnswer) -> LessonFindings? {
    guard !task.namedColumns.isEmpty,
      let (own, wanted) = answer.otherName(
        than: wanted,
        among: task.namedColumns,
        isOrdered: task.isOrdered
      )
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
      return "this would change other records than the task asks for"
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
      : wanted.rowCount == 1 ? otherValues(answer, wanted) : "not all rows are right"
  }

  /// Which values of the only row are others.
  private static func otherValues(_ answer: LessonAnswer, _ wanted: LessonAnswer) -> String {
    let columns = answer.otherColumns(than: wanted)
    if answer.columnCount == 1 || columns.contains("") { return "this is another value" }
    let names = columns.map { "`\($0)`" }.joined(separator: " and ")
    return "\(names) \(columns.count == 1 ? "is another value" : "are other values")"
  }
}

extension QuerySession {
  /// Fills a new store with the demo, as it is where task `index` of a lesson begins.
  func loadDemo(for lesson: Lesson, task index: Int) throws(SessionError) {
    try loadDemo()
    for statement in lesson.setup { _ = try runScript(statement, name: "lesson") }
    for task in lesson.tasks[..<index] where !task.checks.isEmpty {
      _ = try runScript(task.solution.joined(separator: "\n"), name: "lesson")
    }
  }
}

extension Statement {
  /// The query of a statement that asks for values rather than records; nil for others.
  fileprivate var valuesQuery: QuerySyntax? {
    switch kind {
    case .count(let query): query
    case .fetch(let query): query.asksForRecords ? nil : query
    default: nil
    }
  }
}
