import Foundation
import TestSupport
import Testing

/// Lessons in the interactive shell.
@Suite struct LessonSessionTests {
  /// Types a line; waits for a text and for the prompt after it.
  private func answer(
    _ shell: ShellSession,
    _ line: String,
    _ text: String,
    prompt: String = "lesson>",
    at location: SourceLocation = #_sourceLocation
  ) {
    shell.type(line + "\r")
    shell.wait(for: "\(text) after \(line)", at: location) {
      shell.hasTakenEnter && $0.text.contains(line) && $0.text.contains(text)
        && $0.lastLine == prompt
    }
  }

  @Test func aWholeLesson() throws {
    let shell = try ShellSession("--demo", rows: 100)
    answer(shell, ".lesson 2", "Task 1 of 4: Find the budgets with a limit")
    #expect(shell.screen.text.contains("Lesson 2: Predicates and nil"))
    #expect(shell.screen.text.contains("your own"))
    answer(shell, ".models", "3 rows")
    #expect(!shell.screen.text.contains("not yet"))
    answer(shell, "fetch Budget where limit between 500 and 900", "is exactly 500.")
    let screen = shell.screen.text
    #expect(screen.contains("not yet: 1 record should not be found. `between`"), "\(screen)")
    #expect(screen.contains("Budget#5 Car"), "\(screen)")
    answer(shell, ".lesson hint", "hint: Join two conditions with `and`.")
    answer(shell, "hint", "hint: \"Above\" is `>`")
    answer(shell, ".lesson hint", "one answer:")
    answer(
      shell,
      "fetch Budget where limit <= 900 and 500 < limit select name",
      "right. `between 500 and"
    )
    #expect(shell.screen.text.contains("Task 2 of 4: Find the budgets without an owner."))
    answer(shell, "fetch Budget where ower is nil", "did you mean `owner`?")
    answer(shell, ".lesson skip", "Task 3 of 4:")
    #expect(shell.screen.text.contains("fetch Budget where owner is nil"))
    answer(shell, "fetch Budget where owner != 'Zoë'", "Task 4 of 4:")
    answer(shell, "fetch Expense where not (date >= 2026-02-01)", "this was the last task")
    answer(shell, "fetch Expense", "61 rows")
    answer(shell, ".lesson hint", "`.lesson 3` is the next")
    answer(shell, ".lesson", "predicates ")
    #expect(
      shell.screen.text.contains(#/predicates +│ +4 │ +3 │ Predicates and nil/#),
      "\(shell.screen.text)"
    )
    answer(shell, ".lesson predicates", "Task 2 of 4:")
    answer(shell, ".lesson predicates 4", "Task 4 of 4:")
    answer(shell, ".lesson stop", "continues there", prompt: "martlet>")
    shell.type("\u{04}")
    #expect(shell.waitForExit() == 0)
    #expect(
      try shell.folder.text("martlet/lessons") == "predicates 1\npredicates 3\npredicates 4\n"
    )
  }

  /// Statements after a correct answer run in the lesson's store, and do not answer the next task.
  @Test func statementsAfterACorrectAnswerRunInTheLesson() throws {
    let shell = try ShellSession("--demo", rows: 100)
    answer(shell, ".lesson 1", "Task 1 of 4:")
    answer(shell, "fetch Budget; fetch Budget select name, limit", "Task 2 of 4:")
    #expect(!shell.screen.text.contains("Columns can be any expressions"))
    answer(shell, ".lesson 1 4", "Task 4 of 4:")
    answer(shell, "count User; delete all Budget; count Budget", "this was the last task")
    #expect(
      shell.screen.text.contains("59 deleted: 12 Budget, 47 Expense by cascade\n0\n\nthis was")
    )
    answer(shell, "count Budget where true", "where true\n0\nlesson>")
    answer(shell, ".lesson stop", "lesson ended", prompt: "martlet>")
    #expect(shell.run("count Budget where 1 == 1").hasSuffix("\n12\nmartlet>"))
    answer(shell, ".lesson 1 4", "Task 4 of 4:")
    answer(shell, "count User; fetch Nothing", "this was the last task")
    answer(shell, "stop", "its store is closed", prompt: "martlet>")
    #expect(!shell.run(".stores").contains("│ lesson"))
  }

  /// Behind the last task the store of the lesson stays, so that `undo` takes back what was done there and nowhere else.
  @Test func undoAfterTheLastTaskAffectsTheLesson() throws {
    let shell = try ShellSession("--demo", rows: 100)
    answer(shell, "update Budget#1 set limit = 7", "1 updated", prompt: "martlet>")
    answer(shell, ".lesson models 4", "Task 4 of 4:")
    answer(shell, "delete Budget where name == 'Gifts'", "`.lesson 10` is the next")
    answer(shell, "undo", "undone: delete Budget")
    answer(shell, "count Budget", "count Budget\n12\nlesson>")
    answer(shell, ".lesson 10", "Task 1 of 5:")
    answer(shell, ".lesson stop", "continues there", prompt: "martlet>")
    answer(shell, "fetch Budget where limit == 7 select name", "1 row", prompt: "martlet>")
  }

  /// What a lesson says is for the person, and no part of what is written to a file.
  @Test func messagesGoToTheTerminalAndResultsToTheFile() throws {
    let shell = try ShellSession("--demo", rows: 100, columns: 200)
    let path = shell.folder.file("found.txt")
    let redirected = "lesson [found.txt]>"
    answer(shell, ".lesson 1", "Task 1 of 4:")
    answer(shell, ".output \(path)", "Task 1 of 4:", prompt: redirected)
    answer(
      shell,
      "fetch Budget where limit > 4000",
      "not yet: 11 records are missing",
      prompt: redirected
    )
    answer(shell, "fetch Budget", "Task 2 of 4:", prompt: redirected)
    answer(shell, ".output", "Task 2 of 4:")
    let text = try shell.folder.text("found.txt")
    #expect(text.contains("Rainy days") && !text.contains("right.") && !text.contains("not yet"))
  }

  @Test func allLessonsAreShownByThePager() throws {
    let folder = try TemporaryFolder()
    let shell = try ShellSession(
      folder: folder,
      environment: ["PAGER": "tee \(folder.file("paged")) | wc -l"]
    )
    let screen = shell.run(".lesson all")
    #expect(!screen.contains("Lesson 1"), "\(screen)")
    let paged = try folder.text("paged")
    #expect(paged.hasPrefix("Lesson 1: The first fetch\n") && paged.contains("\nLesson 10: "))
    #expect(paged.contains("│ Rainy days"))
    #expect(shell.run("= 6 * 7").hasSuffix("\n42\nmartlet>"))
  }

  @Test(arguments: ["head -3", "/nonexistent/pager"])
  func pagerMayExitOrBeMissing(pager: String) throws {
    let shell = try ShellSession(rows: 30, environment: ["PAGER": pager])
    shell.type(".lesson all\r")
    shell.waitForPrompt()
    let screen = shell.screen.text
    #expect(
      screen.contains(
        pager == "head -3" ? "The demo has three models" : "`undo` reverts a `restore`."
      )
    )
    #expect(shell.run("= 6 * 7").hasSuffix("\n42\nmartlet>"))
  }

  @Test func changesStayInTheLesson() throws {
    let shell = try ShellSession("--demo", rows: 100)
    answer(shell, ".lesson history", "Task 1 of 5:")
    answer(shell, "update Budget#4 set limit = 1500", "not yet: `fetch Budget where name ==")
    #expect(shell.screen.text.contains("`undo` reverts"))
    answer(shell, "update Budget#4 set limit = 1600", "Task 2 of 5:")
    answer(shell, ".lesson skip", "Task 3 of 5:")
    answer(shell, "undo", "returns 1500, but")
    #expect(shell.screen.text.components(separatedBy: "`undo` reverts the last").count == 2)
    answer(shell, "undo", "Task 4 of 5:")
    answer(shell, "begin", "changes are pending")
    #expect(shell.screen.text.components(separatedBy: "not yet").count == 3)
    answer(shell, "update all Budget set limit = 1", "Task 5 of 5:", prompt: "lesson*>")
    shell.type("use memory\r")
    shell.waitForPrompt()
    #expect(shell.run("count Budget where limit == 1").contains("\n0\n"))
    shell.type("\u{04}")
    #expect(shell.waitForExit() == 0)
    #expect(!shell.screen.text.contains("warning"))
  }

  @Test func skippedTaskIsAppliedToTheStore() throws {
    let shell = try ShellSession(rows: 100)
    answer(shell, ".lesson models", "Task 1 of 4:")
    answer(shell, ".lesson skip", "Task 2 of 4:")
    #expect(shell.screen.text.contains("model Trip {"))
    answer(shell, "insert Trip name: 'Oslo', price: 900", "Task 3 of 4:")
    answer(shell, ".close", "the lesson ended because its store was closed", prompt: "martlet>")
    answer(shell, ".lesson hint", "no lesson is in progress", prompt: "martlet>")
  }

  @Test(arguments: ["damaged", "unwritable"])
  func unsavedProgressIsNotAnError(kind: String) throws {
    let folder = try TemporaryFolder()
    if kind == "unwritable" {
      try folder.write("no folder", to: "martlet")
    } else {
      try FileManager.default.createDirectory(
        atPath: folder.file("martlet/lessons"),
        withIntermediateDirectories: true
      )
    }
    let shell = try ShellSession(rows: 100, folder: folder)
    answer(shell, ".lesson first", "Task 1 of 4:")
    answer(shell, "fetch Budget", "Task 2 of 4:")
    answer(shell, ".lesson stop", "continues there", prompt: "martlet>")
    answer(shell, ".lesson 1", "Task 2 of 4:")
  }

  @Test func twoShellsShareTheirProgress() throws {
    let folder = try TemporaryFolder()
    let shells = try (0..<2).map { _ in try ShellSession(rows: 100, folder: folder) }
    for shell in shells { answer(shell, ".lesson first", "Task 1 of 4:") }
    answer(shells[0], "fetch Budget", "Task 2 of 4:")
    answer(shells[1], "fetch Budget", "Task 2 of 4:")
    answer(shells[1], "fetch Budget select name, limit", "Task 3 of 4:")
    answer(shells[0], ".lesson first", "Task 3 of 4:")
    #expect(try folder.text("martlet/lessons") == "first 1\nfirst 2\n")
  }

  @Test func safeModeKeepsNoFile() throws {
    let shell = try ShellSession("--safe", rows: 100)
    answer(shell, ".lesson first", "Task 1 of 4:")
    answer(shell, "fetch Budget", "Task 2 of 4:")
    #expect(!FileManager.default.fileExists(atPath: shell.folder.file("martlet/lessons")))
  }

  @Test func theNextLessonIsNamed() throws {
    let folder = try TemporaryFolder()
    let shell = try ShellSession(rows: 100, folder: folder)
    answer(shell, ".lesson", "`.lesson 1` starts the first one", prompt: "martlet>")
    try folder.write("first 1\n", to: "martlet/lessons")
    answer(shell, ".lesson", "`.lesson 1` continues `first`", prompt: "martlet>")
    try folder.write("first 1\nfirst 2\nfirst 3\nfirst 4\n", to: "martlet/lessons")
    answer(shell, ".lesson", "`.lesson 2` starts the next one", prompt: "martlet>")
  }

  /// No word is broken where the terminal is narrow.
  @Test func textsFitNarrowTerminals() throws {
    let shell = try ShellSession(rows: 100, columns: 40)
    shell.type(".lesson 2\r")
    shell.wait(for: "the task") { $0.text.contains("Task 1 of 4:") && $0.lastLine == "lesson>" }
    let text = shell.screen.text
    #expect(
      text.contains("\nThis is a fresh demo in memory, in a\nstore named `lesson`;"),
      "\(text)"
    )
  }

  @Test func argumentsAreCompleted() throws {
    let shell = try ShellSession(rows: 100)
    shell.type(".lesson agg\t")
    shell.wait(for: "the name") { $0.lastLine == "martlet> .lesson aggregates" }
    shell.type("\u{03}")
    shell.waitForPrompt()
    shell.type(".lesson h\t")
    shell.wait(for: "both") { $0.text.contains("hint") && $0.text.contains("history") }
  }
}
