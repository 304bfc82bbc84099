import Foundation
import TestSupport
import Testing

/// Scenes at the prompt with tall blocks, clusters, undo and suggestions, on the built command.
@Suite struct LongBlockScenes {
  @Test("Scene 18: a block taller than the screen scrolls while it is edited")
  func tallBlock() throws {
    let shell = try ShellSession(rows: 6)
    let lines = (1...12).map { "\($0)0 +" }
    shell.type("= " + lines.joined(separator: "\u{1B}\r"))
    shell.wait(for: "the end") { $0.lastLine == "    = …> 120 +" && $0.cursor.row == 5 }
    #expect(shell.screen.text.hasPrefix("    = …> 70 +\n"))
    shell.type("\u{1B}[5~\u{1B}[5~\u{1B}[5~")
    shell.wait(for: "the start") { $0.text.hasPrefix("martlet> = 10 +\n    = …> 20 +") }
    #expect(shell.screen.text.hasSuffix("    = …> 60 +"))
    shell.type("\u{1B}[6~\u{1B}[6~\u{1B}[6~\u{05} 1\r")
    shell.wait(for: "the sum") { $0.text.hasSuffix("    = …> 120 + 1\n781\nmartlet>") }
  }

  @Test("Scene 18: clusters are one character for the cursor and for Backspace")
  func clusters() throws {
    let shell = try ShellSession()
    shell.type("= \"👨‍👩‍👧e\u{301}\"\u{1B}[D\u{7F}\u{1B}[D\u{1B}[Ca")
    shell.wait(for: "a letter after the family") { $0.lastLine.hasSuffix("a\"") }
    shell.type("\r")
    shell.wait(for: "the text") { screen in
      screen.text.unicodeScalars.contains("👧") && screen.lastLine == "martlet>"
    }
    #expect(!shell.screen.text.unicodeScalars.contains("\u{301}"))
    shell.type("= length(\"👨‍👩‍👧x\u{7F}\u{7F}\")\r")
    shell.wait(for: "nothing is left") { $0.text.contains("\n0\nmartlet>") }
  }

  @Test("Scene 18: Ctrl-_ reverts edits, letters in a row as one")
  func undoing() throws {
    let shell = try ShellSession()
    shell.type("= 12")
    shell.wait(for: "the block") { $0.lastLine == "martlet> = 12" }
    shell.type("\u{17}")
    shell.wait(for: "no word") { $0.lastLine == "martlet> =" }
    shell.type("\u{1F}")
    shell.wait(for: "the word") { $0.lastLine == "martlet> = 12" }
    shell.type("\u{1F}")
    shell.wait(for: "no word again") { $0.lastLine == "martlet> =" }
    shell.type("\u{1F}\u{1F}\u{1F}7")
    shell.wait(for: "nothing before") { $0.lastLine == "martlet> 7" }
  }

  @Test("Scene 8: Alt-F takes one word of the suggestion")
  func hintByWord() throws {
    let shell = try ShellSession()
    shell.run("= 10 + 20 * 3")
    shell.type("= 1")
    shell.wait(for: "the suggestion") { $0.lastLine == "martlet> = 10 + 20 * 3" }
    for column in [13, 18] {
      shell.type("\u{1B}f")
      shell.wait(for: "a word of it") {
        $0.cursor.column == column && $0.lastLine == "martlet> = 10 + 20 * 3"
      }
    }
    shell.type("\r")
    shell.wait(for: "\n30\n")
  }

  @Test("Scene 8: Page Up recalls blocks that start alike")
  func recalling() throws {
    let shell = try ShellSession()
    for block in ["= 1 + 1", "count X", "= 1 + 2"] { shell.run(block) }
    shell.type("= 1\u{1B}[5~")
    shell.wait(for: "the newest") { $0.lastLine == "martlet> = 1 + 2" && $0.cursor.column == 12 }
    shell.type("\u{1B}[5~")
    shell.wait(for: "an older one") { $0.lastLine == "martlet> = 1 + 1" }
    shell.type("\u{1B}[6~")
    shell.wait(for: "the newer one") { $0.lastLine == "martlet> = 1 + 2" }
  }
}
