import Foundation
import TestSupport
import Testing

/// SVG files of `chart … to`, written by the built command.
@Suite struct ChartFileTests {
  private static func run(_ options: [String] = [], to path: String) throws -> BuiltCommand.Result {
    let text = "fetch Budget where spent > 0 chart bar name, spent to \"\(path)\""
    return try BuiltCommand.run(["--demo"] + options + ["-c", text])
  }

  @Test func aPictureIsWritten() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("spent.svg")
    // Read-only stores can be drawn.
    for options in [[], ["--read-only"]] {
      let result = try Self.run(options, to: path)
      #expect(result.status == 0 && result.output == "11 rows drawn\n", "\(result)")
      #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("</svg>\n"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["spent.svg"])
  }

  /// What stood there stays, and nothing half written is left.
  @Test(arguments: [
    ("none/x.svg", "there is no folder \"FOLDER/none\"", "help: create the folder first"),
    ("folder.svg", "it is a folder", "help: name a file in it"),
    ("old.svg/x.svg", "\"FOLDER/old.svg\" is not a folder", ""),
    ("full.svg", "No space left on device", ""),
  ])
  func writeFailuresAreReported(name: String, reason: String, help: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "old.svg")
    let files = FileManager.default
    try files.createDirectory(atPath: folder.file("folder.svg"), withIntermediateDirectories: false)
    try files.createSymbolicLink(atPath: folder.file("full.svg"), withDestinationPath: "/dev/full")
    let before = try files.contentsOfDirectory(atPath: folder.path).sorted()
    let result = try Self.run(to: folder.file(name))
    #expect(result.status == 1 && result.output.isEmpty, "\(result)")
    #expect(result.errors.contains(reason.replacing("FOLDER", with: folder.path)), "\(result)")
    #expect(help.isEmpty || result.errors.contains(help), "\(result)")
    #expect(result.errors.contains("^^^"), "\(result)")
    #expect(try files.contentsOfDirectory(atPath: folder.path).sorted() == before)
    #expect(try String(contentsOfFile: folder.file("old.svg"), encoding: .utf8) == "old")
  }

  /// Root may write everywhere.
  @Test(.enabled(if: geteuid() != 0)) func readOnlyFolderIsReported() throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    defer { try? files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
    let result = try Self.run(to: folder.file("x.svg"))
    #expect(result.status == 1 && result.errors.contains("cannot create a file in the folder"))
  }

  @Test func homeFolderIsExpanded() throws {
    let result = try BuiltCommand.run([
      "--demo", "--no-bail", "-c", "fetch Budget chart bar name, spent to \"~/x.svg\"", "-c",
      "export (fetch Budget) to \"~/x.csv\"", "-c", ".output ~/x",
    ])
    let help = result.errors.split(separator: "\n").filter {
      $0 == "help: `~` is not expanded here; write the full path"
    }
    #expect(result.status == 1 && help.count == 3, "\(result)")
  }

  @Test func noModelsNoDiagram() throws {
    let folder = try TemporaryFolder()
    let result = try BuiltCommand.run([folder.file("new.store"), "-c", ".schema --mermaid"])
    #expect(result.status == 0 && result.output == "no models\n", "\(result)")
  }

  @Test func safeModeWritesNothing() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("x.svg")
    let result = try Self.run(["--safe"], to: path)
    #expect(result.status == 1 && result.errors.contains("with `--safe`"), "\(result)")
    #expect(result.errors.contains("^^^") && result.errors.contains("help: "))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  /// Drawn values are counted, and missing ones are reported.
  @Test func onlyRowsThatAreDrawnAreCounted() throws {
    let folder = try TemporaryFolder()
    let table = try folder.write(
      "at,v\n2026-01-01,1\n2026-01-02,\n,3\n2026-01-04,4\n2026-01-05,5\n2026-01-06,6\n",
      to: "t.csv"
    )
    let path = folder.file("t.svg")
    let line = "fetch t chart line at, v to \"\(path)\""
    let result = try BuiltCommand.run([table, "-c", line])
    #expect(
      result.output == "4 of 6 rows drawn\n1 of 6 has no value\n1 of 6 has no at\n",
      "\(result)"
    )
    let before = try String(contentsOfFile: path, encoding: .utf8)
    let none = "fetch t where v == nil chart line at, v to \"\(path)\""
    let empty = try BuiltCommand.run([table, "-c", none])
    #expect(empty.output.hasPrefix("no chart, no file written: "), "\(empty)")
    #expect(empty.output.hasSuffix("\n1 of 1 has no value\n"), "\(empty)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == before)
  }

  @Test func fileIsUnchangedWithoutMatches() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("old", to: "old.svg")
    let text = "fetch Budget where spent < 0 chart bar name, spent to \"\(path)\""
    let result = try BuiltCommand.run("--demo", statements: [text])
    #expect(result.status == 0 && result.output.hasPrefix("no rows"), "\(result)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
  }
}
