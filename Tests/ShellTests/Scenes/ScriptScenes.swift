import Foundation
import TestSupport
import Testing

/// Output to scripts and pipes.
@Suite struct ScriptScenes {
  private let script = "= 1\n= 2\nfetch Nothing\n= 4\n"

  @Test func scene23ErrorsHaveFileLineAndColumn() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(script, to: "s.fetch")
    let file = try BuiltCommand.run("-f", path)
    #expect(file.status == 1)
    #expect(file.output == "1\n2\n")
    #expect(file.errors.hasPrefix("\(path):3:7: error: no model is named `Nothing`\n"))
    #expect(file.errors.contains("3 | fetch Nothing\n    |       ^^^^^^^\n"))
  }

  @Test func scene23ErrorsOfStandardInput() throws {
    for arguments in [[], ["-f", "-"]] {
      let result = try BuiltCommand.run(arguments, input: script)
      #expect(result.status == 1)
      #expect(result.output == "1\n2\n")
      #expect(result.errors.hasPrefix("<stdin>:3:7: error: "))
    }
  }

  @Test func scene23ErrorsOfTheCommandLine() throws {
    let result = try BuiltCommand.run("-c", "= 1", "-c", "= 2;\n fetch Nothing")
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("-c:2:8: error: "))
  }

  @Test func scene23AScriptIsRunByItsFirstLine() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "#!/usr/bin/env -S \(BuiltCommand.path) -f\n= 40 + 2\nfetch Nope\n",
      to: "s.fetch"
    )
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let result = try BuiltCommand.runShell("\(path); echo $?")
    #expect(result.output == "42\n1\n")
    #expect(result.errors.hasPrefix("\(path):3:7: error: "))
  }

  @Test(arguments: ["table", "csv", "json", "line", "markdown", "html", "list"])
  func scene24AClosedPipeIsNoError(mode: String) throws {
    let result = try BuiltCommand.runShell(
      """
      { "$MARTLET" --demo -m \(mode) -c 'fetch User' -c 'fetch User' -c 'fetch User'; \
      echo $? >&3; } 3>&2 2>/dev/null | head -1
      """
    )
    #expect(result.output.split(separator: "\n").count == 1)
    // 128 + SIGPIPE, and not a word.
    #expect(result.errors == "141\n")
  }

  @Test func pipesGetNoPromptNoColorAndAllRows() throws {
    let result = try BuiltCommand.run("--demo", input: "fetch User select age\n")
    #expect(result.errors.isEmpty)
    #expect(result.output.hasPrefix("╭─────╮\n│ age │\n"))
    #expect(result.output.hasSuffix("╯\n10,000 rows\n"))
    #expect(!result.output.contains("\u{1B}"))
  }
}
