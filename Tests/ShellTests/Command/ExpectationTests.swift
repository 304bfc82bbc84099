import Foundation
import TestSupport
import Testing

/// `expect` in scripts: the exit status, the summary, and the reports for test tools.
@Suite struct ExpectationTests {
  private static let script = """
    model Plan { name: String unique, limit: Double, check limit > 0 }
    insert Plan [{ name: "Rent", limit: 1200 }, { name: "Food <&>", limit: 300 }]
    expect count Plan == 2
    expect (fetch Plan sort limit select name) == ["Food", "Rent"]
    fetch Plan sort limit select name
    expect error "limit > 0" insert Plan name: "x", limit: 0
    """

  @Test func aFailedExpectationEndsTheRunWithOne() throws {
    let met = try BuiltCommand.run("-c", "expect 1 + 1 == 2")
    #expect(met.status == 0)
    #expect(met.output == "1 expectation, all met\n")
    #expect(met.errors.isEmpty)
    let result = try BuiltCommand.run("-c", "expect 1 == 2", "-c", "= 7", "-c", "expect true")
    #expect(result.status == 1)
    #expect(result.output == "7\n2 expectations, 1 failed\n")
    #expect(result.errors.contains("error: this is false"))
    #expect(result.errors.contains("expected 2"))
  }

  @Test func machineFormatsHaveNoSummary() throws {
    let result = try BuiltCommand.run("-m", "csv", "-c", "expect 1 == 1", "-c", "= 7")
    #expect(result.output == "value\n7\n")
    #expect(result.errors == "1 expectation, all met\n")
  }

