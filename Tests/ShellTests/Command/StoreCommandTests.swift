import Foundation
import TestSupport
import Testing

/// Stores in files, as arguments and with `.open`.
@Suite struct StoreCommandTests {
  private static let making = "model A { n: Int, bs: [B] inverse a }\nmodel B { a: A? }"

  private static func make(_ path: String) throws {
    let result = try BuiltCommand.run(
      path,
      statements: [making, "insert A [{ n: 1, bs: [{}, {}] }, { n: 2 }]"]
    )
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func savedRecordsExistAfterReopening() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("budget.store")
    try Self.make(path)
    let result = try BuiltCommand.run(
      path,
      "-m",
      "csv",
      statements: [
        "extend A { twice = n * 2 }", "let big = fetch A where n > 1",
        "fetch A select @id, n, twice, count(bs) as bs",
      ]
    )
    #expect(result.output == "@id,n,twice,bs\nA#1,1,2,2\nA#2,2,4,0\n", "\(result.errors)")
    let again = try BuiltCommand.run(
      path,
      "-m",
      "csv",
      statements: ["fetch big select twice", ".check", ".queries"]
    )
    #expect(again.output == "twice\n4\ndamage\nlet big = fetch A where n > 1\n", "\(again.errors)")
  }

  @Test func invalidQueriesAreReportedAndKept() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.store")
    try Self.make(path)
    let changing = [
      "let big = fetch A where n > 1", "model A { m: Int = 1, n: Int, bs: [B] inverse a }",
    ]
    #expect(try BuiltCommand.run([path] + changing.flatMap { ["-c", $0] }).status == 0)
    _ = try BuiltCommand.run(
      path,
      statements: ["delete all A", "model A { m: Int = 1, bs: [B] inverse a }"]
    )
    let result = try BuiltCommand.run(path, "-c", ".queries")
    #expect(result.status == 0)
    #expect(result.errors == "warning: saved query `big` no longer works: A has no attribute `n`\n")
    #expect(result.output.hasPrefix("let big = fetch A where n > 1\n"))
  }

  @Test func filesThatCannotBeOpened() throws {
    let folder = try TemporaryFolder()
    let text = try folder.write("name,limit\nRent,3\n", to: "text.store")
    let cases: [(arguments: [String], reason: String)] = [
      ([text], "it is not a SQLite database\n"),
      ([folder.file("none.store"), "--read-only"], "there is no such file\n"),
      ([folder.file("nowhere/a.store")], "there is no folder"),
      (["A=" + text], "it is not a SQLite database\n"),
    ]
    for (arguments, reason) in cases {
      let result = try BuiltCommand.run(arguments + ["-c", "= 1"])
      #expect(result.status == 3, "\(arguments)")
      #expect(result.output.isEmpty)
      #expect(result.errors.hasPrefix("error: cannot open \"\(folder.path)"), "\(result.errors)")
      #expect(result.errors.contains(reason), "\(result.errors)")
    }
    #expect(try folder.names() == ["text.store"])
  }

  @Test func oneFailedOpenRunsNothing() throws {
    let folder = try TemporaryFolder()
    let text = try folder.write("x", to: "b.store")
    let data = try folder.write("n\n1\n", to: "data.csv")
    let result = try BuiltCommand.run(folder.file("a.store"), text, data, "-c", "insert data n: 2")
    #expect(result.status == 3)
    let models = try BuiltCommand.run(folder.file("a.store"), "-c", ".models")
    #expect(models.output == "no models yet\n")
  }

  /// Files of records, and the demo, are in memory beside a store, which stays as it was however often they are read.
  @Test(arguments: [["data.csv"], ["--demo"], ["data.csv", "nowhere.csv"]])
  func readingAnotherFileDoesNotChangeTheStore(beside: [String]) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("n\n1\n", to: "data.csv")
    let store = folder.file("a.store")
    try Self.make(store)
    let before = try BuiltCommand.run(store, "-c", ".models")
    let files = beside.map { $0.hasPrefix("-") ? $0 : folder.file($0) }
    for _ in 0..<2 {
      let result = try BuiltCommand.run(files + [store, "-c", "use a", "-c", ".models"])
      #expect(result.status == (beside.count == 1 ? 0 : 3), "\(result.errors)")
    }
    #expect(try BuiltCommand.run(store, "-c", ".models").output == before.output)
  }

  @Test func theStoreThatIsNamedFirstIsTheCurrentOne() throws {
    let folder = try TemporaryFolder()
    let data = try folder.write("n\n1\n", to: "data.csv")
    let store = folder.file("a.store")
    try Self.make(store)
    let first = try BuiltCommand.run(data, store, "-c", "count data")
    #expect(first.output == "1\n" && first.status == 0)
    let second = try BuiltCommand.run(store, data, "-c", "count data")
    #expect(second.errors.contains("help: the store `memory` has this model: `use memory`"))
    #expect(second.status == 1)
  }

  @Test func scriptFailsIfAFileCannotBeOpened() throws {
    let folder = try TemporaryFolder()
    let text = try folder.write("x", to: "b.store")
    let result = try BuiltCommand.run(statements: ["= 1", ".open \(text)", "= 2"])
    #expect(result.status == 1)
    #expect(result.output == "1\n")
    #expect(
      result.errors.hasPrefix("-c:1:7: error: cannot open \"\(text)\": it is not a SQLite database")
    )
  }

  @Test func readOnlyStore() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.store")
    try Self.make(path)
    let result = try BuiltCommand.run(
      "--no-bail",
      "--read-only",
      path,
      "-m",
      "csv",
      statements: [
        ".open :memory: as other", "model D { n: Int }", "use a", "insert A n: 3",
        "model C { n: Int }", "copy all from other", "let q = fetch A", "count A", ".stores",
      ]
    )
    #expect(result.status == 1)
    let refusals = result.errors.components(
      separatedBy: "cannot write \"\(path)\": it is read-only"
    )
    #expect(refusals.count == 4, "\(result.errors)")
    #expect(result.errors.contains("insert A n: 3"))
    #expect(result.output.hasPrefix("count\n2\n"), "\(result.output)")
    #expect(
      result.output.contains(
        "a,\(path),2,true,true,\"1 save since save 0, 197 bytes\",false,197\n"
      ),
      "\(result.output)"
    )
  }

  @Test func kindOfAStore() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.store")
    try Self.make(path)
    let result = try BuiltCommand.run(
      path,
      "-m",
      "jsonl",
      statements: [".info", ".open :memory:", ".info"]
    )
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.first == #"{"property":"store","value":"Martlet file"}"#, "\(result.errors)")
    #expect(lines.contains(#"{"property":"format version","value":"1"}"#))
    #expect(lines.contains(#"{"property":"models","value":"2"}"#))
    #expect(lines.contains(#"{"property":"records","value":"4"}"#))
    #expect(
      lines.suffix(3) == [
        #"{"property":"store","value":"memory"}"#, #"{"property":"models","value":"0"}"#,
        #"{"property":"records","value":"0"}"#,
      ]
    )
    #expect(try BuiltCommand.run(path, "-c", ".info all").errors.contains("usage: .info"))
  }

  @Test func severalFilesAndNames() throws {
    let folder = try TemporaryFolder()
    let data = try folder.write("n\n1\n", to: "data.csv")
    let (one, two) = (folder.file("one.store"), folder.file("two.db"))
    try Self.make(two)
    let result = try BuiltCommand.run(
      one,
      "Old=\(two)",
      data,
      "-m",
      "csv",
      statements: [".stores", "copy A, B from old", "fetch A", "use memory", "count data"]
    )
    #expect(
      result.output == """
        store,file,models,current,readOnly,history,unsaved,historyBytes
        one,\(one),0,true,false,0 saves since save 0,false,
        Old,\(two),2,false,false,"1 save since save 0, 197 bytes",false,197
        memory,,1,false,false,1 save since save 0,false,
        n,bs
        1,2
        2,0
        count
        1

        """,
      "\(result.errors)"
    )
    let again = try BuiltCommand.run(
      one,
      "-m",
      "csv",
      statements: ["fetch A", ".models", ".check"]
    )
    let expected = "n,bs\n1,2\n2,0\nmodel,records,members\nA,2,\"n, bs\"\nB,2,a\ndamage\n"
    #expect(again.output == expected, "\(again.errors)")
  }

  @Test func pendingChangesAreReportedForEachStore() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.store")
    try Self.make(path)
    let result = try BuiltCommand.run(
      path,
      statements: [
        "begin", "insert A n: 3", ".open :memory:", "model C { n: Int }", "begin",
        "insert C [{ n: 1 }, { n: 2 }]",
      ]
    )
    #expect(result.status == 0)
    #expect(result.errors.contains("1 changed record in `a` was not saved"), "\(result.errors)")
    #expect(result.errors.contains("2 changed records in `memory` were not saved"))
  }

  @Test func memoryForColumns() throws {
    let result = try BuiltCommand.run(
      "-c",
      ".cache",
      "-c",
      ".cache 500MB",
      "-c",
      ".cache",
      "-c",
      ".cache off",
      "-c",
      ".cache"
    )
    #expect(
      result.output.hasPrefix("cache 1.0 GB, 0 bytes used\ncache 500.0 MB, 0 bytes used\n"),
      "\(result.output)"
    )
    let folder = try TemporaryFolder()
    let file = folder.file("a.store")
    let kept = try BuiltCommand.run(
      file,
      statements: [
        "model A { n: Int, t: String }", "generate 60000 A", "model B { n: Int }",
        "generate 30000 B",
        ".cache 600KB", "count A where n > 0", "count A where n > 1", "count A where t > \"a\"",
        "count A where t > \"b\"", "count B where n > 0", "count B where n > 1", ".cache",
      ]
    )
    let answer = kept.output.split(separator: "\n").last ?? ""
    #expect(answer.contains("used: B 4"), "\(kept)")
    #expect(answer.hasSuffix("; too large:  A"), "\(kept)")
    for wrong in ["much", "-1", "1e3", "9999999EB", "MB"] {
      let result = try BuiltCommand.run("-c", ".cache \(wrong)")
      #expect(result.status == 1)
      #expect(result.errors.contains("`\(wrong)` is not a size"), "\(result.errors)")
    }
    #expect(try BuiltCommand.run("-c", ".cache off", "-c", ".cache").output == "cache off\n")
  }

  @Test func timesToWait() throws {
    let result = try BuiltCommand.run(
      "--timeout",
      "200ms",
      statements: [".timeout", ".timeout 3", ".timeout"]
    )
    #expect(result.output == "timeout 0.2s\ntimeout 3s\n")
    #expect(try BuiltCommand.run("--timeout", "soon", "-c", "= 1").status == 2)
    let wrong = try BuiltCommand.run("-c", ".timeout soon")
    #expect(wrong.status == 1)
    #expect(wrong.errors.contains("`soon` is not a valid timeout"))
  }

  /// A statement that another process is in the way of says so, with its place, after the wait.
  @Test func waitsForABusyFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.store")
    try Self.make(path)
    let script = """
      mkfifo "$DIR/go"
      (echo 'BEGIN IMMEDIATE;'; echo '.print held'; cat "$DIR/go") | sqlite3 "$DIR/a.store" > "$DIR/held" &
      while ! grep -q held "$DIR/held" 2>/dev/null; do sleep 0.05; done
      "$MARTLET" "$DIR/a.store" --timeout 0.3 -m csv -c 'count A' -c 'insert A n: 3'
      echo "status $?"
      echo 'ROLLBACK;' > "$DIR/go"
      wait
      "$MARTLET" "$DIR/a.store" -m csv -c 'insert A n: 3' -c 'count A'
      """.replacing("$DIR", with: folder.path)
    let result = try BuiltCommand.runShell(script)
    #expect(result.output == "count\n2\nstatus 1\ncount\n3\n", "\(result.errors)")
    #expect(result.errors.hasPrefix("-c:1:1: error: cannot write \"\(path)\": another process"))
    #expect(result.errors.contains("help: try again later; `.timeout 30s` waits longer"))
  }
}
