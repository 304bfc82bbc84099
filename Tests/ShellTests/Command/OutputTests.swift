import Foundation
import TestSupport
import Testing

/// Output modes and files.
@Suite struct OutputTests {
  static let plants = [
    "-c", "model Plant { name: String, height: Double? }",
    "-c", #"insert Plant [ { name: "Fern", height: 1.5 }, { name: "Ivy, red" } ]"#,
    "-c", "fetch Plant", "-c", "count Plant",
  ]
  static let modes: [(mode: String, output: String)] = [
    ("csv", "name,height\nFern,1.5\n\"Ivy, red\",\ncount\n2\n"),
    ("tsv", "name\theight\nFern\t1.5\nIvy, red\t\ncount\n2\n"),
    (
      "jsonl",
      "{\"name\":\"Fern\",\"height\":1.5}\n{\"name\":\"Ivy, red\",\"height\":null}\n{\"count\":2}\n"
    ),
  ]

  @Test(arguments: modes)
  func machineModes(mode: String, output: String) throws {
    let result = try BuiltCommand.run(Self.plants + ["-m", mode])
    #expect(result.output == output)
    #expect(result.errors.isEmpty)
  }

  @Test func otherParsersReadTheJSON() throws {
    let result = try BuiltCommand.run(Array(Self.plants.dropLast(2)) + ["--mode", "json"])
    let rows = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]]
    )
    #expect(rows.map { $0["name"] as? String } == ["Fern", "Ivy, red"])
    #expect(rows[0]["height"] as? Double == 1.5)
    #expect(rows[1]["height"] is NSNull)
  }

  @Test func tablesInPipesAreNotTruncated() throws {
    let long = String(repeating: "x", count: 300)
    let result = try BuiltCommand.run(
      "-c",
      "model Note { text: String }",
      "-c",
      "insert Note text: \"\(long)\"",
      "-c",
      "fetch Note",
      environment: ["COLUMNS": "40"]
    )
    #expect(result.output.contains(long))
  }

  @Test func outputFileExtensionSelectsTheMode() throws {
    let folder = try TemporaryFolder()
    let result = try BuiltCommand.run(Self.plants + ["-o", folder.file("out.csv")])
    #expect(result.output.isEmpty)
    #expect(try folder.text("out.csv") == Self.modes[0].output)
    #expect(try folder.names() == ["out.csv"])
  }

  @Test func anEndingChoosesAModeWithoutReader() throws {
    let folder = try TemporaryFolder()
    let script = """
      fetch Plant
      .once \(folder.file("once.md"))
      fetch Plant
      .output \(folder.file("all.html"))
      fetch Plant
      .output
      .once \(folder.file("x.csv.gz"))
      """
    let result = try BuiltCommand.run(
      Array(Self.plants.dropLast(4)) + ["-o", folder.file("out.markdown"), "-f", "-"],
      input: script
    )
    #expect(try folder.text("once.md").hasPrefix("| name | height |\n| --- | ---: |\n"))
    #expect(try folder.text("all.html").hasPrefix("<table>"))
    #expect(result.errors.contains("files cannot be compressed while writing"))
    #expect(result.status == 1)
  }

  @Test func aFailedRunLeavesTheOldFile() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "out.csv")
    let result = try BuiltCommand.run(Self.plants + ["-c", ".nope", "-o", folder.file("out.csv")])
    #expect(result.status == 1)
    #expect(try folder.text("out.csv") == "old")
    #expect(try folder.names() == ["out.csv"])
  }

  @Test func symbolicLinksAndPermissionsAreKept() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "real.txt")
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.file("real.txt"))
    try manager.createSymbolicLink(
      atPath: folder.file("link.txt"),
      withDestinationPath: folder.file("real.txt")
    )
    let result = try BuiltCommand.run("-c", "= 1", "-o", folder.file("link.txt"))
    #expect(result.status == 0)
    #expect(try folder.text("real.txt") == "1\n")
    let link = try manager.attributesOfItem(atPath: folder.file("link.txt"))
    #expect(link[.type] as? FileAttributeType == .typeSymbolicLink)
    let real = try manager.attributesOfItem(atPath: folder.file("real.txt"))
    #expect((real[.posixPermissions] as? NSNumber)?.intValue == 0o640)
  }

  @Test func outputGoesToAFileAndBack() throws {
    let folder = try TemporaryFolder()
    let result = try BuiltCommand.run(
      input: """
        = 1
        .output \(folder.file("two.txt"))
        = 2
        .output
        = 3
        """
    )
    #expect(result.output == "1\n3\n")
    #expect(try folder.text("two.txt") == "2\n")
  }

  @Test func devicesAreWrittenDirectly() throws {
    let result = try BuiltCommand.run("-c", "= 1", "-o", "/dev/null")
    #expect(result.status == 0)
    let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
    #expect(type as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test(arguments: [["-c", ".output /"], ["-c", ".once /"], ["-o", "/"]])
  func folderIsNotAFile(arguments: [String]) throws {
    let result = try BuiltCommand.run(arguments + ["-c", "= 1"])
    #expect(result.status != 0)
    #expect(result.errors.contains("cannot write \"/\": it is a folder"), "\(result)")
    #expect(result.errors.contains("help: name a file in it"), "\(result)")
  }

  @Test func theTimerFollowsEachStatement() throws {
    let result = try BuiltCommand.run("-c", ".timer on", "-c", "= 1", "-c", "= 2")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[1].hasPrefix("run time: ") && lines[3].hasPrefix("run time: "))
  }

  @Test func theTimerStaysOutOfMachineOutput() throws {
    let result = try BuiltCommand.run("-c", ".timer on", "-c", "= 1", "-m", "csv")
    #expect(result.output == "value\n1\n")
    #expect(result.errors.hasPrefix("run time: "))
  }

  /// Nothing is written in the place of a store that is open.
  @Test(arguments: [
    ["-c", ".output a.store", "-c", "count A"], ["-c", ".once a.store-wal", "-c", "count A"],
    ["-c", "export A to \"./a.store\" as csv"], ["-o", "a.store", "-c", "count A"],
  ])
  func openStoresAreNotOverwritten(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let command = (["a.store"] + arguments).map { "'\($0)'" }.joined(separator: " ")
    let script = """
      cd '\(folder.path)' && "$MARTLET" a.store -c 'model A { x: Int }' -c 'insert A { x: 1 }' && "$MARTLET" \(command)
      """
    let result = try BuiltCommand.runShell(script)
    #expect(result.status != 0)
    #expect(result.errors.contains("it is the file of the open store `a`"), "\(result)")
    let kept = try BuiltCommand.run(folder.file("a.store"), "-m", "csv", "-c", "count A")
    #expect(kept.output == "count\n1\n", "\(kept)")
  }

  /// A store that is opened after the output was sent to its file is not overwritten either.
  @Test(arguments: [".output a.store", ".once a.store"])
  func storesThatAreOpenedLaterAreNotOverwritten(command: String) throws {
    let folder = try TemporaryFolder()
    let script = """
      cd '\(folder.path)' && "$MARTLET" a.store -c 'model A { x: Int }' -c 'insert A { x: 1 }' && "$MARTLET" -c '\(command)' -c '.open a.store' -c 'count A'
      """
    let result = try BuiltCommand.runShell(script)
    #expect(result.status != 0)
    #expect(result.errors.contains("it is the file of the open store `a`"), "\(result)")
    let kept = try BuiltCommand.run(folder.file("a.store"), "-m", "csv", "-c", "count A")
    #expect(kept.output == "count\n1\n", "\(kept)")
  }

  /// A command that prints nothing leaves the file to the next one; one that prints uses it.
  @Test func silentCommandsDoNotUseOnce() throws {
    let folder = try TemporaryFolder()
    let result = try BuiltCommand.run(
      "-m",
      "csv",
      "-c",
      ".once \(folder.file("a.txt"))\n.params n 2\n.mode json\n= $n\n= 3",
      "-c",
      ".once \(folder.file("b.txt"))\n.print Zoë\n= 4",
      "-c",
      ".once \(folder.file("c.txt"))\n.mode csv"
    )
    #expect(result.status == 0, "\(result)")
    #expect(try folder.text("a.txt") == "[\n{\"value\":2}\n]\n")
    #expect(try folder.text("b.txt") == "Zoë\n")
    #expect(try !folder.names().contains("c.txt"))
    #expect(result.output == "[\n{\"value\":3}\n]\n[\n{\"value\":4}\n]\n")
  }

  /// Help that nobody gets is an error.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func helpToAFullDiskFails() throws {
    #expect(try BuiltCommand.runShell("\"$MARTLET\" --help > /dev/full").status == 1)
  }
}
