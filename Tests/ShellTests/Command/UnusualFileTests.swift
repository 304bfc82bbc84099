import TestSupport
import Testing

/// Arguments with misleading file names.
@Suite struct UnusualFileTests {
  @Test func hardLinkedFileIsReadOnly() throws {
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
        "it has 2 names (hard links), which would each have a separate log\n"
          + "help: copy it with `cp`, or open it with `--read-only`\n"
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
    #expect(twice.errors.contains("is already open as `a`"), "\(twice.errors)")
  }

  @Test func raggedRowsNameTheWayToSkipThem() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a,b\n1,2\n3,4,5\n", to: "rag.csv")
    let help = "`import \(path.debugDescription) skip bad` skips such records"
    let opened = try BuiltCommand.run(path, "-c", "count rag")
    #expect(opened.status == 3 && opened.errors.contains("help: \(help)\n"), "\(opened.errors)")
    let imported = try BuiltCommand.run("-c", "import \(path.debugDescription)")
    #expect(imported.status == 1 && imported.errors.contains("help: \(help)\n"))
    let skipping = "import \(path.debugDescription) skip bad"
    #expect(try BuiltCommand.run("-c", skipping, "-c", "count rag").output.hasSuffix("1\n"))
  }

  /// A number that is too large makes its field a text, which is reported as by `import`.
  @Test(arguments: [
    ("a.csv", "n,x,t\n1,1,a\n9223372036854775808,1e400,b\n", "3:1", "3:21", "9223372036854775808"),
    (
      "a.json", "[{\"n\":1,\"x\":1.5},\n {\"n\":99999999999999999999,\"x\":1e400}]", "2:7", "2:32",
      "99999999999999999999"
    ),
  ])
  func tooLargeNumbersAreReported(
    name: String,
    text: String,
    place: String,
    otherPlace: String,
    number: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: name)
    let result = try BuiltCommand.run(path, "-m", "csv", "-c", "count a")
    #expect(result.output == "count\n2\n")
    #expect(
      result.errors
        == """
        warning: \(path):\(place): `n` is String, as \(number) is too large for Int
        warning: \(path):\(otherPlace): `x` is String, as 1e400 is too large for Double

        """
    )
  }

  @Test func aPipeIsReadOnce() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.file("q.csv")
    let result = try BuiltCommand.runShell(
      "mkfifo '\(pipe)' && { printf 'a,b\\n1,2\\n' > '\(pipe)' & \"$MARTLET\" -m csv '\(pipe)' -c 'fetch q'; }"
    )
    #expect(result.output == "a,b\n1,2\n", "\(result)")
  }

  @Test func emptyFileOfAnotherProgramIsUnchanged() throws {
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

  private static let budgets = [
    "-c", "model Budget { name: String, expenses: [Expense] inverse budget }",
    "-c", "model Expense { name: String, budget: Budget? }",
    "-c",
    "insert Budget [{ name: \"a\" }, { name: \"b\", expenses: [{ name: \"x\" }, { name: \"y\" }] }]",
  ]

  /// Values that another program left in a store read as nil, and numbers continue after its own.
  @Test func anotherProgramChangesAStore() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("budget.store")
    #expect(try BuiltCommand.run([path] + Self.budgets).status == 0)
    let sql = "DELETE FROM Budget WHERE id = 2; INSERT INTO Budget (id, name) VALUES (7, 'own')"
    #expect(try BuiltCommand.runShell("sqlite3 '\(path)' \"\(sql)\"").status == 0)
    let result = try BuiltCommand.run(
      [path, "-m", "csv", "--no-bail"]
        + [
          "fetch Expense", "fetch Expense select name, budget.name", "insert Budget name: \"new\"",
          "fetch Budget select @id", ".check",
        ].flatMap { ["-c", $0] }
    )
    #expect(
      result.output.hasPrefix(
        "name,budget\nx,Budget#2\ny,Budget#2\nname,budget.name\nx,\ny,\n@id\nBudget#1\nBudget#7\nBudget#8\n"
      ),
      "\(result)"
    )
    #expect(result.output.contains("Expense#1.budget references"), "\(result)")
    let spoiling = "UPDATE martlet_models SET declarations = 'garbage {{'"
    #expect(try BuiltCommand.runShell("sqlite3 '\(path)' \"\(spoiling)\"").status == 0)
    let damaged = try BuiltCommand.run(path, "-c", "fetch Budget")
    #expect(damaged.status == 3)
    #expect(
      damaged.errors.hasPrefix(
        "error: cannot open \"\(path)\": the file is damaged: its models cannot be read: line 1: "
      ),
      "\(damaged.errors)"
    )
  }

  @Test func tablesWithoutRowNumbersAreCopied() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("m.db")
    let sql =
      "CREATE TABLE a (k TEXT PRIMARY KEY, v INT) WITHOUT ROWID; INSERT INTO a VALUES ('x', 1), ('y', 2)"
    #expect(try BuiltCommand.runShell("sqlite3 '\(path)' \"\(sql)\"").status == 0)
    let result = try BuiltCommand.run(
      folder.file("own.store"),
      "-m",
      "csv",
      "-c",
      ".open \(path) as m",
      "-c",
      "use own",
      "-c",
      "copy all from m",
      "-c",
      "fetch a select @id, k, v"
    )
    #expect(result.output == "@id,k,v\na#1,x,1\na#2,y,2\n", "\(result)")
  }
}
