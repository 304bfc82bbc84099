import Diagnostics
import Features
import MemoryStore
import Storage
import Syntax

@testable import Lessons
@testable import Session

/// Answers one task of a lesson, in a store in the expected state.
struct Learner {
  let session: QuerySession
  private let judge: LessonJudge

  init(_ lesson: Lesson, task index: Int) throws {
    session = QuerySession(store: InMemoryStore())
    try session.loadDemo(for: lesson, task: index)
    judge = LessonJudge(lesson, task: index, session: session)
  }

  /// What is said of the last of some statements.
  func verdict(on text: String) throws -> LessonVerdict {
    let source = SourceText(name: "", text: text)
    var script = ScriptParser(source)
    var verdict = LessonVerdict.unrelated
    while let item = script.next() {
      guard case .statement(let statement) = item else { throw Unparsed(text: text) }
      let outcome = try session.run(statement, in: source)
      verdict = try judge.verdict(on: statement, in: source, outcome: outcome)
    }
    return verdict
  }

  struct Unparsed: Error { let text: String }
}

extension LessonVerdict {
  var isRight: Bool { if case .right = self { true } else { false } }
  var isUnrelated: Bool { if case .unrelated = self { true } else { false } }
  var findings: LessonFindings? { if case .wrong(let findings) = self { findings } else { nil } }
}
