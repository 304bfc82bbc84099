import Foundation
import TestSupport
import Testing

/// Migrations of files by the built command.
@Suite struct MigrationTests {
  private let folder: TemporaryFolder
  private let store: String

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    store = folder.file("a.store")
    let made = try BuiltCommand.run(
      store,
      statements: ["model A { n: Int, t: String? }", "insert A [{ n: 1, t: \"x\" }, { n: 2 }]"]
    )
    #expect(made.status == 0, "\(made.errors)")
  }

  private static let second = "version 2 { model A { number: Int was n, t: String? } }"

  private func run(_ statements: String..., arguments: [String] = []) throws -> BuiltCommand.Result
  {
    try BuiltCommand.run(
      [store, "-m", "csv"] + arguments + statements.flatMap { ["-c", $0] }
    )
  }

  /// The names of all copies, without what SQLite has put beside them.
  private func copies() throws -> [String] {
    try folder.names().filter { $0.contains("before-version") }
  }

  @Test func copyIsNextToTheFile() throws {
    let result = try run(Self.second, "migrate 2", "fetch A")
    #expect(result.status == 0)
    #expect(result.output == "number,t\n1,x\n2,\n", "\(result.errors)")
    #expect(
      result.errors
        == "a copy of the previous store is in \(folder.file("a.before-version-2.store"))\n"
    )
    let copy = folder.file("a.before-version-2.store")
    let before = try BuiltCommand.run(copy, "-m", "csv", "-c", "fetch A")
    #expect(before.output == "n,t\n1,x\n2,\n", "\(before.errors)")
  }

  /// The copy contains changes that are still in the log, and never replaces a file.
  @Test func nothingIsOverwritten() throws {
    try folder.write("mine", to: "a.before-version-2.store")
    let script = """
      insert A n: 3
      \(Self.second)
      migrate 2
      """
    let result = try BuiltCommand.run(store, "-f", try folder.write(script, to: "s.fetch"))
    #expect(result.status == 0, "\(result.errors)")
    #expect(try folder.text("a.before-version-2.store") == "mine")
    let copy = folder.file("a.before-version-2-2.store")
    #expect(try BuiltCommand.run(copy, "-c", "count A").output == "3\n")
  }

  /// What a process left that was killed while it copied goes with the next migration.
  @Test func leftoversAreRemoved() throws {
    try folder.write("part", to: "a.store.copy-3F2504E0-4F89-11D3-9A0C-0305E82C3301")
    try folder.write("mine", to: "a.store.copy-of-mine")
    #expect(try run(Self.second, "migrate 2").status == 0)
    let rest = try folder.names().filter { $0.contains("copy-") }
    #expect(rest == ["a.store.copy-of-mine"])
  }

  @Test func failureLeavesNoCopy() throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: store))
    for statements in [
      ["version 2 { model A { n: Int, t: String } }", "migrate 2"],
      ["version 2 { model A { n: Int } }", "migrate 2"],
      ["version 2 { model A { n: Int, t: String?, check n > 1 } }", "migrate 2"],
      ["version 2 { model A { n: Int, t: String?, u: Int }, set A.u = 1 }", "preview migrate 2"],
    ] {
      let result = try run(statements[0], statements[1])
      #expect(result.status == (statements[1].hasPrefix("preview") ? 0 : 1), "\(result)")
      #expect(try copies() == [])
      #expect(try run("fetch A").output == "n,t\n1,x\n2,\n")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: store)) == before)
  }

  @Test func storeOpenedReadOnly() throws {
    let result = try run(
      "version 2 { model A { n: Int } }",
      "preview migrate 2",
      arguments: ["--read-only", "-m", "table"]
    )
    #expect(result.output.contains("loss: A.t: 1 value would be lost"), "\(result)")
    let renamed = try run(
      "version 2 { model B was A { number: Int was n, t: String?, twice: Int }, set B.twice = n + number }",
      "preview migrate 2",
      arguments: ["--read-only", "-m", "table"]
    )
    #expect(renamed.output.contains("this version first renames models or cases"), "\(renamed)")
    // Records named like their model change before the first stage.
    let kinds = "model V { x: Int? }"
    let kind = "model C: V { y: Int? }"
    #expect(try run(kinds, kind, "insert C { x: 1 }").status == 0)
    let specialized = try run(
      "version 2 { model A { n: Int, t: String? }, \(kinds), model D: V was C { y: Int? } }",
      "preview migrate 2",
      arguments: ["--read-only", "-m", "table"]
    )
    #expect(
      specialized.output.contains("losses cannot be determined in a read-only store"),
      "\(specialized)"
    )
    let refused = try run(Self.second, "migrate 2", arguments: ["--read-only"])
    #expect(refused.status == 1)
    #expect(refused.errors.contains("it is read-only"), "\(refused.errors)")
    #expect(try copies() == [])
  }

  @Test func versionSurvivesReopening() throws {
    #expect(try run(Self.second, "migrate 2").status == 0)
    let info = try run(".info").output
    #expect(info.contains("schema version,2\n"), "\(info)")
    #expect(try run(Self.second, "migrate 2").status == 0)
    #expect(try copies().count == 1)
    let other = try run("version 2 { model A { number: String, t: String? } }")
    #expect(other.status == 1)
    #expect(other.errors.contains("the store has a different version 2"), "\(other.errors)")
    #expect(other.errors.contains("A: `number: Int` → `number: String`"), "\(other.errors)")
    let newer = try run(
      "version 3 { model A { number: Int, t: String?, u: Int? } }",
      "count A"
    )
    #expect(newer.errors.contains("the store has version 2, and version 3 is newer"), "\(newer)")
    #expect(newer.errors.contains("A: with `u: Int?`"), "\(newer)")
    let older = try run("version 1 { model A { n: Int } }", "count A")
    #expect(older.errors.contains("the store already has version 2"), "\(older)")
  }

  @Test func anotherSessionSeesTheNewModels() throws {
    let session = try ShellSession(store, waits: false)
    session.wait(for: "the prompt") { $0.lastLine == "a>" }
    #expect(try run(Self.second, "migrate 2").status == 0)
    session.type("count A where number > 1\r")
    session.wait(for: "the count") { $0.text.contains("\n1\n") }
  }

  /// Whichever comes first migrates; the others find the store where they want it.
  @Test func severalProcessesMigrateOnce() throws {
    let script = try folder.write(
      "version 1 { model A { n: Int, t: String? }, set A.n = n * 100 }\nmigrate 1",
      to: "s.fetch"
    )
    // Not by `wait`, which needs signals that the test threads block.
    let all = try BuiltCommand.runShell(
      "seq 4 | xargs -P 4 -I % '\(BuiltCommand.path)' '\(store)' -f '\(script)'"
    )
    #expect(all.status == 0, "\(all)")
    #expect(try run("fetch A select n").output == "n\n100\n200\n")
    #expect(try copies() == ["a.before-version-1.store"])
    let versions = try BuiltCommand.runShell(
      "sqlite3 '\(store)' 'SELECT version FROM martlet_versions'"
    )
    #expect(versions.output == "1\n")
  }

  /// Statements that cannot be read, as those of a newer program, are not taken away.
  @Test func savedQueriesStay() throws {
    #expect(try run("let A.small = fetch A where n < 2").status == 0)
    let added = try BuiltCommand.runShell(
      "sqlite3 '\(store)' \"INSERT INTO martlet_queries VALUES (7, 'let later = of another kind')\""
    )
    #expect(added.status == 0, "\(added.errors)")
    #expect(try run(Self.second, "migrate 2").status == 0)
    let kept = try BuiltCommand.runShell(
      "sqlite3 '\(store)' 'SELECT text FROM martlet_queries ORDER BY text'"
    )
    #expect(
      kept.output == "let A.small = fetch A where number < 2\nlet later = of another kind\n"
    )
  }

  /// What another session saved while this one was at work elsewhere is kept and followed.
  @Test func queriesOfOtherSessionsAreFollowed() throws {
    let session = try ShellSession(store, waits: false)
    session.wait(for: "the prompt") { $0.lastLine == "a>" }
    #expect(try run("let A.small = fetch A where n < 2").status == 0)
    session.type("\(Self.second)\r")
    session.wait(for: "the version") { $0.text.contains("version 2; the store has no version") }
    session.type("migrate 2\r")
    session.wait(for: "the migration") { $0.text.contains("renamed in saved queries: `A.small`") }
    #expect(try run("fetch A.small").output == "number,t\n1,x\n")
  }

  @Test(arguments: [0o600, 0o640, 0o644])
  func copyHasThePermissionsOfTheFile(mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: store)
    #expect(try run(Self.second, "migrate 2").status == 0)
    let copy = folder.file("a.before-version-2.store")
    let attributes = try FileManager.default.attributesOfItem(atPath: copy)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode)
  }

  @Test func foreignFilesHaveNoVersions() throws {
    let file = folder.file("plain.db")
    let made = try BuiltCommand.runShell(
      "sqlite3 '\(file)' 'CREATE TABLE A (n INTEGER); INSERT INTO A VALUES (1)'"
    )
    #expect(made.status == 0)
    let result = try BuiltCommand.run(file, statements: [Self.second, "migrate 2"])
    #expect(result.status == 1)
    #expect(result.errors.contains("another program created its tables"), "\(result)")
  }
}
