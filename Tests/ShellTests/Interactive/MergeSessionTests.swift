import Foundation
import TestSupport
import Testing

/// `merge … asking` on a terminal.
@Suite struct MergeSessionTests {
  private let folder: TemporaryFolder
  private static let prompt = "keep [t,o,n,T,O,N,s,q,?]>"

  /// Two copies of a store, with three conflicts.
  init() throws {
    folder = try TemporaryFolder()
    let laptop = folder.file("laptop.store")
    let made = try BuiltCommand.run(
      laptop,
      statements: [
        "model Budget { name: String, limit: Int }",
        "insert Budget [{ name: \"a\", limit: 1 }, { name: \"b\", limit: 2 }, { name: \"c\", limit: 3 }]",
      ]
    )
    #expect(made.status == 0, "\(made.errors)")
    try FileManager.default.copyItem(atPath: laptop, toPath: folder.file("phone.store"))
    let last = ["laptop": "delete Budget#3", "phone": "update Budget#3 set limit = 23"]
    for (store, base) in [("laptop", 10), ("phone", 20)] {
      let result = try BuiltCommand.run(
        folder.file("\(store).store"),
        statements: [
          "update Budget#1 set limit = \(base + 1)", "update Budget#2 set limit = \(base + 2)",
          last[store] ?? "",
        ]
      )
      #expect(result.status == 0, "\(result.errors)")
    }
  }

  private func shell() throws -> ShellSession {
    let shell = try ShellSession(
      ["martlet=" + folder.file("laptop.store"), folder.file("phone.store")],
      rows: 50,
      columns: 100
    )
    shell.type("merge phone asking\r")
    wait(shell, "conflict 1 of 3: Budget#1.limit")
    return shell
  }

  private func wait(
    _ shell: ShellSession,
    _ text: String,
    at location: SourceLocation = #_sourceLocation
  ) {
    shell.wait(for: text, at: location) {
      shell.hasTakenEnter && $0.text.contains(text) && $0.lastLine == Self.prompt
    }
  }

  private func limits(_ shell: ShellSession) -> String {
    let text = shell.run("fetch Budget select @id, limit")
    return text.components(separatedBy: "│ @id").last ?? text
  }

  @Test func eachConflictIsAsked() throws {
    let shell = try shell()
    #expect(shell.screen.text.contains(#/this +11  saved 20\d\d-\d\d-\d\dT[\d:]+\n/#))
    #expect(shell.screen.text.contains(#/other +21  saved 20[-\dT:]+, newest/#))
    shell.type("?\r")
    wait(shell, "s  skip: ask again after the others")
    shell.type("other\r")
    wait(shell, "conflict 2 of 3: Budget#2.limit")
    shell.type("s\r")
    wait(shell, "conflict 3 of 3: Budget#3")
    #expect(shell.screen.text.contains(#/this +deleted/#), "\(shell.screen.text)")
    #expect(shell.screen.text.contains(#/other +changed/#))
    shell.type("n\r")
    shell.wait(for: "the skipped conflict again") {
      $0.text.components(separatedBy: "conflict 2 of 3").count == 3 && $0.lastLine == Self.prompt
    }
    shell.type("t\r")
    shell.waitForPrompt()
    #expect(shell.screen.text.contains("3 saves of phone merged"), "\(shell.screen.text)")
    let answer = limits(shell)
    for row in ["Budget#1 │    21", "Budget#2 │    12", "Budget#3 │    23"] {
      #expect(answer.contains(row), "\(answer)")
    }
    // Decided conflicts are not asked again.
    #expect(shell.run("merge phone asking").contains("nothing new in phone"))
  }

  @Test func oneAnswerForAll() throws {
    let shell = try shell()
    shell.type("T\r")
    shell.waitForPrompt()
    let answer = limits(shell)
    #expect(answer.contains("Budget#1 │    11"), "\(answer)")
    #expect(answer.contains("Budget#2 │    12"))
    #expect(!answer.contains("Budget#3"))
  }

