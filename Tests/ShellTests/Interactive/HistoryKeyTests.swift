import Foundation
import TestSupport
import Testing

/// Blocks are kept from one session to the next.
@Suite struct HistoryKeyTests {
  @Test func blocksAreRecalledByTheNextSession() throws {
    let folder = try TemporaryFolder()
    let first = try ShellSession(folder: folder)
    first.type("= 40 +\r")
    first.wait(for: "a second line") { $0.cursor.column == 0 }
    first.type("2\r")
    first.wait(for: "\n42\n")
    first.waitForPrompt()
    first.type("\u{04}")
    #expect(first.waitForExit() == 0)

    let second = try ShellSession(folder: folder)
    second.type("\u{1B}[A")
    second.wait(for: "the whole block") { $0.text.hasSuffix("martlet> = 40 +\n2") }
    second.type("\r")
    second.wait(for: "\n42\n")
  }

  @Test func twoSessionsKeepBothHistoriesEvenIfKilled() throws {
    let folder = try TemporaryFolder()
    let first = try ShellSession(folder: folder)
    let second = try ShellSession(folder: folder)
    first.run("= 1 + 0")
    second.run("= 2 + 0")
    first.kill()
    second.kill()
    let path = folder.file("martlet/history")
    let text = try folder.text("martlet/history")
    #expect(text.split(separator: "\n").sorted() == ["= 1 + 0", "= 2 + 0"])
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o600)
  }

  @Test func aFolderInThePlaceOfTheFileDoesNotStopTheShell() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("martlet/history"),
      withIntermediateDirectories: true
    )
    let shell = try ShellSession(folder: folder)
    #expect(shell.run("= 2 + 3").contains("\n5\n"))
  }
}
