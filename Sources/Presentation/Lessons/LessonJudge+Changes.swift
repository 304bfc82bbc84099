import Diagnostics
import Model
import Rendering
import Session
import Storage
import Syntax

/// Whether something was changed as a task wants it.
extension LessonJudge {
  /// What changes records, and can be undone.
  private static let changing: Set<String> = ["insert", "update", "upsert", "delete", "generate"]
  /// What else is an attempt; others, as `begin` and `undo`, are steps to one, or back.
  private static let declaring: Set<String> = ["model", "extend", "relate", "save"]

  func verdict(onChange text: String, _ outcome: StatementOutcome) throws -> LessonVerdict {
    guard case .message = outcome.answer else { return .unrelated }
    let wanted = try answers(behind: task.solution.joined(separator: "\n"))
    let own = task.checks.map { LessonAnswer.OfCheck($0.statement, in: session) }
    guard let place = own.indices.first(where: { !own[$0].matches(wanted[$0]) }) else {
      return .right
    }
    let mistake = try task.mistakes.first {
      let answers = try answers(behind: $0.statement)
      return zip(answers, own).allSatisfy { $0.matches($1) }
    }
    let verb = Self.verb(of: text)
    let isChange = Self.changing.contains(verb)
    guard mistake != nil || verb == lastVerb || isChange || Self.declaring.contains(verb) else {
      return .unrelated
    }
    let check = task.checks[place]
    var findings = LessonFindings(Self.checkDifference(check.statement, own[place], wanted[place]))
    let known = mistake?.reason ?? check.reason
    findings.reason =
      known.isEmpty && isChange ? "`undo` takes back what was changed last." : known
    if case .answer(let own) = own[place], case .answer(let wanted) = wanted[place],
      own.onlyValue == nil || wanted.onlyValue == nil
    {
      findings.trace = Self.differences(own, wanted)
    }
    return .wrong(findings)
  }

  /// What is to be said where records were changed, and the task wants to see what would be; nil for others.
  func verdict(
    onUnwantedChange text: String,
    _ outcome: StatementOutcome
  ) throws -> LessonVerdict? {
    guard case .preview? = wantedStatement?.kind, case .message = outcome.answer,
      Self.changing.contains(Self.verb(of: text)), try isDemoChanged()
    else { return nil }
    var findings = LessonFindings(
      "the records are changed, and the task wants to see what would be"
    )
    findings.reason = "`undo` takes that back, and `preview` stands before the statement."
    return .wrong(findings)
  }

  /// What the checks answer once `text` was run where the task begins.
  private func answers(behind text: String) throws -> [LessonAnswer.OfCheck] {
    if let known = answersBehind[text] { return known }
    let reference = try freshSession()
    _ = try reference.runScript(text, name: "lesson")
    let answers = task.checks.map { LessonAnswer.OfCheck($0.statement, in: reference) }
    answersBehind[text] = answers
    return answers
  }

  private static func checkDifference(
    _ check: String,
    _ own: LessonAnswer.OfCheck,
    _ wanted: LessonAnswer.OfCheck
  ) -> String {
    switch (own, wanted) {
    case (.failed(let why), _): "`\(check)` fails" + (why.isEmpty ? "" : ": \(why)")
    case (.preview(false), .preview(true)), (.preview(false), .failed):
      "`\(check)` would go through, and should not"
    case (.preview(true), .preview(false)): "`\(check)` would be refused, and should not be"
    case (.answer(let own), .answer(let wanted)):
      if let own = own.onlyValue, let wanted = wanted.onlyValue {
        "`\(check)` answers \(own), and should answer \(wanted)"
      } else if own.rowCount != wanted.rowCount {
        "`\(check)` answers \(rows(own.rowCount)), and should answer \(rows(wanted.rowCount))"
      } else {
        "`\(check)` does not answer what it should"
      }
    default: "`\(check)` does not answer what it should"
    }
  }

  static func rows(_ count: Int) -> String {
    count == 0 ? "no rows" : counted(count, "row")
  }
}
