import TestSupport
import Testing

/// Files that are not what they seem as arguments.
@Suite struct OddFileTests {
  @Test func aFileWithTwoNamesIsReadOnly() throws {
    let folder = try TemporaryFolder()
    let (path, other) = (folder.file("a.store"), folder.file("b.store"))
    #expect(
      try BuiltCommand.run(path, "-c", "model A { n: Int }", "-c", "insert A n: 1").status == 0
    )
    #expect(try BuiltCommand.runShell("ln '\(path)' '\(other)'").status == 0)
    let refused = try BuiltCommand.run(other, "-c", "insert A n: 2")
    #expect(refused.status == 3)
    #expect(
      refused.errors.hasSuffix(
        "the file has 2 names, and would have a log beside each of them\n"
          + "help: `cp` makes a file of its own; `--read-only` reads this one\n"
      ),
      "\(refused.errors)"
    )
    let read = try BuiltCommand.run(other, "--read-only", "-c", "count A")
    #expect(read.output == "1\n")
    // Read under both names it is one file, and is open once.
    let twice = try BuiltCommand.run(
      path,
      "--read-only",
      "-c",
      ".open \(other)",
      "-c",
      "count A"
    )
    #expect(twice.errors.contains("is open already, as `a`"), "\(twice.errors)")
  }

  @Test func aPipeIsReadOnce() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.file("q.csv")
    let result = try BuiltCommand.runShell(
      "mkfifo '\(pipe)' && { printf 'a,b\\n1,2\\n' > '\(pipe)' & \"$MARTLET\" -m csv '\(pipe)' -c 'fetch q'; }"
    )
    #expect(result.output == "a,b\n1,2\n", "\(result)")
  }

  @Test func anotherProgramsEmptyFileStaysItsOwn() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("map.gpkg.db")
    #expect(
      try BuiltCommand.runShell("sqlite3 '\(path)' 'PRAGMA application_id = 1196444487; VACUUM'")
        .status == 0
    )
    let result = try BuiltCommand.run(path, "-c", "model A { n: Int }")
    #expect(result.status != 0)
    let id = try BuiltCommand.runShell("sqlite3 '\(path)' 'PRAGMA application_id'")
    #expect(id.output == "1196444487\n")
  }
}