  @Test(arguments: ["-f", "-c", "pipe"])
  func filesPipesAndTextsCount(_ source: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.script, to: "plan.fetch")
    let result =
      switch source {
      case "-f": try BuiltCommand.run("-f", file)
      case "-c": try BuiltCommand.run("-c", Self.script)
      default: try BuiltCommand.runShell("cat '\(file)' | \"$MARTLET\"")
      }
    #expect(result.status == 1)
    #expect(result.output.hasSuffix("3 expectations, 1 failed\n"))
    #expect(result.errors.contains("- { name: \"Food\" }"))
    #expect(result.errors.contains("+ { name: \"Food <&>\" }"))
  }

  @Test func tapIsPrinted() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.script, to: "plan.fetch")
    let result = try BuiltCommand.run("-m", "tap", "-f", file)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "ok 1 - count Plan == 2")
    #expect(lines.contains { $0.hasPrefix("not ok 2 - (fetch Plan") })
    #expect(lines.contains("ok 3 - error \"limit > 0\" insert Plan name: \"x\", limit: 0"))
    #expect(lines.last == "1..3")
    #expect(lines.allSatisfy { $0.hasPrefix("#") || $0.contains("ok ") || $0 == "1..3" })
    #expect(result.status == 1)
  }

  /// Other output becomes comments, whatever the script does, and the lines are still a plan.
  @Test func tapHasOnlyCommentsBesidesItsLines() throws {
    let script = """
      .print hi #
      .mode json
      expect 1 == 1
      = 7
      .mode table
      expect "\\u{1b}[2J" == "a"
      expect "\(String(repeating: "x", count: 300))" == "b"
      .version
      .mode junit
      expect 2 == 2
      """
    let result = try BuiltCommand.run("-m", "tap", "-c", script)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "# hi #")
    #expect(lines.contains { $0.hasPrefix("# ") && $0.contains("7") })
    #expect(lines.last == "1..4")
    #expect(lines.filter { !$0.hasPrefix("#") }.count == 5)
    #expect(lines.allSatisfy { $0.count < 400 })
    #expect(!result.output.contains("\u{1b}"))
    #expect(result.status == 1)
  }

  @Test func junitLeavesOutOtherOutput() throws {
    let script = ".print zebra <\n= 7\nexpect 1 == 1\n.mode csv\nfetch Nothing"
    let folder = try TemporaryFolder()
    let report = folder.path + "/report.xml"
    let printed = try BuiltCommand.run("-m", "junit", "-c", script)
    #expect(printed.output.hasPrefix("<?xml"))
    #expect(printed.output.hasSuffix("</testsuites>\n"))
    #expect(!printed.output.contains("zebra"))
    // The report of a run that an error stopped is written, too.
    let written = try BuiltCommand.run("-m", "junit", "-o", report, "-c", script)
    #expect(written.status == 1)
    #expect(written.output.isEmpty)
    let text = try String(contentsOfFile: report, encoding: .utf8)
    #expect(text.contains("tests=\"2\"") && text.hasSuffix("</testsuites>\n"))
  }

  @Test func scriptsStillWriteTheirFiles() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/values.csv"
    let script = "expect 1 == 1\n.output \(file)\n= 7\nexpect 2 == 2\n.output\n= 8"
    let result = try BuiltCommand.run("-m", "tap", "-c", script)
    #expect(result.output.hasPrefix("ok 1 - 1 == 1\nok 2 - 2 == 2\n"))
    #expect(result.output.hasSuffix("1..2\n"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "value\n7\n")
  }

  @Test func filesThatCannotBeReadAreFailedTests() throws {
    let result = try BuiltCommand.run("-m", "tap", "-c", "import \"/no/such.csv\"")
    #expect(result.output.hasPrefix("not ok 1 - import"))
    #expect(result.output.hasSuffix("# an error stopped the run; --no-bail continues\n1..1\n"))
  }

  /// The direction of the comparison does not depend on the number of rows.
  @Test(arguments: [3, 2_100])
  func foundRowsNeedAllExpectedParts(_ count: Int) throws {
    let script = """
      struct Place { city: String, zip: Int? }
      model Shop { number: Int, place: Place? }
      \((0..<count).map { "insert Shop number: \($0), place: { city: \"Bern\" }" }.joined(separator: ";"))
      expect (fetch Shop select place) == (fetch Shop select place)
      expect (fetch Shop sort number limit 1 select place) == [ { place: { city: "Bern" } } ]
      expect (fetch Shop sort number limit 1 select place) != [ { place: { city: "Bern", zip: 1 } } ]
      """
    let result = try BuiltCommand.run("-c", script)
    #expect(result.output.hasSuffix("3 expectations, all met\n"), "\(result.errors)")
  }

  /// A violation that only the database detects is an error, too, and nothing is written.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
  func constraintsOfOtherProgramsAreErrors() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/shop.db"
    let creation = "create table item (id integer primary key, size int check (size % 2 = 0))"
    let made = try BuiltCommand.runShell(
      "python3 -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute(sys.argv[2])' "
        + "'\(file)' '\(creation)'"
    )
    #expect(made.status == 0, "\(made.errors)")
    let result = try BuiltCommand.run(
      file,
      "-c",
      "expect error insert item size: 3\nexpect error insert item size: 4\ncount item"
    )
    #expect(result.output == "0\n2 expectations, 1 failed\n", "\(result.errors)")
    #expect(result.errors.contains("its changes were discarded"))
  }

  /// `prove` comes with Perl.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/prove")))
  func proveReadsTap() throws {
    let folder = try TemporaryFolder()
    let good = try folder.write("expect 1 == 1\nexpect 2 > 1\n", to: "good.fetch")
    let bad = try folder.write("expect 1 == 1\nexpect 2 > 3\n= 1 +\n", to: "bad.fetch")
    let fine = try BuiltCommand.runShell("prove -e \"$MARTLET -m tap -f\" '\(good)' 2>&1")
    #expect(fine.status == 0, "\(fine.output)")
    #expect(fine.output.contains("Files=1, Tests=2"))
    let failed = try BuiltCommand.runShell("prove -e \"$MARTLET -m tap -f\" '\(bad)' 2>&1")
    #expect(failed.status != 0)
    #expect(failed.output.contains("Failed tests:  2-3") || failed.output.contains("Failed 2/3"))
    let empty = try BuiltCommand.runShell("\"$MARTLET\" -m tap -c '= 1'")
    #expect(empty.output.hasSuffix("1..0 # SKIP no expectations\n"))
  }

  /// Reads the document with an XML parser and checks the counts that test tools read.
  @Test func junitIsWellFormed() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.script, to: "plan <1>.fetch")
    let document = folder.path + "/report.xml"
    let result = try BuiltCommand.run(
      "-m",
      "junit",
      "-o",
      document,
      "--no-bail",
      "-f",
      file,
      "-c",
      "fetch Nothing"
    )
    #expect(result.status == 1)
    let reader = """
      import sys, xml.etree.ElementTree as tree
      root = tree.parse(sys.argv[1]).getroot()
      assert root.tag == "testsuites" and root.attrib["tests"] == "4", root.attrib
      assert root.attrib["failures"] == "1" and root.attrib["errors"] == "1", root.attrib
      suites = root.findall("testsuite")
      assert [s.attrib["tests"] for s in suites] == ["3", "1"]
      for suite in suites:
          cases = suite.findall("testcase")
          assert len(cases) == int(suite.attrib["tests"])
          assert len(suite.findall("testcase/failure")) == int(suite.attrib["failures"])
          assert len(suite.findall("testcase/error")) == int(suite.attrib["errors"])
          for case in cases:
              assert set(case.attrib) == {"name", "classname", "file", "line", "time"}
              float(case.attrib["time"])
      failure = suites[0].find("testcase/failure")
      assert "Food <&>" in failure.text and failure.attrib["message"], failure.text
      print("read")
      """
    let script = try folder.write(reader, to: "read.py")
    let read = try BuiltCommand.runShell("python3 '\(script)' '\(document)' 2>&1")
    #expect(read.output == "read\n")
  }

  @Test func failedStatementsAreFailedTests() throws {
    let result = try BuiltCommand.run(
      "-m",
      "tap",
      "--no-bail",
      "-c",
      "fetch Nothing",
      "-c",
      "= 1 +"
    )
    let lines = result.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.map(String.init) == ["not ok 1 - fetch Nothing", "not ok 2 - = 1 +", "1..2"])
  }

  @Test func expectationsThatCannotRunAreNamedLikeOthers() throws {
    let script = "expect 1 == 1\nexpect count Nothing == 1\nexpect 2 == 2"
    let result = try BuiltCommand.run("-m", "tap", "--no-bail", "-c", script)
    let lines = result.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(
      lines.map(String.init)
        == ["ok 1 - 1 == 1", "not ok 2 - count Nothing == 1", "ok 3 - 2 == 2", "1..3"]
    )
    let stopped = try BuiltCommand.run("-m", "tap", "-c", script)
    let written = stopped.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(written.map(String.init) == ["ok 1 - 1 == 1", "not ok 2 - count Nothing == 1", "1..2"])
    #expect(stopped.output.contains("# an error stopped the run; --no-bail continues\n"))
    #expect(stopped.status == 1)
  }

  @Test func theTourIsAsExpected() throws {
    let result = try BuiltCommand.run("--demo", "-f", "Examples/tour.fetch")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasSuffix("3 expectations, all met\n"))
  }
}
