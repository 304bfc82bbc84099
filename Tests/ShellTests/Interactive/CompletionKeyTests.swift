import Testing

/// The Tab key.
@Suite struct CompletionKeyTests {
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
