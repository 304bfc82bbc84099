import Foundation
import PostgreSQLFixtures
import TestSupport
import Testing

/// Scenes about the process and its signals, on the built command.
@Suite struct ProcessScenes {
  @Test("Scene 12: Ctrl-C stops a long query, and the next one works")
  func cancelling() throws {
    let shell = try ShellSession()
    _ = shell.run("model Kept { n: Int }")
    _ = shell.run("insert Kept [{ n: 1 }, { n: 2 }]")
    shell.runLong(of: "Kept")
    shell.type("\u{03}")
    shell.wait(for: "the cancellation") { $0.text.contains("cancelled after ") }
    shell.waitForPrompt()
    #expect(shell.run("count Kept").contains("\n2\n"))
  }

  @Test("Scene 12: Ctrl-C stops what waits for a file")
  func cancellingAnImport() throws {
    let shell = try ShellSession()
    // A pipe without data: the import waits until it is stopped.
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

  @Test("Scene 12: Ctrl-C cancels the question for a password, which is never shown")
  func cancellingAPassword() throws {
    let server = try #require(ScriptedServer(.asksForPassword))
    let shell = try ShellSession(
      "postgres://ann@/shop?host=\(server.folder)",
      columns: 160,
      waits: false
    )
    shell.wait(for: "password for postgres://ann@/shop")
    shell.type("secret\u{03}")
    shell.wait(for: "no password was given")
    #expect(!shell.screen.text.contains("secret"))
  }

  @Test("Scene 12: Ctrl-C stops a script that is waited for, and says no time that nobody measured")
  func cancellingAScript() throws {
    let shell = try ShellSession(columns: 160)
    let path = shell.folder.file("script")
    try #require(mkfifo(path, 0o600) == 0)
    shell.type(".read \(path)\r")
    var pipe: Int32 = -1
    shell.wait(for: "the script to be opened") { _ in
      pipe = open(path, O_WRONLY | O_NONBLOCK)
      return pipe >= 0
    }
    defer { close(pipe) }
    shell.type("\u{03}")
    shell.wait(for: "\ncancelled\n")
    shell.waitForPrompt()
  }

  @Test(
    "Scene 12: Ctrl-C ends the program that takes results, and says so",
    arguments: [".once |sh program", ".output |sh program"]
  )
  func cancellingAProgram(command: String) throws {
    let folder = try TemporaryFolder()
    // Not run by the other shell, which may miss a Ctrl-C just before it starts a program.
    let program = "cat > /dev/null\necho has all > /dev/tty\nexec sleep 1000\n"
    let path = try folder.write(program, to: "p")
    let shell = try ShellSession("--demo", columns: 160, folder: folder)
    shell.type(command.replacing("program", with: path) + "\r")
    shell.waitForPrompt()
    shell.type("fetch Budget\r")
    if command.hasPrefix(".output") {
      shell.waitForPrompt()
      shell.type(".output\r")
    }
    shell.wait(for: "has all")
    shell.type("\u{03}")
    shell.wait(for: "\ncancelled")
    shell.waitForPrompt()
    #expect(shell.run("= 6 * 7").hasSuffix("\n42\nmartlet>"))
  }

  @Test("Scene 13: Ctrl-D on an empty line exits, on a separate line")
  func leaving() throws {
    let shell = try ShellSession()
    shell.type("x\u{04}\u{7F}")
    shell.waitForPrompt()
    shell.type("\u{04}")
    shell.wait(for: "the end of the line") { $0.cursor == (row: 3, column: 0) }
    #expect(shell.isTerminalCooked && !shell.screen.modes.contains("?2004"))
    #expect(shell.waitForExit() == 0)
  }

  @Test("Scene 15: Ctrl-Z stops the shell, fg brings the block back")
  func stopping() throws {
    let shell = try Self.underAnotherShell()
    shell.type("= \"half\u{1A}")
    shell.wait(for: "the other shell") { $0.text.contains("Stopped") && $0.lastLine == "sh$" }
    #expect(!shell.screen.modes.contains("?2004"))
    shell.type("echo ab | tr a c\r")
    shell.wait(for: "an answer of it") { $0.text.contains("\ncb\n") && $0.lastLine == "sh$" }
    shell.type("fg\r")
    shell.wait(for: "the block") { $0.lastLine == "martlet> = \"half" && $0.cursor.column == 16 }
    shell.type(" done\"\r")
    shell.wait(for: "\nhalf done\n")
    shell.waitForPrompt()
    shell.type("\u{04}")
    shell.wait(for: "the other shell again") { $0.lastLine == "sh$" }
  }

  @Test("Scene 15: a shell that was stopped is ended by kill")
  func killingASuspendedShell() throws {
    let shell = try Self.underAnotherShell()
    shell.type("\u{1A}")
    shell.wait(for: "the other shell") { $0.text.contains("Stopped") && $0.lastLine == "sh$" }
    let end = "while kill -0 $P 2> /dev/null; do sleep 0.1; done; echo ended"
    shell.type("P=$(jobs -p); kill %1; \(end)\r")
    shell.wait(for: "\nended\n")
  }

  @Test("Scene 15: Ctrl-R is stopped and goes on, too")
  func stoppingASearch() throws {
    let shell = try Self.underAnotherShell()
    shell.type("= 3 * 5\r")
    shell.waitForPrompt()
    shell.type("\u{12}* 5")
    shell.wait(for: "the search") { $0.text.hasSuffix("\n= 3 * 5\nsearch: * 5") }
    shell.signalForeground(SIGTSTP)
    shell.wait(for: "the other shell") { $0.text.contains("Stopped") && $0.lastLine == "sh$" }
    shell.type("fg\r")
    shell.wait(for: "the search") { $0.text.hasSuffix("\n= 3 * 5\nsearch: * 5") }
    shell.type("\r")
    shell.wait(for: "the answer once more") {
      $0.text.components(separatedBy: "\n15\n").count == 3 && $0.lastLine == "martlet>"
    }
  }

  /// The command at its prompt, started by a shell that stops and continues it.
  private static func underAnotherShell() throws -> ShellSession {
    let folder = try TemporaryFolder()
    let settings = try folder.write("set enable-bracketed-paste off\n", to: "inputrc")
    let shell = try ShellSession(
      through: ["/bin/bash", "--norc", "-i"],
      folder: folder,
      environment: ["PS1": "sh$ ", "INPUTRC": settings],
      waits: false
    )
    shell.wait(for: "the other shell") { $0.lastLine == "sh$" }
    shell.type("\(BuiltCommand.path)\r")
    shell.waitForPrompt()
    return shell
  }

  @Test("Scene 25: two sessions keep both their histories, also where one is killed")
  func twoHistories() throws {
    let folder = try TemporaryFolder()
    let first = try ShellSession(folder: folder)
    let second = try ShellSession(folder: folder)
    first.run("= 1 + 0")
    second.type("= (2 +\r0)\r")
    second.wait(for: "the answer") { $0.text.contains("\n2\n") && $0.lastLine == "martlet>" }
    first.kill()
    second.run("= 3 + 0")
    second.kill()
    let path = folder.file("martlet/history")
    let text = try folder.text("martlet/history")
    #expect(text == "= 1 + 0\n= (2 +\\n0)\n= 3 + 0\n")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o600)

    let third = try ShellSession(folder: folder)
    let listed = third.run(".history +")
    #expect(listed.contains("\n= 1 + 0\n= (2 +\n0)\n= 3 + 0\n.history +\n"), "\(listed)")
    third.type("\u{1B}[A\u{1B}[A\u{1B}[A")
    third.wait(for: "the whole block") { $0.text.hasSuffix("martlet> = (2 +\n      (> 0)") }
  }
}
