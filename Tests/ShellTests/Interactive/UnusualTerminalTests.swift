import Foundation
import TestSupport
import Testing

/// Unusual terminals, and unexpected termination.
@Suite struct UnusualTerminalTests {
  @Test func aDumbTerminalReadsPlainLines() throws {
    let shell = try ShellSession(environment: ["TERM": "dumb"])
    shell.type("= 1 +\n")
    shell.wait(for: "...>")
    shell.type("5\n")
    shell.wait(for: "\n6\n")
    shell.type("\u{04}")
    #expect(shell.waitForExit() == 0)
  }

  @Test func defaultRowsAndColumns() throws {
    let shell = try ShellSession("--demo", rows: 0, columns: 0)
    shell.type("fetch \t")
    shell.wait(for: "\nmartlet> fetch\nBudget   Expense  User")
    shell.type("Budget limit 1\r")
    shell.wait(for: "1 row")
    shell.waitForPrompt()
  }

  @Test(arguments: [1, 2, 7, 20])
  func narrowTerminals(columns: Int) throws {
    let shell = try ShellSession(columns: columns, waits: false)
    shell.drain()
    shell.type("= 123456789 + 1\u{1B}[D\u{1B}[D\u{1B}[D\u{01}\u{05}\r")
    shell.wait(for: "the sum") {
      $0.text.filter { !$0.isNewline }.contains("123456790")
    }
  }

  @Test func anotherLocaleEditsUnicodeToo() throws {
    let shell = try ShellSession(environment: ["LC_ALL": "C", "LANG": "C"])
    shell.type("= \"zoë 東京\"\u{1B}[DX\r")
    shell.wait(for: "\nzoë 東京X\n")
  }

  @Test func promptsAndErrorsWithoutStandardOutput() throws {
    let script = "exec \"$0\" >&-"
    let shell = try ShellSession(
      through: ["/bin/sh", "-c", script, BuiltCommand.path],
      waits: false
    )
    shell.wait(for: "the prompt") { $0.lastLine == "martlet>" }
    shell.type("= 1 +)\n")
    shell.wait(for: "error: ")
    shell.type("= 1\n\u{04}")
    shell.wait(for: "cannot write to standard output")
    #expect(shell.waitForExit() != 0)
  }

  @Test func millionPastedCharactersAreOneBlock() throws {
    let shell = try ShellSession()
    let text = String(repeating: "abcdefghi ~ ", count: 90_000)
    shell.type("\u{1B}[200~= length(\"")
    shell.paste(text)
    shell.type("\")\u{1B}[201~")
    shell.wait(for: "the end of the paste") { $0.lastLine.hasSuffix("~ \")") }
    shell.type("\r")
    shell.wait(for: "\n\(text.count)\n")
    shell.waitForPrompt()
    #expect(shell.run("= 1").contains("\n1\n"))
  }

  @Test func keysOfEditrcAreHonored() throws {
    let folder = try TemporaryFolder()
    try folder.write("martlet:bind ^T ed-move-to-beg\nbind -s ^G ' + 40'\n", to: ".editrc")
    let shell = try ShellSession(folder: folder)
    shell.type("2\u{07}\u{14}= \r")
    shell.wait(for: "martlet> = 2 + 40\n42\n")
  }

  @Test func viKeysCanBeChosen() throws {
    let folder = try TemporaryFolder()
    try folder.write("bind -v\n", to: ".editrc")
    let shell = try ShellSession("--demo", folder: folder)
    shell.type("cou\tUser\u{1B}0")
    shell.wait(for: "the start") { $0.lastLine == "martlet> count User" && $0.cursor.column == 9 }
    shell.type("xic\r")
    shell.wait(for: "\n10000\n")
    #expect(!shell.screen.modes.contains("?2004"))
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGTERM, SIGHUP])
  func everySignalRestoresTheTerminal(signal: Int32) throws {
    let shell = try ShellSession()
    shell.type("= (1")
    shell.wait(for: "the text") { $0.lastLine == "martlet> = (1" }
    #expect(!shell.isTerminalCooked && shell.screen.modes.contains("?2004"))
    kill(shell.process, signal)
    shell.wait(for: "the end of paste mode") { !$0.modes.contains("?2004") }
    #expect(shell.isTerminalCooked && shell.screen.modes.contains("?25"))
    #expect(shell.waitForExit() == -signal)
  }

  @Test func stopSignalRestoresTheTerminal() throws {
    let shell = try ShellSession(
      through: ["/bin/bash", "--norc", "-i"],
      environment: ["PS1": "sh$ "],
      waits: false
    )
    shell.wait(for: "the other shell") { $0.lastLine == "sh$" }
    shell.type("\(BuiltCommand.path)\r")
    shell.waitForPrompt()
    shell.type("= 4")
    shell.wait(for: "the text") { $0.lastLine == "martlet> = 4" }
    shell.signalForeground(SIGTSTP)
    shell.wait(for: "the other shell") { $0.text.contains("Stopped") && $0.lastLine == "sh$" }
    shell.type("fg\r")
    shell.wait(for: "the block") { $0.lastLine == "martlet> = 4" }
    shell.type("2\r")
    shell.wait(for: "\n42\n")
  }

  @Test(arguments: [40, 57])
  func helpNeverBreaksWords(columns: Int) throws {
    for topic in ["", " chart", " export", " keys", " colors", " functions"] {
      let wide = try Self.words(ofHelp: topic, columns: 250)
      let broken = try Self.words(ofHelp: topic, columns: columns).subtracting(wide)
      #expect(broken.isEmpty, ".help\(topic): \(broken)")
    }
  }

  private static func words(ofHelp topic: String, columns: Int) throws -> Set<Substring> {
    let shell = try ShellSession("--demo", rows: 400, columns: columns)
    shell.run(".help\(topic)")
    return Set(shell.screen.text.split { $0.isWhitespace || $0 == "|" })
  }
}
