import Testing

@testable import Lessons
@testable import Session

/// Errors in invalid lesson scripts.
@Suite struct LessonScriptTests {
  private static let task = "// lesson a: A\n// task: T\n"

  private static let faults: [(String, String)] = [
    ("", "a lesson starts with"), ("fetch Budget", "a lesson starts with"),
    ("// lesson a: A\n", "there is no task"), ("// lesson: A\n// task: T", "no key: lesson: A"),
    ("// no key", "no key: no key"), ("// lesson a: A\nfetch Budget", "a task comes first"),
    ("// lesson a: A\n// hint: H", "a task comes first"), (task, "no solution: T"),
    (task + "// because: B\nfetch Budget", "`because` here: B"),
    (task + "// rows: somehow\nfetch Budget", "`rows` here: somehow"),
    (task + "// columns:\nfetch Budget", "`columns` here: "),
    (task + "// setup: count Budget\nfetch Budget", "`setup` here: count Budget"),
    (task + ".models\n", "can only contain statements"),
    (task + "fetch Budget where\n", "can only contain statements"),
    (task + "/* x */ fetch Budget", "not a comment: /* x */"),
    (task + "fetch Budget\n// lesson b: B", "`lesson` here: B"),
  ]

  @Test(arguments: faults)
  func faultsAreReported(text: String, message: String) {
    let fault = #expect(throws: LessonScript.Fault.self) { try LessonScript(text).lesson() }
    #expect(fault?.message.contains(message) == true, "\(fault?.message ?? "")")
  }

  @Test func aScriptIsRead() throws {
    let lesson = try LessonScript(
      """
      // lesson a: The title
      // One: two
      //
      // Three.
      //
      // setup: delete Budget#1
      // setup: delete Budget#2
      // task: Do
      //   this.
      // hint: H1
      // hint: H2
      // rows: in order
      // columns: owner, n
      fetch Budget
        sort name
      // also: fetch Budget sort name asc
      // wrong: count Budget
      // because: No.
      // check: count Expense
      // because: Yes.

      // task: Next.
      begin
      rollback
      """
    ).lesson()
    #expect(lesson.name == "a" && lesson.title == "The title")
    #expect(lesson.introduction == "One: two\n\nThree.")
    #expect(lesson.tasks.map(\.text) == ["Do\nthis.", "Next."])
    let task = lesson.tasks[0]
    #expect(lesson.setup == ["delete Budget#1", "delete Budget#2"])
    #expect(task.hints == ["H1", "H2"] && task.isOrdered)
    #expect(task.checks.map(\.statement) == ["count Expense"])
    #expect(task.namedColumns == ["owner", "n"] && lesson.tasks[1].namedColumns.isEmpty)
    #expect(task.solution == ["fetch Budget\n  sort name"])
    #expect(task.alternatives == ["fetch Budget sort name asc"])
    #expect(task.mistakes.map(\.statement) == ["count Budget"])
    #expect(task.mistakes.map(\.reason) == ["No."] && task.checks.map(\.reason) == ["Yes."])
    #expect(lesson.tasks[1].solution == ["begin", "rollback"] && !lesson.tasks[1].isOrdered)
  }
}