  @Test(arguments: ["q\r", "\u{03}", "\u{04}"])
  func leavingChangesNothing(key: String) throws {
    let shell = try shell()
    shell.type("o\r")
    wait(shell, "conflict 2 of 3")
    shell.type(key)
    shell.wait(for: "the prompt of the shell") { $0.lastLine == "martlet>" }
    let answer = limits(shell)
    #expect(answer.contains("Budget#1 │    11"), "\(answer)")
    #expect(shell.run("preview merge phone").contains("this would merge 3 saves"))
  }

  /// The answers count only for the values that were shown.
  @Test(arguments: [
    ("phone", "update Budget#1 set limit = 7777"), ("laptop", "update Budget#1 set limit = 7777"),
    ("phone", "delete Budget#1"), ("phone", "update Budget#3 set limit = 7777"),
  ])
  func changesWhileAskedRefuseTheMerge(store: String, statement: String) throws {
    let shell = try shell()
    let changed = try BuiltCommand.run(folder.file("\(store).store"), "-c", statement)
    #expect(changed.status == 0, "\(changed.errors)")
    shell.type("O\r")
    shell.waitForPrompt()
    let text = shell.screen.text
    #expect(text.contains("phone or this store changed while you were asked"), "\(text)")
    #expect(text.contains("help: `merge phone asking` asks again"), "\(text)")
    #expect(!text.contains("asks about each"), "\(text)")
    let answer = limits(shell)
    #expect(answer.contains(store == "laptop" ? "7777" : "Budget#1 │    11"), "\(answer)")
    #expect(answer.contains("Budget#2 │    12"), "\(answer)")
  }

  @Test func askingAgainShowsTheNewValues() throws {
    let shell = try shell()
    let changed = try BuiltCommand.run(
      folder.file("phone.store"),
      "-c",
      "update Budget#1 set limit = 7777"
    )
    #expect(changed.status == 0, "\(changed.errors)")
    shell.type("O\r")
    shell.waitForPrompt()
    shell.type("merge phone asking\r")
    wait(shell, "7777")
    shell.type("O\r")
    shell.waitForPrompt()
    let answer = limits(shell)
    #expect(answer.contains("Budget#1 │  7777"), "\(answer)")
    #expect(answer.contains("Budget#2 │    22"), "\(answer)")
  }

  @Test func longValuesAreCut() throws {
    let rest = String(repeating: "x", count: 10_000)
    for (store, letter) in [("laptop", "a"), ("phone", "b")] {
      let result = try BuiltCommand.run(
        folder.file("\(store).store"),
        "-c",
        "update Budget#2 set name = \"\(letter)\(rest)\""
      )
      #expect(result.status == 0, "\(result.errors)")
    }
    let cut = String(repeating: "x", count: 57) + "…"
    let shell = try ShellSession(
      ["martlet=" + folder.file("laptop.store"), folder.file("phone.store")],
      rows: 50,
      columns: 100
    )
    shell.type("merge phone asking\r")
    wait(shell, "conflict 1 of 4")
    shell.type("o\r")
    wait(shell, "conflict 2 of 4")
    shell.type("o\r")
    wait(shell, "conflict 3 of 4")
    let questions = shell.screen.text
    #expect(questions.contains("this   \"a\(cut)"), "\(questions)")
    #expect(questions.contains("other  \"b\(cut)"), "\(questions)")
    shell.type("q\r")
    shell.waitForPrompt()
    let merged = try BuiltCommand.run(
      folder.file("laptop.store"),
      folder.file("phone.store"),
      "-c",
      "merge phone preferring this"
    )
    let text = merged.output + merged.errors
    #expect(
      text.contains("Budget#2.name is \"a\(cut) here and \"b\(cut) in phone: kept this"),
      "\(text)"
    )
  }

  @Test func scriptsCannotAsk() throws {
    let result = try BuiltCommand.run(
      folder.file("laptop.store"),
      folder.file("phone.store"),
      "-c",
      "merge phone asking"
    )
    #expect(result.status == 1)
    #expect(
      result.errors.contains("error: `asking` works only where a person types statements"),
      "\(result.errors)"
    )
    #expect(result.errors.contains("help: use `preferring newest`"))
  }
}
