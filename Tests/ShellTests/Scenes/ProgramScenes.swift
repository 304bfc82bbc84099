import Foundation
import TestSupport
import Testing

/// Editors, progress and other things that need a terminal.
@Suite struct ProgramScenes {
  /// An editor that writes a text of its own.
  private func editor(_ folder: TemporaryFolder, _ script: String) throws -> String {
    let path = try folder.write("#!/bin/sh\n\(script)\n", to: "editor")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  @Test func whatIsSavedInTheEditorIsShownAndRun() throws {
    let folder = try TemporaryFolder()
    let path = try editor(folder, #"sed -i 's/1 + 1/6 * 7/' "$1""#)
    let shell = try ShellSession(folder: folder, environment: ["EDITOR": path])
    shell.run("= 1 + 1")
    let screen = shell.run(".edit")
    #expect(screen.hasSuffix("martlet> .edit\n= 6 * 7\n42\nmartlet>"), "\(screen)")
    // What was run is what an editor has next, and what the Up key recalls.
    shell.type("\u{1B}[A")
    shell.wait(for: "the block in the history") { $0.lastLine == "martlet> = 6 * 7" }
  }

  @Test func visualComesFirstAndNothingIsRunUnlessItWasSaved() throws {
    let folder = try TemporaryFolder()
    let path = try editor(folder, "exit 0")
    let shell = try ShellSession(
      folder: folder,
      environment: ["VISUAL": path, "EDITOR": "/nonexistent"]
    )
    shell.run("= 1 + 1")
    #expect(shell.run(".edit").contains("nothing was saved, so nothing is run"))
  }

  @Test func anEditorThatFailsIsToldAndNothingIsRun() throws {
    let folder = try TemporaryFolder()
    let path = try editor(folder, #"echo '= 99' > "$1"; exit 4"#)
    let shell = try ShellSession(folder: folder, environment: ["EDITOR": path])
    let screen = shell.run(".edit")
    #expect(screen.contains("ended with exit code 4"))
    #expect(!screen.contains("99\nmartlet>"))
  }

  @Test func longWorkShowsItsProgressAndLeavesNothingOfIt() throws {
    let shell = try ShellSession("--demo")
    // So many that nobody waits for them.
    shell.type("generate 10000000 User\r")
    shell.wait(for: "s left")
    #expect(shell.screen.lastLine.hasPrefix("making records  ─"), "\(shell.screen.text)")
    shell.type("\u{3}")
    shell.wait(for: "cancelled after")
    shell.waitForPrompt()
    #expect(!shell.screen.text.contains("making records"))
  }

  @Test func resultsGoToAProgram() throws {
    let shell = try ShellSession("--demo")
    shell.run(".once |head -3")
    let screen = shell.run("fetch User select age, city")
    #expect(screen.contains("│ age │ city"))
    #expect(!screen.contains("10,000 rows"))
    #expect(shell.run("= 2").hasSuffix("= 2\n2\nmartlet>"))
  }
}
