import Foundation
import TestSupport
import Testing

/// The shell on a real terminal. Each test waits for the expected output.
@Suite struct PromptTests {
  @Test func aStatementIsAnswered() throws {
    let shell = try ShellSession()
    #expect(shell.run("= 20 + 22").contains("\n42\n"))
  }

  @Test func aFailedLineLeavesTheShellUsable() throws {
    let shell = try ShellSession()
    shell.run("= 1 +)")
    #expect(shell.run("= 3 * 3").contains("\n9\n"))
  }

  @Test func thePromptShowsPendingChangesAndTheOutput() throws {
    let folder = try TemporaryFolder()
    let shell = try ShellSession("--demo", columns: 200, folder: folder)
    shell.run("begin")
    #expect(shell.run("update Budget#1 set limit = 1").hasSuffix("\nmartlet*>"))
    #expect(shell.run("save").hasSuffix("\nmartlet>"))
    #expect(shell.run(".output \(folder.file("a.csv"))").hasSuffix("\nmartlet [a.csv]>"))
    #expect(shell.run(".output").hasSuffix("\nmartlet>"))
  }

  @Test func theFirstScreenShowsWhatIsOpen() throws {
    let folder = try TemporaryFolder()
    let people = try folder.write("name,age\nAnn,30\nBo,40\n", to: "people.csv")
    let files = try ShellSession(people)
    #expect(files.screen.text.contains("\npeople (2 records); try: fetch people\n"))
    let demo = try ShellSession("--demo")
    #expect(demo.screen.text.contains("\ntry: fetch Budget where spent > limit\n     fetch User"))
  }

  @Test func incompleteStatementContinues() throws {
    let shell = try ShellSession("--demo")
    shell.type("count Budget where\r")
    shell.wait(for: "a second line") {
      $0.cursor.column == 9 && $0.lastLine == "where …>"
    }
    shell.type("name ~ \"vac\"\r")
    shell.wait(for: "the count") { $0.text.contains("\n2\n") }
    shell.waitForPrompt()
  }

  @Test func emptyLineShowsTheOpenStore() throws {
    let shell = try ShellSession()
    shell.type("= (1 +\r")
    shell.wait(for: "a second line") { $0.lastLine == "      (>" }
    shell.type("\r")
    shell.wait(for: "error: ")
    shell.waitForPrompt()
  }

  @Test func altEnterAddsALine() throws {
    let shell = try ShellSession()
    shell.type("= 5\u{1B}\r")
    shell.wait(for: "a second line") { $0.cursor == (row: 2, column: 9) }
    shell.type("+ 6\r")
    shell.wait(for: "the sum") { $0.text.contains("\n11\n") }
  }

  @Test(arguments: [".quit\r", "\u{04}"])
  func quitAsksAboutPendingChanges(leaving: String) throws {
    let shell = try ShellSession()
    _ = shell.run("model Plant { name: String }")
    _ = shell.run("begin")
    _ = shell.run("insert Plant name: \"Fern\"")
    shell.type(leaving)
    shell.wait(for: "unsaved changes")
    shell.waitForPrompt()
    #expect(shell.run("count Plant").contains("\n1\n"))
    shell.type(leaving)
    shell.wait(for: "the second warning") {
      $0.text.components(separatedBy: "unsaved changes").count == 3
    }
    shell.waitForPrompt()
    shell.type(leaving)
    #expect(shell.waitForExit() == 0)
  }

  @Test func quitExits() throws {
    let shell = try ShellSession()
    shell.type("= 1 +)\r")
    shell.wait(for: "error: ")
    shell.waitForPrompt()
    shell.type(".quit\r")
    #expect(shell.waitForExit() == 0)
  }

  @Test func tablesFitTheTerminal() throws {
    let shell = try ShellSession("--demo", rows: 40, columns: 50)
    let screen = shell.run("fetch Budget limit 3")
    #expect(screen.contains("│"))
    #expect(screen.split(separator: "\n").allSatisfy { $0.count <= 50 })
    #expect(screen.contains("3 rows"))
  }
}
