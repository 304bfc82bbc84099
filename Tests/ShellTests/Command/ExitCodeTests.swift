import TestSupport
import Testing

/// The interface for scripts and programs: exit codes and output streams.
@Suite struct ExitCodeTests {
  static let cases: [(arguments: [String], status: Int32)] = [
    (["-c", "= 1"], 0),
    (["-c", ""], 0),
    (["--help"], 0),
    (["--version"], 0),
    (["-c", "fetch Nothing"], 1),
    (["--demo", "-c", "fetch Budget#99"], 1),
    (["--demo", "-c", "count Budget#99 where limit > 3"], 1),
    (["--demo", "-c", "trace fetch Budget#99"], 1),
    (["--demo", "-c", "export (fetch Budget#99) to \"/dev/null\" as csv"], 1),
    (["--demo", "-c", "fetch Budget#99 select name, limit chart bar"], 1),
    (["--demo", "-o", "/tmp/martlet-never.csv.gz", "-c", "fetch Budget"], 3),
    (["-c", "= 1 +"], 1),
    (["-c", ".nonsense"], 1),
    (["--no-bail", "-c", ".nonsense", "-c", "= 1"], 1),
    (["-c", ".nonsense", "-c", ".quit"], 1),
    (["--no-bail", "-c", ".nonsense", "-c", ".quit"], 1),
    (["-c", ".quit", "-c", ".nonsense"], 0),
    (["--nonsense"], 2),
    (["-m", "nonsense", "-c", "= 1"], 2),
    (["--param", "novalue", "-c", "= 1"], 2),
    (["--timezone", "Mars/Olympus", "-c", "= 1"], 2),
    (["-c"], 2),
    (["/nonexistent/file.csv", "-c", "= 1"], 3),
    (["-f", "/nonexistent/script.fetch"], 3),
    (["-o", "/nonexistent/folder/out.csv", "-c", "= 1"], 3),
  ]

  @Test(arguments: cases)
  func exitCode(arguments: [String], status: Int32) throws {
    let result = try BuiltCommand.run(arguments)
    #expect(result.status == status, "\(arguments): \(result.errors)")
    #expect(result.errors.isEmpty == (status == 0), "\(arguments): \(result.errors)")
  }

  @Test func versionNamesTheLibraries() throws {
    let lines = try BuiltCommand.run("--version").output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.first?.wholeMatch(of: /martlet \d+\.\d+\.\d+/) != nil)
    #expect(lines.dropFirst().first?.hasPrefix("built ") == true)
    let own = /libraries: .*SQLite 3\.[\d.]+, zlib 1\.[\d.]+, libedit [\d.]+/
    #expect(lines.last?.wholeMatch(of: own) != nil)
    #if os(Linux)
      let icu = /libraries: .*ICU \d\d\.\d+, .*/
      #expect(lines.last?.wholeMatch(of: icu) != nil)
    #endif
  }

  @Test func usageErrorsNameTheNearestOption() throws {
    let result = try BuiltCommand.run("--mod", "csv")
    #expect(result.errors.contains("--mode"))
    #expect(result.output.isEmpty)
  }

  @Test func helpFitsAScreen() throws {
    let lines = try BuiltCommand.run("--help").output.split(separator: "\n")
    #expect(lines.count <= 40)
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test func closedPipeEndsTheRunSilently() throws {
    let script = """
      "$MARTLET" --demo -m csv -c 'fetch User' -c 'fetch User' -c 'fetch User' | head -1
      """
    let result = try BuiltCommand.runShell(script)
    #expect(result.output.split(separator: "\n").count == 1)
    #expect(result.errors.isEmpty)
  }

  @Test func aFullDiskIsAFailure() throws {
    let result = try BuiltCommand.runShell(#""$MARTLET" -c '= 1' > /dev/full"#)
    #expect(result.status == 1)
    #expect(result.errors.contains("standard output"))
  }

  /// A script that is not there is found before anything is done.
  @Test func missingScriptRunsNothing() throws {
    let folder = try TemporaryFolder()
    let result = try BuiltCommand.run("-c", ".print done", "-f", folder.file("none.fetch"))
    #expect(result.status == 3)
    #expect(result.output.isEmpty, "\(result)")
    #expect(result.errors.contains("none.fetch"))
  }
}
