import Foundation
import TestSupport
import Testing

/// Scenes at the prompt with multi-line blocks, on the built command.
@Suite struct EditingScenes {
  @Test("Scene 1: a banner of one line, what to try, and the prompt")
  func start() throws {
    let shell = try ShellSession()
    let lines = shell.screen.text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].contains("Martlet") && lines[0].contains(".help"))
    #expect(lines[1].hasPrefix("no file is open; try: ") && lines[2] == "martlet>")
  }

  @Test("Scene 8: letters of an old block show its rest, Right takes it, Left hides it")
  func hint() throws {
    let folder = try TemporaryFolder()
    let first = try ShellSession(folder: folder)
    first.run("= 1 + 10")
    first.kill()
    let shell = try ShellSession(folder: folder)
    shell.type("= 1")
    shell.wait(for: "the rest") { $0.lastLine == "martlet> = 1 + 10" }
    #expect(shell.screen.style(of: "+ 10") == "2" && shell.screen.style(of: "= 1") == "")
    #expect(shell.screen.cursor.column == 12)
    shell.type("\u{1B}[D")
    shell.wait(for: "no hint") { $0.lastLine == "martlet> = 1" && $0.cursor.column == 11 }
    shell.type("\u{1B}[C")
    shell.wait(for: "the hint again") { $0.lastLine == "martlet> = 1 + 10" }
    shell.type("\u{1B}[C")
    shell.wait(for: "the hint taken") { $0.cursor.column == 17 }
    shell.type("2")
    shell.wait(for: "another text") { $0.lastLine == "martlet> = 1 + 102" }
    shell.type("\r")
    shell.wait(for: "\n103\n")
  }

  @Test("Scene 9: an unfinished line goes on, Up edits the first, Up later recalls all")
  func severalLines() throws {
    let folder = try TemporaryFolder()
    let shell = try ShellSession(folder: folder)
    shell.type("= (1 +\r")
    shell.wait(for: "a second line that says what is open") {
      $0.cursor.column == 9 && $0.lastLine == "      (>"
    }
    shell.type("2)")
    shell.wait(for: "the second line") { $0.lastLine == "      (> 2)" }
    shell.type("\u{1B}[A\u{05} 4 +\r")
    shell.wait(for: "the sum") { $0.text.contains("= (1 + 4 +\n      (> 2)\n7\n") }
    shell.waitForPrompt()
    shell.type("\u{04}")
    #expect(shell.waitForExit() == 0)

    let second = try ShellSession(folder: folder)
    second.type("\u{1B}[A")
    second.wait(for: "the whole block") { $0.text.hasSuffix("martlet> = (1 + 4 +\n      (> 2)") }
    second.type("\r")
    second.wait(for: "\n7\n")
  }

  @Test("Scene 10: Ctrl-R finds a block by a text within it, Esc restores, Enter runs")
  func search() throws {
    let shell = try ShellSession()
    shell.run("= 3 * 5")
    shell.run("= 2 + 2")
    shell.type("half\u{12}")
    shell.wait(for: "the search") { $0.lastLine == "search:" }
    shell.type("* 5")
    shell.wait(for: "the block") { $0.text.hasSuffix("\n= 3 * 5\nsearch: * 5") }
    shell.type("\u{1B}")
    shell.wait(for: "what was there") { $0.lastLine == "martlet> half" && $0.cursor.column == 13 }
    shell.type("\u{12}=")
    shell.wait(for: "the newest") { $0.text.hasSuffix("\n= 2 + 2\nsearch: =") }
    shell.type("\u{12}")
    shell.wait(for: "an older one") { $0.text.hasSuffix("\n= 3 * 5\nsearch: =") }
    shell.type("xyz")
    shell.wait(for: "nothing") { $0.lastLine == "not found: =xyz" }
    shell.type("\u{7F}\u{7F}\u{7F}\u{12}\r")
    shell.wait(for: "the answer once more") {
      $0.text.components(separatedBy: "\n15\n").count == 3 && $0.lastLine == "martlet>"
    }
  }

  @Test("Scene 11: Ctrl-C drops half a block")
  func dropping() throws {
    let shell = try ShellSession()
    shell.type("= (1 +\r2")
    shell.wait(for: "the second line") { $0.lastLine == "      (> 2" }
    shell.type("\u{03}")
    shell.wait(for: " 2^C\nmartlet>")
    #expect(shell.run("= 7").contains("\n7\n"))
  }

  @Test func controlCDropsABlockAfterEscape() throws {
    let shell = try ShellSession()
    shell.type("= 1 + 1")
    shell.wait(for: "the block") { $0.lastLine == "martlet> = 1 + 1" }
    shell.type("\u{1B}\u{03}")
    shell.wait(for: "1 + 1^C\nmartlet>")
    #expect(shell.run("= 7").contains("\n7\n"))
  }

  @Test("Scene 14: a block that is wrapped survives other widths")
  func resizing() throws {
    let shell = try ShellSession()
    let text = "= \"" + (1...14).map { "word\($0)" }.joined(separator: " ") + "\""
    shell.type(text)
    shell.wait(for: "the block") { $0.text.hasSuffix("word14\"") }
    for columns in [40, 100, 20, 80] {
      shell.resize(columns: columns)
      let expected = Self.wrapped("martlet> \(text)", columns)
      shell.type("\u{05}x")
      shell.wait(for: "the key") { $0.text.hasSuffix("\"x") || $0.text.hasSuffix("\"\nx") }
      shell.type("\u{7F}")
      shell.wait(for: "the block at \(columns) columns") {
        $0.text.hasSuffix("data\n\(expected)")
      }
    }
    shell.type("\r")
    shell.wait(for: "the answer") { $0.text.contains("\nword1 word2") }
  }

  private static func wrapped(_ text: String, _ columns: Int) -> String {
    var (rest, lines) = (text[...], [String]())
    while !rest.isEmpty {
      var line = String(rest.prefix(columns))
      rest = rest.dropFirst(columns)
      while line.last == " " { line.removeLast() }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }

  @Test("Scene 16: a paste of three lines is one block, and runs nothing")
  func pasting() throws {
    let shell = try ShellSession()
    #expect(shell.screen.modes.contains("?2004"))
    shell.type("\u{1B}[200~= 1 +\r2 +\r3\u{1B}[201~")
    shell.wait(for: "three lines") { $0.text.hasSuffix("martlet> = 1 +\n    = …> 2 +\n    = …> 3") }
    shell.type("\r")
    shell.wait(for: "the sum") { $0.text.contains("= 1 +\n    = …> 2 +\n    = …> 3\n6\n") }
    // The empty lines around a pasted text are run, but not kept.
    shell.type("\u{1B}[200~\r= 4 +\r\r4\r \r\u{1B}[201~\r")
    shell.wait(for: "the second sum") { $0.text.contains("\n8\n") && $0.lastLine == "martlet>" }
    #expect(try shell.folder.text("martlet/history") == "= 1 +\\n2 +\\n3\n= 4 +\\n\\n4\n")
  }

  @Test("A paste with CRLF, prompts and empty lines at its end is the lines themselves")
  func pastingAnExample() throws {
    let shell = try ShellSession()
    shell.type("\u{1B}[200~martlet> = 1 +\r\n  2 +\r\n  3\r\n\r\n\u{1B}[201~")
    shell.wait(for: "three lines") {
      $0.text.hasSuffix("martlet> = 1 +\n    = …>   2 +\n    = …>   3")
    }
    shell.type("\r")
    shell.wait(for: "the sum") { $0.text.hasSuffix("  3\n6\nmartlet>") }
  }

  @Test("Scene 17: wide characters and marks are edited in place")
  func wideCharacters() throws {
    let shell = try ShellSession()
    shell.type("= \"zoë 東京 é\"")
    shell.wait(for: "東京 é\"")
    shell.type("\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[DX")
    shell.wait(for: "the insertion, with the cursor after it") {
      $0.lastLine == "martlet> = \"zoë 東X京 é\"" && $0.cursor.column == 19
    }
    shell.type("\r")
    shell.wait(for: "\nzoë 東X京 é\n")
    shell.waitForPrompt()
    shell.type("= \"e\u{301}e\u{301}\"")
    shell.wait(for: "marks without their own columns") { $0.cursor.column == 15 }
    shell.type("\u{1B}[Dx")
    shell.wait(for: "the insertion") { $0.cursor.column == 15 && $0.lastLine.hasSuffix("x\"") }
    shell.type("\r")
    shell.wait(for: "\ne\u{301}e\u{301}x\n")
  }

  @Test("Scene 8: keys in quick succession show no hint for the earlier text")
  func staleHint() throws {
    let shell = try ShellSession()
    shell.run("= 1234567")
    shell.type("= 1")
    shell.wait(for: "the rest") { $0.lastLine == "martlet> = 1234567" }
    shell.type("9\u{1B}[C\r")
    shell.wait(for: "\n19\n")
    shell.waitForPrompt()
  }

  @Test("Scene 10: keys that end a search are those of the editor")
  func keysAfterASearch() throws {
    let shell = try ShellSession()
    shell.run("= 3 * 5")
    shell.type("\u{12}* 5\u{1B}[Dx")
    shell.wait(for: "a letter before the last") { $0.lastLine == "martlet> = 3 * x5" }
    shell.type("\u{03}")
    shell.waitForPrompt()
    shell.type("\u{12}* 5\u{01}y")
    shell.wait(for: "a letter at the start") { $0.lastLine == "martlet> y= 3 * 5" }
    shell.type("\u{03}")
    shell.waitForPrompt()
    shell.type("\u{12}* 5")
    shell.wait(for: "the block") { $0.lastLine == "search: * 5" }
    shell.type("\u{1B}[200~ +\r20\r+ 100\r\u{1B}[201~")
    shell.wait(for: "the paste after the block") {
      $0.text.hasSuffix("martlet> = 3 * 5 +\n    = …> 20\n    ...> + 100") && $0.cursor.column == 14
    }
    #expect(!shell.screen.text.contains("\n35\n"))
    shell.type("\r")
    shell.wait(for: "\n135\n")
  }

  @Test("Scene 14: a search survives other widths")
  func resizingASearch() throws {
    let shell = try ShellSession()
    shell.run("= 3 * 5")
    shell.type("\u{12}* 5")
    shell.wait(for: "the block") { $0.text.hasSuffix("\n15\n= 3 * 5\nsearch: * 5") }
    shell.resize(columns: 40)
    shell.type("\u{7F}")
    shell.wait(for: "the block at 40 columns") { $0.text.hasSuffix("\n15\n= 3 * 5\nsearch: *") }
    shell.type("\u{1B}")
    shell.waitForPrompt()
    #expect(shell.screen.text.hasSuffix("\n15\nmartlet>"))
  }

  @Test("Keys of the library that run its own commands, or programs, do nothing")
  func keysOfTheLibrary() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("bin"),
      withIntermediateDirectories: true
    )
    let program = try folder.write("#!/bin/sh\ntouch \"$HOME/started\"\n", to: "bin/vi")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    try folder.write("bind -v\n", to: ".editrc")
    let environment = ["PATH": "\(folder.file("bin")):/usr/bin:/bin"]
    for arguments in [[], ["--safe"]] {
      let shell = try ShellSession(arguments, folder: folder, environment: environment)
      shell.type("= 1 + 2")
      shell.wait(for: "the block") { $0.lastLine == "martlet> = 1 + 2" }
      // With the settings, Esc starts vi's commands; without them it is a part of Alt-V and Alt-X.
      for keys in ["\u{1B}v", "\u{1B}x", "\u{1B}:"] {
        shell.type(keys + "bind ^T martlet-nonsense")
      }
      shell.type("\u{03}")
      shell.waitForPrompt()
      #expect(shell.run("= 40 + 2").contains("\n42\n"))
      shell.type("\u{04}")
      #expect(shell.waitForExit() == 0)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("started")))
  }

  @Test func controlBackslashRunsNothing() throws {
    let shell = try ShellSession()
    shell.type("= 40 + 2\u{1C}3")
    shell.wait(for: "the block goes on") { $0.lastLine == "martlet> = 40 + 23" }
    shell.type("\r")
    shell.wait(for: "\n63\n")
  }

  @Test("Scene 14: a block of several lines survives other widths")
  func resizingLines() throws {
    let shell = try ShellSession()
    let text = "= \"" + (1...9).map { "word\($0)" }.joined(separator: " ") + "\" +"
    shell.type("\(text)\r\"x\"")
    shell.wait(for: "two lines") { $0.lastLine == "    = …> \"x\"" }
    for columns in [40, 100, 30, 80] {
      shell.resize(columns: columns)
      shell.type("\u{05}y")
      shell.wait(for: "the key") { $0.text.hasSuffix("\"x\"y") }
      shell.type("\u{7F}")
      let first = Self.wrapped("martlet> \(text)", columns)
      shell.wait(for: "the block at \(columns) columns") {
        $0.text.hasSuffix("\n\(first)\n    = …> \"x\"")
          && $0.text.components(separatedBy: "martlet>").count == 2
      }
    }
  }
}
