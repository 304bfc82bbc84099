import Foundation
import TestSupport
import Testing

/// Tips after statements, on a terminal.
@Suite struct TipTests {
  private static let undo = "tip: `undo` reverts it"

  @Test func aTipIsShownTwice() throws {
    let folder = try TemporaryFolder()
    let first = try ShellSession("--demo", rows: 60, folder: folder)
    #expect(
      first.run("delete Expense#1")
        .hasSuffix("1 deleted\n\(Self.undo) (`.tips off` hides tips)\nmartlet>")
    )
    first.kill()
    let second = try ShellSession("--demo", rows: 60, folder: folder)
    #expect(second.run("delete Expense#1").contains(Self.undo))
    #expect(!second.run("delete Expense#2").hasSuffix("\(Self.undo)\nmartlet>"))
    #expect(try folder.text("martlet/tips") == "undo\nundo\n")
    let safe = try ShellSession("--demo", "--safe", rows: 60, folder: folder)
    #expect(safe.run("delete Expense#1").contains(Self.undo))
    #expect(try folder.text("martlet/tips") == "undo\nundo\n")
  }

  @Test func chartsAndTraces() throws {
    let shell = try ShellSession("--demo", rows: 60)
    let grouped = shell.run("fetch User group by city select city, count() limit 3")
    #expect(grouped.contains("tip: `chart bar` at the end draws it (`.tips off` hides tips)\n"))
    let empty = shell.run("fetch Budget where limit > 9000")
    #expect(empty.contains("\ntip: `trace` instead of `fetch` shows why, record by record\n"))
    #expect(!shell.run("delete Expense where amount > 100000").contains(Self.undo))
  }

  @Test func tipsCanBeHidden() throws {
    let shell = try ShellSession("--demo", rows: 60)
    shell.run(".tips off")
    #expect(!shell.run("delete Expense#1").contains("tip:"))
    #expect(shell.run(".tips").contains("\ntips off\n"))
    let script = try BuiltCommand.run("--demo", "-c", "delete Expense#1")
    #expect(script.output == "1 deleted\n" && script.errors.isEmpty)
  }
}
