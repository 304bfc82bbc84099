import Foundation
import TestSupport
import Testing

/// The lesson about the past, from its beginning to its end.
@Suite struct PastLessonTests {
  private func answer(
    _ shell: ShellSession,
    _ line: String,
    _ text: String,
    at location: SourceLocation = #_sourceLocation
  ) {
    shell.type(line + "\r")
    shell.wait(for: "\(text) behind \(line)", at: location) {
      shell.hasTakenEnter && $0.text.contains(line) && $0.text.contains(text)
        && $0.lastLine == "lesson>"
    }
  }

  @Test func theWholeLesson() throws {
    let shell = try ShellSession("--demo", rows: 120, columns: 100)
    answer(shell, ".lesson past", "Task 1 of 3:")
    answer(
      shell,
      "fetch Budget where name == \"Rent\" select name, limit",
      "This reads the present,"
    )
    answer(shell, "history", "deleted │ Budget#4")
    answer(shell, ".lesson hint", "hint: `fetch Budget as of … where …`")
    answer(
      shell,
      "fetch Budget as of save 0 where name == \"Rent\" select name, limit",
      "Task 2 of 3:"
    )
    answer(shell, "diff since save 0", "This compares all models.")
    answer(shell, "diff Budget between save 0 and now", "Task 3 of 3:")
    answer(
      shell,
      "preview restore Budget where name == \"Rent\" as of save 0",
      "this would restore"
    )
    answer(shell, "restore all Budget as of save 0", "not yet")
    #expect(shell.screen.text.components(separatedBy: "not yet").count == 4)
    answer(shell, "undo", "undone: restore all Budget")
    answer(shell, "restore Budget where name == \"Rent\" as of save 0", "this was the last task")
  }
}
