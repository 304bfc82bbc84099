import Foundation
import TestSupport
import Testing

/// The shell as a person sees it, on a real terminal. Each test waits for what must appear.
@Suite struct PromptTests {
  @Test func bannerAndPrompt() throws {
    let shell = try ShellSession()
    let lines = shell.screen.text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].contains("Martlet") && lines[0].contains(".help"))
    #expect(lines[1] == "martlet>")
  }

  @Test func aStatementIsAnswered() throws {
    let shell = try ShellSession()
    #expect(shell.run("= 20 + 22").contains("\n42\n"))
  }

  @Test func anErrorShowsItsPlaceAndTheNearestName() throws {
    let shell = try ShellSession("--demo")
    let screen = shell.run("fetch Budgte")
    #expect(screen.contains("error: "))
    #expect(screen.contains("\n    |       ^^^^^^"))
    #expect(screen.contains("`Budget`"))
    #expect(!screen.contains(":1:7:"))
  }

  @Test func aFailedLineLeavesTheShellUsable() throws {
    let shell = try ShellSession()
    shell.run("= 1 +)")
    #expect(shell.run("= 3 * 3").contains("\n9\n"))
  }

  @Test func anUnfinishedStatementGoesOn() throws {
    let shell = try ShellSession("--demo")
    shell.type("count Budget where\r")
    shell.wait(for: "a second line") { $0.cursor.column == 0 && $0.lastLine.hasSuffix("where") }
    shell.type("name ~ \"vac\"\r")
    shell.wait(for: "the count") { $0.text.contains("\n2\n") }
    shell.waitForPrompt()
  }

  @Test func anEmptyLineSaysWhatIsOpen() throws {
    let shell = try ShellSession()
    shell.type("= (1 +\r")
    shell.wait(for: "a second line") { $0.cursor.column == 0 }
    shell.type("\r")
    shell.wait(for: "error: ")
    shell.waitForPrompt()
  }

  @Test func theUpKeyEditsTheLineAbove() throws {
    let shell = try ShellSession()
    shell.type("= 1 +\r2")
    shell.wait(for: "the second line") { $0.lastLine == "2" }
    shell.type("\u{1B}[A\u{05} 4 +\r")
    shell.wait(for: "the sum") { $0.text.contains("\n7\n") }
  }

  @Test func altEnterAddsALine() throws {
    let shell = try ShellSession()
    shell.type("= 5\u{1B}\r")
    shell.wait(for: "a second line") { $0.cursor == (row: 2, column: 0) }
    shell.type("+ 6\r")
    shell.wait(for: "the sum") { $0.text.contains("\n11\n") }
  }

  @Test func controlCDropsTheBlock() throws {
    let shell = try ShellSession()
    shell.type("= (1 +\r2")
    shell.wait(for: "the second line") { $0.lastLine == "2" }
    shell.type("\u{03}")
    shell.wait(for: "2^C\nmartlet>")
    #expect(shell.run("= 7").contains("\n7\n"))
  }

  @Test func controlCStopsAStatement() throws {
    let shell = try ShellSession()
    // A pipe that nothing comes out of: the import waits until it is stopped.
    _ = shell.run("model Kept { n: Int }")
    let path = shell.folder.file("endless.csv")
    try #require(mkfifo(path, 0o600) == 0)
    shell.type("import \"\(path)\"\r")
    var pipe: Int32 = -1
    shell.wait(for: "the import to open its file") { _ in
      pipe = open(path, O_WRONLY | O_NONBLOCK)
      return pipe >= 0
    }
    defer { close(pipe) }
    shell.type("\u{03}")
    shell.wait(for: "the cancellation") { $0.text.contains("cancelled after") }
    shell.waitForPrompt()
    let models = shell.run(".models")
    #expect(models.contains("Kept") && models.contains("1 row"), "\(models)")
  }

  @Test func controlDOnAnEmptyLineLeaves() throws {
    let shell = try ShellSession()
    shell.type("\u{04}")
    #expect(shell.waitForExit() == 0)
  }

  @Test(arguments: [".quit\r", "\u{04}"])
  func changesThatWaitAreNotLeftUnasked(leaving: String) throws {
    let shell = try ShellSession()
    _ = shell.run("model Plant { name: String }")
    _ = shell.run("begin")
    _ = shell.run("insert Plant name: \"Fern\"")
    shell.type(leaving)
    shell.wait(for: "changes wait to be saved")
    shell.waitForPrompt()
    #expect(shell.run("count Plant").contains("\n1\n"))
    shell.type(leaving)
    shell.wait(for: "the second warning") {
      $0.text.components(separatedBy: "changes wait to be saved").count == 3
    }
    shell.waitForPrompt()
    shell.type(leaving)
    #expect(shell.waitForExit() == 0)
  }

  @Test func quitLeaves() throws {
    let shell = try ShellSession()
    shell.type("= 1 +)\r")
    shell.wait(for: "error: ")
    shell.waitForPrompt()
    shell.type(".quit\r")
    #expect(shell.waitForExit() == 0)
  }

  @Test func aPasteRunsNothingAndBecomesOneBlock() throws {
    let shell = try ShellSession()
    shell.type("\u{1B}[200~= 1 +\r2 +\r3\u{1B}[201~")
    shell.wait(for: "three lines") { $0.text.hasSuffix("= 1 +\n2 +\n3") }
    shell.type("\r")
    shell.wait(for: "the sum") { $0.text.contains("\n6\n") }
  }

  @Test func wideCharactersAreEditedInPlace() throws {
    let shell = try ShellSession()
    shell.type("= \"zoë 東京 é\"")
    shell.wait(for: "東京 é\"")
    shell.type("\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[DX")
    shell.wait(for: "martlet> = \"zoë 東X京 é\"")
    shell.type("\r")
    shell.wait(for: "\nzoë 東X京 é\n")
  }

  @Test func aResizeRedrawsTheBlock() throws {
    let shell = try ShellSession()
    shell.type("= \"some text\"")
    shell.wait(for: "some text\"")
    shell.resize(columns: 60)
    shell.type("\u{01}\u{06}\u{06}12 +")
    shell.wait(for: "martlet> = 12 +\"some text\"")
    #expect(shell.screen.text.split(separator: "\n").count == 2)
  }

  @Test func tablesFitTheTerminal() throws {
    let shell = try ShellSession("--demo", rows: 40, columns: 50)
    let screen = shell.run("fetch Budget limit 3")
    #expect(screen.contains("│"))
    #expect(screen.split(separator: "\n").allSatisfy { $0.count <= 50 })
    #expect(screen.contains("3 rows"))
  }

  @Test func aDumbTerminalReadsPlainLines() throws {
    let shell = try ShellSession(environment: ["TERM": "dumb"])
    shell.type("= 1 +\n")
    shell.wait(for: "...>")
    shell.type("5\n")
    shell.wait(for: "\n6\n")
    shell.type("\u{04}")
    #expect(shell.waitForExit() == 0)
  }
}
