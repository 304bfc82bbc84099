import Foundation
import TestSupport
import Testing

/// Scenes at the prompt with the Tab key, on the built command.
@Suite struct CompletionScenes {
  @Test("Scene 2: the keyword is finished, then only entities are offered")
  func keywordThenEntities() throws {
    let shell = try ShellSession("--demo")
    let list = "Budget   Expense  User"
    shell.type("fet\t")
    shell.wait(for: "the keyword") { $0.lastLine == "martlet> fetch" && $0.cursor.column == 15 }
    shell.type("\t")
    shell.wait(for: "\nmartlet> fetch\nBudget   Expense  User")
    shell.type("\t")
    shell.wait(for: "the first candidate") { $0.text.hasSuffix("\nmartlet> fetch Budget\n\(list)") }
    shell.type("\t")
    shell.wait(for: "the next candidate") { $0.text.hasSuffix("\nmartlet> fetch Expense\n\(list)") }
    #expect(shell.screen.style(of: "Expense") == "7")
    shell.type("\u{1B}[Z")
    shell.wait(for: "the one before it") { $0.text.hasSuffix("\nmartlet> fetch Budget\n\(list)") }
  }

  @Test("Scene 3: paths with types after where")
  func pathsWithTypes() throws {
    let shell = try ShellSession("--demo")
    shell.type("fetch Budget where \t")
    shell.wait(for: "\nmartlet> fetch Budget where\nname      String ")
    for path in ["limit     Double", "owner     String?", "created   Date", "expenses  [Expense]"] {
      shell.wait(for: "\n\(path)")
    }
    #expect(!shell.screen.text.contains("\nsort"))
  }

  @Test("Scene 3: only valid values after an operator")
  func validValues() throws {
    let shell = try ShellSession("--demo")
    shell.type("fetch Budget where limit > \t")
    shell.wait(for: "the list") { $0.text.contains("remaining Double") }
    #expect(!shell.screen.text.contains("\nname ") && !shell.screen.text.contains("\ncreated"))
    #expect(!shell.screen.text.contains("lower("))
  }

  @Test("Scene 3: existing values in quotes")
  func valuesThatOccur() throws {
    let shell = try ShellSession("--demo")
    shell.type("fetch Budget where name == \"Wi\t")
    shell.wait(for: "the value") { $0.lastLine.hasSuffix("name == \"Winter vacation\"") }
    shell.type("\u{03}")
    shell.waitForPrompt()
    shell.type("fetch Budget where name ~ \"vac\t\t")
    shell.wait(for: "a value that has it within") {
      $0.text.contains("martlet> fetch Budget where name ~ \"Summer Vacation\"\nSummer Vac")
    }
  }

  @Test("Scene 7: input has colors, an unclosed string is marked")
  func colors() throws {
    let shell = try ShellSession(
      "--demo",
      environment: ["NO_COLOR": ""],
      waits: false
    )
    shell.wait(for: "the prompt") { $0.lastLine == "martlet>" }
    shell.type("fetch Budget where name ~ \"Va")
    shell.wait(for: "the open text in red") { $0.style(of: "\"Va") == "1;31" }
    #expect(shell.screen.style(of: "fetch") == "1;34")
    #expect(shell.screen.style(of: "Budget") == "33")
    #expect(shell.screen.style(of: "name") == "36")
    #expect(shell.screen.lastLine == "martlet> fetch Budget where name ~ \"Va")
    shell.type("\"")
    shell.wait(for: "the closed text in green") { $0.style(of: "\"Va\"") == "32" }
    shell.type(" and nme == 1")
    shell.wait(for: "the unknown name in red") { $0.style(of: "nme") == "1;31" }
    #expect(shell.screen.cursor.column == shell.screen.lastLine.count)
  }

  @Test("Scene 3: values that take too long are done without")
  func slowValues() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("endless.sqlite")
    let sql =
      "create view endless as with recursive n(i) as (select 1 union all select i + 1 from n) "
      + "select i as number, cast(i as text) as name from n where i < 0"
    #expect(try BuiltCommand.runShell("sqlite3 '\(path)' '\(sql)'").status == 0)
    let shell = try ShellSession(path, folder: folder, waits: false)
    shell.wait(for: "the prompt") { $0.lastLine == "endless>" }
    shell.type("fetch endless where name == \"1\t2")
    shell.wait(for: "the key after Tab") { $0.lastLine.hasSuffix("name == \"12") }
  }

  @Test("Scene 3: existing values after a stopped statement, too")
  func valuesAfterControlC() throws {
    let shell = try ShellSession("--demo")
    shell.run("model Kept { n: Int }")
    shell.runLong(of: "Kept")
    shell.type("\u{03}")
    shell.wait(for: "the cancellation") { $0.text.contains("cancelled after ") }
    shell.waitForPrompt()
    shell.type("fetch Budget where name == \"Wi\t")
    shell.wait(for: "the value") { $0.lastLine.hasSuffix("name == \"Winter vacation\"") }
  }

  @Test("Completion works after an error, too")
  func afterAnError() throws {
    let shell = try ShellSession("--demo")
    shell.type("fetch Budget where nme == 1 and lim\t")
    shell.wait(for: "the attribute") { $0.lastLine.hasSuffix("nme == 1 and limit") }
  }

  @Test("With --safe neither files nor the history of other sessions are seen")
  func safeMode() throws {
    let folder = try TemporaryFolder()
    let first = try ShellSession(folder: folder)
    first.run("= 1 + 10")
    first.kill()
    let shell = try ShellSession("--demo", "--safe", columns: 160, folder: folder)
    shell.type("\u{1B}[A.read \(folder.path)/mart\tx")
    shell.wait(for: "no file") { $0.lastLine.hasSuffix("/martx") }
    shell.type("\u{03}")
    shell.waitForPrompt()
    #expect(shell.run(".history 10").contains("\n.history 10\nmartlet>"))
    shell.kill()
    #expect(try folder.text("martlet/history") == "= 1 + 10\n")
  }

  @Test("Scene 2: Esc restores what was typed; other keys erase the list")
  func escape() throws {
    let shell = try ShellSession("--demo")
    shell.type("count \t\t")
    shell.wait(for: "the first candidate") {
      $0.text.hasSuffix("> count Budget\nBudget   Expense  User")
    }
    shell.type("\u{1B}[B")
    shell.wait(for: "the next") { $0.text.hasSuffix("> count Expense\nBudget   Expense  User") }
    shell.type("\u{1B}")
    shell.wait(for: "what was typed") { $0.lastLine == "martlet> count" && $0.cursor.column == 15 }
    shell.type("\t\t")
    shell.wait(for: "the list") { $0.text.hasSuffix("\nBudget   Expense  User") }
    shell.type(" ")
    shell.wait(for: "no list") { $0.lastLine == "martlet> count Budget" }
    shell.type("\r")
    shell.wait(for: "the answer") { $0.text.hasSuffix("\nmartlet> count Budget\n12\nmartlet>") }
  }
}
