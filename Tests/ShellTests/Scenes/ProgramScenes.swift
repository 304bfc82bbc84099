import Foundation
import TestSupport
import Testing

/// Editors, progress and other things that need a terminal.
@Suite struct ProgramScenes {
  /// An editor that writes its own text.
  private func editor(_ folder: TemporaryFolder, _ script: String) throws -> String {
    let path = try folder.write("\(script)\n", to: "editor")
    // Read by `sh`, not run: a process that another test starts may still have the new file open.
    return "sh \(path)"
  }

  @Test func textSavedInTheEditorIsShownAndRun() throws {
    let folder = try TemporaryFolder()
    let path = try editor(folder, #"sed -i 's/1 + 1/6 * 7/' "$1""#)
    let shell = try ShellSession(folder: folder, environment: ["EDITOR": path])
    shell.run("= 1 + 1")
    let screen = shell.run(".edit")
    #expect(screen.hasSuffix("martlet> .edit\n= 6 * 7\n42\nmartlet>"), "\(screen)")
    // The statement that ran is the next text of the editor, and of the Up key.
    shell.type("\u{1B}[A")
    shell.wait(for: "the block in the history") { $0.lastLine == "martlet> = 6 * 7" }
  }

  @Test func visualIsPreferredAndUnsavedTextIsNotRun() throws {
    let folder = try TemporaryFolder()
    let path = try editor(folder, "exit 0")
    let shell = try ShellSession(
      folder: folder,
      environment: ["VISUAL": path, "EDITOR": "/nonexistent"]
    )
    shell.run("= 1 + 1")
    #expect(shell.run(".edit").contains("nothing was saved, so nothing runs"))
  }

  @Test func failingEditorIsReportedAndNothingRuns() throws {
    let folder = try TemporaryFolder()
    let path = try editor(folder, #"echo '= 99' > "$1"; exit 4"#)
    let shell = try ShellSession(columns: 240, folder: folder, environment: ["EDITOR": path])
    let screen = shell.run(".edit")
    #expect(screen.contains("exited with status 4"))
    #expect(!screen.contains("99\nmartlet>"))
  }

  @Test func progressIsShownAndErased() throws {
    let shell = try ShellSession("--demo")
    // Enough to run for a long time.
    shell.type("generate 10000000 User\r")
    shell.wait(for: "creating records")
    shell.type("\u{3}")
    shell.wait(for: "cancelled after")
    shell.waitForPrompt()
    #expect(!shell.screen.text.contains("creating records"))
  }

  @Test func editorLoopIsLimited() throws {
    let folder = try TemporaryFolder()
    let path = try editor(folder, #"echo x >> "$HOME/count"; echo '.edit' > "$1""#)
    let shell = try ShellSession(rows: 40, folder: folder, environment: ["EDITOR": path])
    shell.run("= 1 + 1")
    shell.run(".edit")
    #expect(shell.screen.text.contains("scripts are nested more than 16 deep"))
    #expect(try folder.text("count").split(separator: "\n").count == 16)
    // Commands are not edited.
    let other = try editor(folder, #"cp "$1" "$HOME/seen"; exit 0"#)
    #expect(other == path)
    shell.type(".edit\r")
    shell.wait(for: "nothing was saved")
    shell.waitForPrompt()
    #expect(try folder.text("seen") == "= 1 + 1\n")
  }

  @Test func outputProgramGetsTheTerminal() throws {
    let folder = try TemporaryFolder()
    // As pagers do: keys are read from the terminal itself, one by one.
    let reader = #"""
      stty -icanon -echo < /dev/tty
      cat > "$HOME/read"
      printf 'press a key '
      key=$(dd bs=1 count=1 < /dev/tty 2> /dev/null)
      stty icanon echo < /dev/tty
      echo "got $key"
      """#
    let path = try editor(folder, reader)
    // The line with the path is not to be wrapped.
    let shell = try ShellSession("--demo", columns: 140, folder: folder)
    shell.run(".once |\(path)")
    shell.type("fetch Budget select name limit 1\r")
    shell.wait(for: "press a key")
    shell.type("k")
    shell.wait(for: "got k")
    shell.waitForPrompt()
    #expect(try folder.text("read").contains("Vacation"))
    #expect(shell.run("= 2").hasSuffix("= 2\n2\nmartlet>"))
  }

  @Test func controlCInThePagerDoesNotTruncateTheText() throws {
    let folder = try TemporaryFolder()
    let reader = #"""
      trap '' INT
      printf 'press a key ' > /dev/tty
      key=$(dd bs=1 count=1 < /dev/tty 2> /dev/null)
      wc -l > "$HOME/lines"
      echo "got $key" > /dev/tty
      """#
    let path = try editor(folder, reader)
    let shell = try ShellSession(
      "--demo",
      rows: 60,
      folder: folder,
      environment: ["PAGER": path]
    )
    shell.run("fetch User")
    shell.type(".last\r")
    shell.wait(for: "press a key")
    shell.type("\u{3}")
    shell.wait(for: "^C")
    shell.type("k\r")
    shell.wait(for: "got k")
    shell.waitForPrompt()
    #expect(try folder.text("lines").contains("10005"))
    #expect(!shell.screen.text.contains("cancelled"))
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
