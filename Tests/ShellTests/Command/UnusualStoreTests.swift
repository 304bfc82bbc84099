import CoreDataFixtures
import Foundation
import TestSupport
import Testing

/// Empty files, files that are not stores, and read-only files.
@Suite struct UnusualStoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What could never be saved is refused by the statement, not by `save`.
  @Test(arguments: ["begin", "autosave off"])
  func invalidChangesAreNotPending(beginning: String) throws {
    let path = folder.file("app.store")
    try BankModel.file.write(to: path)
    let own = folder.file("own.store")
    let making = ["model Label { n: Int }", "insert Label [{ n: 1 }, { n: 2 }]"]
    #expect(try BuiltCommand.run(own, statements: making).status == 0)
    let cases = [
      (arguments: [path], reason: "it is a Core Data store"),
      (arguments: [own, "--read-only"], reason: "it is read-only"),
    ]
    for (arguments, reason) in cases {
      let result = try BuiltCommand.run(
        arguments
          + ["-m", "csv", "--no-bail", "-c", beginning, "-c", "delete all Label", "-c", "changes"]
      )
      #expect(result.errors.hasPrefix("-c:1:1: error: cannot write"), "\(result.errors)")
      #expect(result.errors.contains(reason), "\(result.errors)")
      #expect(!result.errors.contains("not saved"), "\(result.errors)")
      #expect(result.output.hasSuffix("change,record,property,old,new\n"), "\(result.output)")
    }
  }

  @Test(arguments: ["nosuch.csv", "a.JSONL", "x.md", "y.sql", "*.csv", "b?.store"])
  func noStoreIsCreatedWithTheNameOfADataFile(name: String) throws {
    let path = folder.file(name)
    let result = try BuiltCommand.run("-c", ".open \(path)", "-c", "model A { n: Int }")
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("-c:1:7: error: "), "\(result.errors)")
    #expect(result.errors.contains("help: "))
    #expect(try folder.names().isEmpty)
  }

  @Test func storeMayHaveTheNameOfADataFile() throws {
    let path = folder.file("own.store")
    #expect(try BuiltCommand.run(path, "-c", "model A { n: Int }").status == 0)
    try FileManager.default.moveItem(atPath: path, toPath: folder.file("own.csv"))
    let result = try BuiltCommand.run(
      "-m",
      "csv",
      "-c",
      ".open \(folder.file("own.csv"))",
      "-c",
      "count A"
    )
    #expect(result.output == "count\n0\n", "\(result.errors)")
  }

  @Test func emptyFileIsUnchangedUntilAWrite() throws {
    let path = try folder.write("", to: "e.store")
    let looked = try BuiltCommand.run(path, "-m", "csv", statements: [".stores", "fetch A"])
    #expect(looked.output.contains("\ne,"), "\(looked.output)")
    #expect(try folder.names() == ["e.store"])
    #expect(try folder.text("e.store").isEmpty)
    let made = try BuiltCommand.run(path, statements: ["model A { n: Int }", "insert A n: 1"])
    #expect(made.status == 0, "\(made.errors)")
    #expect(try BuiltCommand.run(path, "-m", "csv", "-c", "count A").output == "count\n1\n")
  }

  @Test func pipeIsNotAStore() throws {
    let path = folder.file("f.store")
    try #require(mkfifo(path, 0o600) == 0)
    for arguments in [[path], ["--read-only", path]] {
      let result = try BuiltCommand.run(arguments + ["-c", "= 1"])
      #expect(result.status == 3 && result.output.isEmpty)
      #expect(
        result.errors.contains("it is a named pipe, not a regular file"),
        "\(result.errors)"
      )
    }
  }

  @Test func unknownArguments() throws {
    let empty = try BuiltCommand.run("", "-c", "= 1")
    #expect(empty.status == 3)
    #expect(empty.errors.hasPrefix("error: \"\" is not a file name\nhelp: "), "\(empty.errors)")
    let model = try BuiltCommand.run("--model", folder.file("no.momd"), "-c", "= 1")
    #expect(model.status == 3 && model.output.isEmpty)
    #expect(model.errors.contains("no.momd\": no such model"), "\(model.errors)")
  }

  @Test(arguments: ["3x", "memory"])
  func theNameThatIsWrongIsUnderlined(name: String) throws {
    let result = try BuiltCommand.run("-c", ".open \(folder.file("a.store")) as \(name)")
    let column = ".open \(folder.file("a.store")) as ".count + 1
    #expect(result.errors.hasPrefix("-c:1:\(column): error: "), "\(result.errors)")
  }

  @Test func parametersAreNamedWhereAValueHasNoName() throws {
    let saving = "let top(n: Int, least: Int = 0) = fetch Budget where limit > $least limit $n"
    for (text, help) in [
      ("fetch top(1)", "help: `top` has the parameters `n`, `least`: `top(n: …, least: …)`"),
      ("fetch top(n: 1, 5)", "help: `top` has the parameters `n`, `least`"),
    ] {
      let result = try BuiltCommand.run("--demo", "-c", saving, "-c", text)
      #expect(result.errors.contains("expected the name of a parameter"), "\(result.errors)")
      #expect(result.errors.contains(help), "\(result.errors)")
    }
  }
}
