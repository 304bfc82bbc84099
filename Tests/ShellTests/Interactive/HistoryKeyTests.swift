import Foundation
import TestSupport
import Testing

/// History files that cannot be read or written never stop the shell.
@Suite struct HistoryKeyTests {
  @Test func folderInsteadOfTheFile() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("martlet/history"),
      withIntermediateDirectories: true
    )
    let shell = try ShellSession(folder: folder)
    #expect(shell.run("= 2 + 3").contains("\n5\n"))
    #expect(shell.run(".history").contains("\n= 2 + 3\n.history\n"), "\(shell.screen.text)")
  }

  @Test func fileInsteadOfTheFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "martlet")
    let shell = try ShellSession(folder: folder)
    #expect(shell.run("= 2 + 3").contains("\n5\n"))
  }

  @Test func pipeOrDeviceInsteadOfTheFile() throws {
    for target in ["pipe", "/dev/zero", "/dev/full"] {
      let folder = try TemporaryFolder()
      try FileManager.default.createDirectory(
        atPath: folder.file("martlet"),
        withIntermediateDirectories: true
      )
      if target == "pipe" {
        try #require(mkfifo(folder.file("martlet/history"), 0o600) == 0)
      } else {
        try FileManager.default.createSymbolicLink(
          atPath: folder.file("martlet/history"),
          withDestinationPath: target
        )
      }
      let shell = try ShellSession(folder: folder)
      #expect(shell.run("= 2 + 3").contains("\n5\n"), "\(target)")
    }
  }

  @Test func fileOfArbitraryBytes() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("martlet"),
      withIntermediateDirectories: true
    )
    var bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 3) }
    bytes += Array("\n= 40 + 2\n".utf8)
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file("martlet/history")))
    let shell = try ShellSession(folder: folder)
    shell.type("\u{1B}[A")
    shell.wait(for: "the last block") { $0.lastLine == "martlet> = 40 + 2" }
    shell.type("\r")
    shell.wait(for: "\n42\n")
    shell.waitForPrompt()
    #expect(shell.run("= 2 + 3").contains("\n5\n"))
  }

  @Test func suggestionsPreferWhatSucceeded() throws {
    let folder = try TemporaryFolder()
    let first = try ShellSession("--demo", folder: folder)
    first.run("count Budget where limit > 5")
    first.run("count Budget where lmit > 6")
    for shell in [first, try ShellSession("--demo", folder: folder)] {
      shell.type("count B")
      shell.wait(for: "the older one") { $0.lastLine == "martlet> count Budget where limit > 5" }
      shell.type("\u{03}")
      shell.waitForPrompt()
      shell.type("\u{1B}[A")
      shell.wait(for: "the newest") { $0.lastLine == "martlet> count Budget where lmit > 6" }
      shell.type("\u{03}")
      shell.waitForPrompt()
    }
  }

  @Test func aSessionIsWrittenAsAScript() throws {
    let folder = try TemporaryFolder()
    let shell = try ShellSession("--demo", rows: 80, columns: 200, folder: folder)
    let typed = [
      ".mode csv", "count Budget", "fetch Budgte", "= 1 + 1", "= 3", ".help quit",
      "let big = fetch Budget where limit > 1000", "count big",
    ]
    for line in typed { shell.run(line) }
    shell.type("fetch Budget select name\u{1B}\r  limit 1\r")
    shell.wait(for: "the name") { $0.text.contains("Summer Vacation") }
    shell.waitForPrompt()
    let path = folder.file("session.fetch")
    shell.run(".once \(path)")
    shell.run(".history --session --ok")
    let kept = typed.filter { !$0.hasPrefix("fetch Budgte") && !$0.hasPrefix(".help") }
    let expected = kept + ["fetch Budget select name\n  limit 1", ".once \(path)"]
    #expect(try folder.text("session.fetch") == expected.joined(separator: "\n") + "\n")
    try folder.write(expected.dropLast().joined(separator: "\n") + "\n", to: "session.fetch")
    let result = try BuiltCommand.run("--demo", "-f", path)
    #expect(result.output == "count\n12\nvalue\n2\nvalue\n3\ncount\n3\nname\nSummer Vacation\n")
  }

  @Test func patternWithoutMatchesIsNamed() throws {
    let shell = try ShellSession("--safe")
    #expect(shell.run(".history xyz").contains("\n.history xyz\n"))
    let result = try BuiltCommand.run(
      "-c",
      ".history xyz",
      environment: ["XDG_STATE_HOME": shell.folder.path]
    )
    #expect(result.output == "no history that contains `xyz`\n")
  }
}
