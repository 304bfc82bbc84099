import Diagnostics
import Model
import Rendering
import Session
import Storage
import Syntax

/// Judges tasks that change something.
extension LessonJudge {
  /// Statements that change records, which `undo` can revert.
  private static let changing: Set<String> = ["insert", "update", "upsert", "delete", "generate"]
  /// Other statements that count as attempts; `begin` and `undo`, for example, do not.
  private static let declaring: Set<String> = ["model", "extend", "relate", "save"]

  func verdict(onChange text: String, _ outcome: StatementOutcome) throws -> LessonVerdict {
    guard case .message = outcome.answer else { return .unrelated }
    let wanted = try answers(after: task.solution.joined(separator: "\n"))
    let own = task.checks.map { LessonAnswer.CheckResult($0.statement, in: session) }
    guard let place = own.indices.first(where: { !own[$0].matches(wanted[$0]) }) else {
      return .right
    }
    let mistake = try task.mistakes.first {
      let answers = try answers(after: $0.statement)
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
      known.isEmpty && isChange ? "`undo` reverts the last change." : known
    if case .answer(let own) = own[place], case .answer(let wanted) = wanted[place],
      own.onlyValue == nil || wanted.onlyValue == nil
    {
      findings.trace = Self.differences(own, wanted)
    }
    return .wrong(findings)
  }

  /// The verdict if the task asks for a preview but records were changed; otherwise nil.
  func verdict(
    onUnwantedChange text: String,
    _ outcome: StatementOutcome
  ) throws -> LessonVerdict? {
    guard case .preview? = wantedStatement?.kind, case .message = outcome.answer,
      Self.changing.contains(Self.verb(of: text)), try isDemoChanged()
    else { return nil }
    var findings = LessonFindings("this changed records, but the task asks for a preview")
    findings.reason = "Revert it with `undo`, and write `preview` before the statement."
    return .wrong(findings)
  }

  /// The answers of the checks after running `text` at the start of the task.
  private func answers(after text: String) throws -> [LessonAnswer.CheckResult] {
    if let known = answersByText[text] { return known }
    let reference = try freshSession()
    _ = try reference.runScript(text, name: "lesson")
    let answers = task.checks.map { LessonAnswer.CheckResult($0.statement, in: reference) }
    answersByText[text] = answers
    return answers
  }

  private static func checkDifference(
    _ check: String,
    _ own: LessonAnswer.CheckResult,
    _ wanted: LessonAnswer.CheckResult
  ) -> String {
    switch (own, wanted) {
    case (.failed(let why), _): "`\(check)` fails" + (why.isEmpty ? "" : ": \(why)")
    case (.preview(false), .preview(true)), (.preview(false), .failed):
      "`\(check)` would succeed, but should fail"
    case (.preview(true), .preview(false)): "`\(check)` would fail, but should succeed"
    case (.answer(let own), .answer(let wanted)):
      if let own = own.onlyValue, let wanted = wanted.onlyValue {
        "`\(check)` returns \(own), but should return \(wanted)"
      } else if own.rowCount != wanted.rowCount {
        "`\(check)` returns \(rows(own.rowCount)), but should return \(rows(wanted.rowCount))"
      } else {
        "`\(check)` does not return the expected answer"
      }
    default: "`\(check)` does not return the expected answer"
    }
  }

  static func rows(_ count: Int) -> String {
    count == 0 ? "no rows" : counted(count, "row")
  }
}
