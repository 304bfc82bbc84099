import Foundation
import TestSupport
import Testing

/// Commands for the format and destination of results.
@Suite struct ResultCommandTests {
  private func run(_ statements: String..., arguments: [String] = ["--demo"]) throws -> String {
    let result = try BuiltCommand.run(arguments + statements.flatMap { ["-c", $0] })
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }

  @Test func settingsShowTheirValues() throws {
    let output = try run(
      ".maxrows",
      ".width",
      ".titles",
      ".nullvalue",
      ".timezone",
      ".pager",
      ".timer",
      ".hints",
      ".maxrows 7",
      ".width 70",
      ".width Name 9",
      ".titles off",
      ".nullvalue NULL",
      ".timezone Europe/Oslo",
      ".pager most -s",
      ".maxrows",
      ".width",
      ".titles",
      ".nullvalue",
      ".timezone",
      ".pager"
    )
    #expect(
      output == """
        maxrows auto
        width auto
        titles on
        nullvalue "nil"
        timezone GMT
        pager on
        timer off
        hints auto
        maxrows 7
        width 70
        width name 9
        titles off
        nullvalue "NULL"
        timezone Europe/Oslo
        pager most -s

        """
    )
  }

  @Test func explicitLimitsApplyInPipes() throws {
    let output = try run(".maxrows 2", ".width 30", ".width name 8", "fetch Budget")
    let lines = output.split(separator: "\n")
    #expect(lines.contains("12 rows (2 shown)"))
    #expect(output.contains("│ Summer … │"))
    #expect(lines.filter { "╭│├╰".contains($0.first ?? " ") }.allSatisfy { $0.count <= 30 })
  }

  @Test func lastShowsAllAgain() throws {
    let output = try run(".maxrows 1", "fetch User select age", ".last")
    #expect(output.contains("10,000 rows (1 shown)\n"))
    #expect(output.hasSuffix("╯\n10,000 rows\n"))
    #expect(output.split(separator: "\n").count == 7 + 10_005)
    let none = try BuiltCommand.run("-c", ".last")
    #expect(none.status == 1 && none.errors.contains("there is no result yet"))
    let models = try run(".models", ".mode csv", ".last")
    #expect(models.contains("User,10000,"))
  }

  @Test func onceAppliesToOneStatement() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("one.csv")
    let result = try BuiltCommand.run(
      "--demo",
      statements: [".mode csv", ".once \(path)", "count Budget", "count Expense"]
    )
    #expect(result.output == "count\n61\n")
    #expect(try folder.text("one.csv") == "count\n12\n")
    #expect(try folder.names() == ["one.csv"])
  }

  @Test func onceReceivesAWholeScript() throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("= 1\n= 2\n", to: "s.fetch")
    let output = try run(".once \(folder.file("out"))", ".read \(script)", "= 3")
    #expect(output == "3\n")
    #expect(try folder.text("out") == "1\n2\n")
  }

  @Test func failedStatementKeepsTheFileOfOnce() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("old", to: "out")
    let result = try BuiltCommand.run(
      "--no-bail",
      "--demo",
      statements: [".once \(path)", "fetch Nothing", "= 1", ".once \(path)"]
    )
    #expect(result.status == 1)
    #expect(result.output == "1\n")
    #expect(try folder.text("out") == "old")
    #expect(try folder.names() == ["out"])
  }

  @Test func onceOverridesOutput() throws {
    let folder = try TemporaryFolder()
    let output = try run(
      ".output \(folder.file("all"))",
      "= 1",
      ".once \(folder.file("one"))",
      "= 2",
      "= 3",
      ".output off",
      "= 4"
    )
    #expect(output == "4\n")
    #expect(try folder.text("all") == "1\n3\n")
    #expect(try folder.text("one") == "2\n")
  }

  @Test func programsGetResults() throws {
    let output = try run(
      ".mode list",
      ".output |sort -n",
      "fetch Budget select limit",
      ".output",
      ".print end",
      ".once |head -1",
      "fetch User",
      ".print done"
    )
    let lines = output.split(separator: "\n")
    let limits = lines.prefix(12).compactMap { Double($0) }
    #expect(limits.count == 12 && limits == limits.sorted())
    #expect(lines[12] == "end")
    #expect(lines.count == 15 && lines.last == "done")
  }

  @Test func failingProgramIsReportedWithItsExitCode() throws {
    let result = try BuiltCommand.run("-c", ".once |cat; exit 3", "-c", "= 1", "-c", "= 2")
    #expect(result.output == "1\n")
    #expect(result.status == 1)
    #expect(result.errors.contains("exited with status 3"))
    let atEnd = try BuiltCommand.run("-c", ".output |exit 4", "-c", "= 1")
    #expect(atEnd.status == 1)
    #expect(atEnd.errors.contains("exited with status 4"))
  }

  @Test func twoRedirectionsNeverShareAFile() throws {
    let folder = try TemporaryFolder()
    let (all, link) = (folder.file("all"), folder.file("link"))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
    for second in [all, "\(link)/all"] {
      let result = try BuiltCommand.run(
        "--no-bail",
        statements: [".output \(all)", "= 1", ".once \(second)", "= 2"]
      )
      #expect(result.status == 1)
      #expect(result.errors.contains("it is already being written"), "\(result.errors)")
      #expect(try folder.text("all") == "1\n2\n")
    }
    // The second takes the place of the first.
    _ = try run(".once \(all)", ".once \(all)", "= 3")
    _ = try run(".output \(all)", "= 4", ".output \(all)", "= 5")
    #expect(try folder.text("all") == "5\n")
    #expect(try folder.names().sorted() == ["all", "link"])
  }

  @Test func widthsHaveBounds() throws {
    for width in ["9223372036854775807", "0", "-1", "10001"] {
      for command in [".width \(width)", ".width name \(width)"] {
        let result = try BuiltCommand.run("--demo", "-c", command, "-c", "fetch Budget")
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(result.errors.contains("a number from 1 to 10,000"), "\(result.errors)")
      }
    }
    #expect(try run(".width 10000", "fetch Budget").contains("12 rows"))
  }

  @Test func lastHasTheParametersAndTheStoreOfItsQuery() throws {
    let output = try run(
      ".mode list",
      ".params n 600",
      "fetch Budget where limit > $n select name limit 1",
      ".params n 1000000",
      ".last",
      "= $n"
    )
    let lines = output.split(separator: "\n")
    #expect(lines.count == 3 && lines[0] == lines[1] && lines[2] == "1000000", "\(output)")
    let result = try BuiltCommand.run(
      "--demo",
      statements: ["fetch Budget limit 1", ".open :memory: as other", ".last"]
    )
    #expect(result.status == 1)
    #expect(result.errors.contains("which is not the current one"), "\(result.errors)")
  }

  @Test func lastIsCompleteWithoutAPager() throws {
    let output = try run(
      ".width 40",
      ".width name 4",
      "fetch Budget limit 2",
      ".last"
    )
    let tables = output.components(separatedBy: "╭")
    #expect(tables.count == 3)
    #expect(tables[1].contains("hidden") && tables[1].contains("…"))
    #expect(!tables[2].contains("hidden") && !tables[2].contains("…"))
  }

  @Test func summariesOfExtremeNumbers() throws {
    let output = try run(
      "model P { tiny: Double, huge: Double }",
      "insert P [{tiny: 0, huge: -1e308}, {tiny: 1e-310, huge: 0}, {tiny: 5e-324, huge: 1e308}]",
      ".mode csv",
      ".summary P",
      arguments: []
    )
    let rows = output.split(separator: "\n").suffix(2)
    #expect(rows.first?.hasSuffix(",█      ▅,Double") == true, "\(output)")
    #expect(rows.last?.hasSuffix(",█   █  █,Double") == true, "\(output)")
  }

  @Test func scriptsHaveTheirOwnParameters() throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("= $a + 1\n= $text\n", to: "s.fetch")
    let output = try run(
      ".params a 1",
      ".read \(script) a=41 \"text=with spaces\"",
      "= $a",
      ".params"
    )
    #expect(output.hasPrefix("42\nwith spaces\n1\n"))
    #expect(!output.contains("$text"))
    let wrong = try BuiltCommand.run("-c", ".read \(script) a")
    #expect(wrong.status == 1 && wrong.errors.contains("name=value"))
  }

  @Test func importRunsTheStatement() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("name,age\nAnna,30\n", to: "some users.data")
    let output = try run(
      ".mode csv",
      ".import \"\(file)\" as csv into Visitor",
      ".import \"\(file)\" into Visitor as csv",
      "fetch Visitor"
    )
    #expect(output == "name,age\nAnna,30\nAnna,30\n")
    let wrong = try BuiltCommand.run("-c", ".import /nonexistent.csv")
    #expect(wrong.errors.hasPrefix("-c:1:9: error: "))
    #expect(try BuiltCommand.run("-c", ".import x.csv to X").errors.contains("usage: .import"))
  }

  @Test func versionMatchesTheCommand() throws {
    let lines = try BuiltCommand.run("--version").output.split(separator: "\n")
    let version = lines.first?.split(separator: " ").last ?? ""
    #expect(try run(".version") == "Martlet \(version)\n")
  }

  @Test func summaryDescribesAttributes() throws {
    let output = try run(
      "model Point { x: Int?, y: Double, tag: String?, on: Bool, day: Date, limit: Int = 3 }",
      #"""
      insert Point [
        {x: 1, y: 0.5, tag: "a", on: true, day: 2026-01-01},
        {x: 2, y: 1.5, tag: "a", on: true, day: 2026-01-02},
        {y: 1, tag: "b", on: false, day: 2026-01-11},
        {x: 11, y: 9, on: true, day: 2026-01-01}
      ]
      """#,
      ".mode csv",
      ".summary Point",
      arguments: []
    )
    #expect(
      output.hasSuffix(
        """
        attribute,count,nil %,distinct,min,max,mean,histogram,type
        x,3,25.0,3,1,11,4.66667,█      ▅,Int
        y,4,0.0,4,0.5,9.0,3.0,█      ▃,Double
        tag,3,25.0,2,a,b,,█▅,String
        on,4,0.0,2,,,,█▃,Bool
        day,4,0.0,3,2026-01-01,2026-01-11,,█      ▃,Date
        limit,4,0.0,1,3,3,3.0,█,Int

        """
      ),
      "\(output)"
    )
  }

  @Test func summaryOfNothing() throws {
    let output = try run(
      "model M { a: Int, b: [String]? }",
      ".mode csv",
      ".summary M",
      arguments: []
    )
    #expect(output.hasSuffix("histogram,type\na,0,,0,,,,,Int\nb,0,,,,,,,[String]\n"), "\(output)")
  }
}
