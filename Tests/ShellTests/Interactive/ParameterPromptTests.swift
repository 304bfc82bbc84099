import Foundation
import TestSupport
import Testing

/// The shell asks for parameters without a value.
@Suite struct ParameterPromptTests {
  @Test func promptShowsTheTypeOfAValue() throws {
    let shell = try ShellSession("--demo")
    shell.type("count Budget where limit > $least and name ~ $text\r")
    shell.wait(for: "the first prompt") { $0.lastLine == "$least (Double) =" }
    shell.type("1000\r")
    shell.wait(for: "the second prompt") { $0.lastLine == "$text (String) =" }
    shell.type("a\r")
    shell.wait(for: "the count") { $0.text.contains("\n2\n") }
    shell.waitForPrompt()
    // It was for that statement only.
    shell.type("count Budget where limit > $least\r")
    shell.wait(for: "the prompt again") { $0.lastLine == "$least (Double) =" }
    shell.type("\u{03}")
    shell.waitForPrompt()
    #expect(shell.run("= 6 * 7").contains("\n42\n"))
  }

  @Test func promptsAgainForAnInvalidValue() throws {
    let shell = try ShellSession("--demo")
    shell.type("count Budget where limit > $least\r")
    shell.wait(for: "the prompt") { $0.lastLine == "$least (Double) =" }
    shell.type("much\r")
    shell.wait(for: "the reason") {
      $0.text.contains("\"much\" is not a valid Double") && $0.lastLine == "$least (Double) ="
    }
    shell.type("1000\r")
    shell.wait(for: "the count") { $0.text.contains("\n3\n") }
    shell.waitForPrompt()
  }

  @Test func twoEmptyLinesDiscardTheStatement() throws {
    let shell = try ShellSession("--demo")
    shell.type("count Budget where limit > $least\r")
    shell.wait(for: "the prompt") { $0.lastLine == "$least (Double) =" }
    shell.type("\r")
    shell.wait(for: "the reason") {
      $0.text.contains("a value is required") && $0.lastLine == "$least (Double) ="
    }
    shell.type("\r")
    shell.waitForPrompt()
    #expect(shell.run("= 6 * 7").contains("\n42\n"))
  }

  @Test func controlDDiscardsTheStatement() throws {
    let shell = try ShellSession("--demo")
    shell.type("= $x\r")
    shell.wait(for: "the prompt") { $0.lastLine == "$x =" }
    shell.type("\u{04}")
    shell.waitForPrompt()
  }

  @Test func scriptsAreNotAsked() throws {
    // The path of the folder may be long, and what is typed stays on one line.
    let shell = try ShellSession("--demo", columns: 200)
    let path = shell.folder.path + "/a.fetch"
    try "= $x".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(shell.run(".read \(path)").contains("`$x` has no value"))
  }
}
