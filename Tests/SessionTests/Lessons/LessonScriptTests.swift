import Testing

@testable import Session

/// What is wrong with scripts that are no lessons.
@Suite struct LessonScriptTests {
  private static let task = "// lesson a: A\n// task: T\n"

  private static let faults: [(String, String)] = [
    ("", "a lesson begins with"), ("fetch Budget", "a lesson begins with"),
    ("// lesson a: A\n", "there is no task"), ("// lesson: A\n// task: T", "no key: lesson: A"),
    ("// no key", "no key: no key"), ("// lesson a: A\nfetch Budget", "a task comes first"),
    ("// lesson a: A\n// hint: H", "a task comes first"), (task, "no solution: T"),
    (task + "// because: B\nfetch Budget", "`because` here: B"),
    (task + "// rows: somehow\nfetch Budget", "`rows` here: somehow"),
    (task + "// columns: no\nfetch Budget", "`columns` here: no"),
    (task + ".models\n", "only statements"), (task + "fetch Budget where\n", "only statements"),
    (task + "/* x */ fetch Budget", "no comment: /* x */"),
    (task + "fetch Budget\n// lesson b: B", "`lesson` here: B"),
  ]

  @Test(arguments: faults)
  func faultsAreNamed(text: String, message: String) {
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
      // task: Do
      //   this.
      // hint: H1
      // hint: H2
      // rows: in order
      // columns: by name
      fetch Budget
        sort name
      // also: fetch Budget sort name asc
      // wrong: count Budget
      // because: No.
      // check: count Expense

      // task: Next.
      begin
      rollback
      """
    ).lesson()
    #expect(lesson.name == "a" && lesson.title == "The title")
    #expect(lesson.introduction == "One: two\n\nThree.")
    #expect(lesson.tasks.map(\.text) == ["Do\nthis.", "Next."])
    let task = lesson.tasks[0]
    #expect(task.hints == ["H1", "H2"] && task.isOrdered && task.checks == ["count Expense"])
    #expect(task.areColumnsNamed && !lesson.tasks[1].areColumnsNamed)
    #expect(task.solution == ["fetch Budget\n  sort name"])
    #expect(task.alternatives == ["fetch Budget sort name asc"])
    #expect(task.mistakes.map(\.statement) == ["count Budget"])
    #expect(task.mistakes.map(\.reason) == ["No."])
    #expect(lesson.tasks[1].solution == ["begin", "rollback"] && !lesson.tasks[1].isOrdered)
  }
}
