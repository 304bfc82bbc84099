import TestSupport
import Testing

/// Where statements come from, and where errors say that they are.
@Suite struct ScriptTests {
  @Test func textsShareASessionAndRunInOrder() throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(".print second\nfetch Plant", to: "plants.fetch")
    let result = try BuiltCommand.run(
      "-c",
      "model Plant { name: String }",
      "-c",
      "insert Plant name: \"Fern\"",
      "-c",
      ".print first",
      "-f",
      script,
      "-c",
      ".print third",
      "-m",
      "csv"
    )
    #expect(result.output == "first\nsecond\nname\nFern\nthird\n")
    #expect(result.errors.isEmpty)
  }

  @Test func standardInputIsAScript() throws {
    let result = try BuiltCommand.run(input: "= 1 + 1\n= 2 + 2\n")
    #expect(result.output == "2\n4\n")
  }

  @Test func aByteOrderMarkAndCarriageReturnsDoNotMatter() throws {
    let result = try BuiltCommand.run(input: "\u{FEFF}= 1 + 1\r\n= 2 + 2\r\n")
    #expect(result.output == "2\n4\n")
  }

  @Test func aDashAsScriptIsStandardInput() throws {
    let result = try BuiltCommand.run(
      "-c",
      ".print a",
      "-f",
      "-",
      "-c",
      ".print c",
      input: ".print b\n"
    )
    #expect(result.output == "a\nb\nc\n")
  }

  @Test func errorsNameFileLineAndColumn() throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("// nothing\n\n= 1 + ) + 2\n", to: "s.fetch")
    let result = try BuiltCommand.run("-f", script)
    #expect(result.errors.hasPrefix("\(script):3:7: error: "))
    #expect(result.errors.contains("\n  3 | = 1 + ) + 2\n    |       ^"))
    #expect(result.status == 1)
  }

  @Test(arguments: [(["-c", ".nope"], "-c:1:"), ([], "<stdin>:1:")])
  func errorsNameTextsAndStandardInput(arguments: [String], place: String) throws {
    let result = try BuiltCommand.run(arguments, input: ".nope\n")
    #expect(result.errors.hasPrefix(place))
  }

  @Test func theFirstFailureEndsAScript() throws {
    let result = try BuiltCommand.run(input: ".print a\n.nope\n.print b\n")
    #expect(result.output == "a\n")
    #expect(result.status == 1)
  }

  @Test func withoutBailingAScriptGoesOn() throws {
    let result = try BuiltCommand.run("--no-bail", input: ".print a\n.nope\n.print b\n")
    #expect(result.output == "a\nb\n")
    #expect(result.status == 1)
  }

  @Test func errorsStandBehindTheOutputBefore() throws {
    let result = try BuiltCommand.runShell(
      #"printf '.print a\n.nope\n.print b\n' | "$MARTLET" --no-bail 2>&1"#
    )
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "a")
    #expect(lines.last == "b")
    #expect(lines.contains { $0.hasPrefix("<stdin>:2:2: error: ") })
  }

  @Test func readScriptsReportTheirOwnPlaces() throws {
    let folder = try TemporaryFolder()
    let inner = try folder.write("\n  .nope\n", to: "inner.fetch")
    let result = try BuiltCommand.run("-c", ".read \(inner)", "-c", ".print unreached")
    #expect(result.errors.hasPrefix("\(inner):2:4: error: "))
    #expect(result.output.isEmpty)
    #expect(result.status == 1)
  }

  @Test func aScriptThatReadsItselfEnds() throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(".read \(folder.file("loop.fetch"))\n", to: "loop.fetch")
    let result = try BuiltCommand.run("-f", script)
    #expect(result.status == 1)
    #expect(result.errors.contains("16 deep"))
  }

  @Test func pipedOutputBearsNoColour() throws {
    let result = try BuiltCommand.run(
      "--demo",
      "-c",
      "fetch Budget limit 2",
      "-c",
      ".models",
      "-c",
      ".schema",
      "-c",
      ".help",
      environment: ["TERM": "xterm-256color"]
    )
    #expect(!result.output.contains("\u{1B}"))
    #expect(!result.output.contains("martlet>"))
  }

  @Test func colourCanBeForced() throws {
    let result = try BuiltCommand.run("--color", "always", "-c", ".help")
    #expect(result.output.contains("\u{1B}["))
  }
}
