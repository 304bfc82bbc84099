import Testing

/// The Tab key.
@Suite struct CompletionKeyTests {
  @Test func aKeywordIsFinished() throws {
    let shell = try ShellSession("--demo")
    shell.type("fet\t")
    shell.wait(for: "the keyword") { $0.lastLine == "martlet> fetch" && $0.cursor.column == 15 }
  }

  @Test func behindFetchOnlyEntitiesAreListed() throws {
    let shell = try ShellSession("--demo")
    shell.type("fetch \t")
    shell.wait(for: "\nBudget   Expense  User\nmartlet> fetch")
    shell.type("E\tlimit 2\r")
    shell.wait(for: "martlet> fetch Expense limit 2")
    shell.wait(for: "2 rows")
  }

  @Test func dotCommandsAndTheirArguments() throws {
    let shell = try ShellSession()
    shell.type(".timer\to\t")
    shell.wait(for: "martlet> .timer o")
    shell.type("n\t\r")
    shell.waitForPrompt()
    shell.run("= 1")
    shell.wait(for: "run time: ")
  }
}
