import Foundation
import TestSupport
import Testing

/// Sources of statements, and the positions in their errors.
@Suite struct InputSourceTests {
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

  /// Each is answered while the pipe is still open: the answer lets the next one be written.
  @Test func pipedScriptRunsAsItArrives() throws {
    let folder = try TemporaryFolder()
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: BuiltCommand.path)
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path]
    (process.standardInput, process.standardOutput) = (input, output)
    process.standardError = FileHandle(forWritingAtPath: try folder.write("", to: "errors"))
    try process.run()
    func answer(to text: String) -> String {
      input.fileHandleForWriting.write(Data(text.utf8))
      return String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }
    #expect(answer(to: "= 1; // one\n") == "1\n")
    #expect(answer(to: ".print two\n") == "two\n")
    #expect(answer(to: "// nothing\n= 3;\n") == "3\n")
    input.fileHandleForWriting.write(Data("= (2 +\n".utf8))
    #expect(eventually { isEmpty(input) })
    #expect(answer(to: "\n  2);\n") == "4\n")
    input.fileHandleForWriting.write(Data("model A {\n  n: Int\n".utf8))
    #expect(eventually { isEmpty(input) })
    #expect(answer(to: "};\n") == "model A\n")
    input.fileHandleForWriting.write(Data("\n.nope\n= 5\n".utf8))
    try input.fileHandleForWriting.close()
    #expect(output.fileHandleForReading.readDataToEndOfFile().isEmpty)
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(try folder.text("errors").hasPrefix("<stdin>:12:2: error: "))
    #expect(try folder.text("errors").contains("\n 12 | .nope\n"))
  }

  /// Whether all that was written to a pipe has been read.
  private func isEmpty(_ pipe: Pipe) -> Bool {
    var unread: Int32 = 0
    return ioctl(pipe.fileHandleForWriting.fileDescriptor, UInt(FIONREAD), &unread) == 0
      && unread == 0
  }

  /// In whatever pieces a script comes, it is the same one.
  @Test func pipedScriptMayArriveInPieces() throws {
    let script = """
      /// Plants that stand somewhere.
      model Plant {
        name: String, height: Int?
      }
      insert Plant [
        { name: "Férn" },

        { name: "Ivy", height: 3 }
      ]
      fetch Plant where
        height == nil or
        height > 2
      /* a comment
      */
      let tall =
        fetch Plant where height > 2

      count tall; count Plant
      .schema Plant
      = 1 +
        1 // and so on
      """
    let folder = try TemporaryFolder()
    try folder.write(script, to: "script")
    let whole = try BuiltCommand.run("-f", folder.file("script"), "-m", "csv")
    #expect(whole.status == 0, "\(whole)")
    for size in [1, 7, 64] {
      let pieces = try BuiltCommand.runShell(
        "dd if='\(folder.file("script"))' bs=\(size) status=none | \"$MARTLET\" -m csv"
      )
      #expect(pieces.output == whole.output)
      #expect(pieces.errors == whole.errors)
    }
  }

  /// A line goes on with the statement before it, however long it takes to come.
  @Test func continuedLinesAreReadTogether() throws {
    let result = try BuiltCommand.runShell(
      "(echo '= 1'; sleep 0.4; echo '  + 2 *'; echo ' 4'; echo '= 3'; sleep 0.4; echo '  + 4') | \"$MARTLET\""
    )
    #expect(result.output == "9\n7\n", "\(result)")
  }

  @Test func standardInputIsReadOnce() throws {
    let twice = try BuiltCommand.runShell(
      "echo n | \"$MARTLET\" -c 'import stdin as csv into A' -c 'import stdin as csv into B'"
    )
    #expect(twice.status == 1)
    #expect(twice.errors.contains("standard input has already been read"), "\(twice)")
    let script = try BuiltCommand.runShell("echo 'import stdin as csv into A' | \"$MARTLET\"")
    #expect(script.status == 1)
    #expect(script.errors.contains("standard input is the script"), "\(script)")
  }

  @Test func aByteOrderMarkAndCarriageReturnsDoNotMatter() throws {
    let result = try BuiltCommand.run(input: "\u{FEFF}= 1 + 1\r\n= 2 + 2\r\n")
    #expect(result.output == "2\n4\n")
  }

  @Test func dashIsStandardInput() throws {
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
  func errorsNameArgumentsAndStandardInput(arguments: [String], place: String) throws {
    let result = try BuiltCommand.run(arguments, input: ".nope\n")
    #expect(result.errors.hasPrefix(place))
  }

  @Test func theFirstFailureEndsAScript() throws {
    let result = try BuiltCommand.run(input: ".print a\n.nope\n.print b\n")
    #expect(result.output == "a\n")
    #expect(result.status == 1)
  }

  @Test func scriptContinuesWithoutBail() throws {
    let result = try BuiltCommand.run("--no-bail", input: ".print a\n.nope\n.print b\n")
    #expect(result.output == "a\nb\n")
    #expect(result.status == 1)
  }

  @Test func errorsFollowEarlierOutput() throws {
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

  @Test func scriptThatReadsItselfFails() throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(".read \(folder.file("loop.fetch"))\n", to: "loop.fetch")
    let result = try BuiltCommand.run("-f", script)
    #expect(result.status == 1)
    #expect(result.errors.contains("16 deep"))
  }

  @Test func parametersAreSetForAScript() throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("= $limit\n.print a $other\n= $day // $none", to: "s.fetch")
    let outer = try folder.write(".read \(script)", to: "outer.fetch")
    for called in [script, outer] {
      let read = try BuiltCommand.run("-m", "list", "-c", ".read \(called) limit=3 day=4")
      #expect(read.output == "3\na $other\n4\n", "\(read)")
    }
  }

  @Test func pipedOutputHasNoColor() throws {
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

  @Test func colorCanBeForced() throws {
    let result = try BuiltCommand.run("--color", "always", "-c", ".help")
    #expect(result.output.contains("\u{1B}["))
  }
}
