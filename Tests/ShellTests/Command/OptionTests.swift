import Foundation
import TestSupport
import Testing

/// What options and the settings file do.
@Suite struct OptionTests {
  @Test func helpShowsEveryOptionAndExamplesOnOneScreen() throws {
    let help = try BuiltCommand.run("--help").output
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 24)
    #expect(lines.allSatisfy { $0.count <= 80 })
    for option in Self.options { #expect(help.contains(option), "\(option)") }
    #expect(help.contains("martlet users.csv -c 'fetch users where"))
  }

  static let options = [
    "-c", "-f", "-m", "--mode", "-o", "--output", "--no-bail", "--read-only", "--safe", "--no-init",
    "--param", "--color", "--timezone", "--timeout", "--no-header", "--model", "--version",
    "--help",
    "--completion-script", "--demo",
  ]

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionScriptsKnowTheOptions(shell: String) throws {
    let result = try BuiltCommand.run("--completion-script", shell)
    #expect(result.status == 0)
    #expect(result.output.contains("martlet"))
    for option in Self.options where option.hasPrefix("--") {
      #expect(result.output.contains(option.dropFirst(2)), "\(option)")
    }
    #expect(result.output.contains("markdown"), "values are completed")
    let folder = try TemporaryFolder()
    let path = try folder.write(result.output, to: "script")
    let checked = try BuiltCommand.runShell(
      "if command -v \(shell) > /dev/null; then \(shell) -n \(path); fi"
    )
    #expect(checked.errors.isEmpty && checked.status == 0)
  }

  @Test func completionScriptsOfOtherShellsAreWrongUsage() throws {
    let result = try BuiltCommand.run("--completion-script", "tcsh")
    #expect(result.status == 2)
    #expect(result.errors.contains("bash, zsh and fish"))
  }

  @Test func theManualHasEveryOptionAndCommand() throws {
    let result = try BuiltCommand.run("--manual-page")
    #expect(result.output.hasPrefix(".TH MARTLET 1"))
    let folder = try TemporaryFolder()
    let path = try folder.write(result.output, to: "martlet.1")
    let shown = try BuiltCommand.runShell(
      "if command -v man > /dev/null; then LC_ALL=C.UTF-8 MANWIDTH=200 man -l \(path) | col -b; fi"
    )
    #expect(shown.status == 0)
    guard !shown.output.isEmpty else { return }
    for option in Self.options where !["--help", "--no-bail"].contains(option) {
      #expect(shown.output.contains(option), "\(option)")
    }
    for section in ["EXAMPLES", "COMMANDS", "LANGUAGE", "EXIT STATUS", "FILES"] {
      #expect(shown.output.contains("\n\(section)\n"))
    }
    #expect(shown.output.contains(".summary Model") && shown.output.contains("fetch Model"))
  }

  @Test func optionsStandInAnyOrder() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("name,age\nAnna,30\nBo,20\n", to: "users.csv")
    for arguments in [
      ["-m", "csv", file, "-c", "fetch users where age > $n", "--param", "n=25"],
      ["-c", "fetch users where age > $n", "--param", "n=25", file, "--mode", "csv"],
      ["--param=n=25", "--mode=csv", "-c", "fetch users where age > $n", "--", file],
    ] {
      let result = try BuiltCommand.run(arguments)
      #expect(result.output == "name,age\nAnna,30\n", "\(arguments) \(result.errors)")
    }
  }

  @Test func noHeaderIsForFilesAndResults() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("Anna,30\nBo,20\n", to: "users.csv")
    let result = try BuiltCommand.run(file, "--no-header", "-m", "csv", "-c", "fetch users")
    #expect(result.output == "Anna,30\nBo,20\n")
    let table = try BuiltCommand.run("--demo", "-c", ".titles off", "-c", "fetch Budget limit 1")
    #expect(!table.output.contains("name") && table.output.contains("Summer Vacation"))
  }

  // MARK: The file of settings

  private func settings(_ text: String) throws -> (TemporaryFolder, [String: String]) {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("martlet"),
      withIntermediateDirectories: true
    )
    try folder.write(text, to: "martlet/init.fetch")
    return (folder, ["XDG_CONFIG_HOME": folder.path])
  }

  @Test func theInitFileRunsAtEveryStart() throws {
    let (folder, environment) = try settings(
      ".mode csv\nlet rich = fetch Budget where limit > 2000\n"
    )
    let arguments = ["--demo", "-c", "fetch rich select name"]
    let result = try BuiltCommand.run(arguments, environment: environment)
    #expect(result.output == "name\nSummer Vacation\nRainy days\n")
    let none = try BuiltCommand.run(arguments + ["--no-init"], environment: environment)
    #expect(none.status == 1)
    let safe = try BuiltCommand.run(arguments + ["--safe"], environment: environment)
    #expect(safe.status == 1)
    withExtendedLifetime(folder) {}
  }

  @Test func whatIsWrongInTheInitFileIsToldAndTheRunGoesOn() throws {
    let (folder, environment) = try settings(".mode csv\n= 1 +;\nfetch Nothing\n.nullvalue x\n")
    let result = try BuiltCommand.run(["-c", "= 1"], environment: environment)
    #expect(result.output == "value\n1\n")
    let path = folder.file("martlet/init.fetch")
    #expect(result.errors.contains("\(path):2:6: error: "), "\(result.errors)")
    #expect(result.errors.contains("\(path):3:7: error: "))
    #expect(result.status == 1)
  }

  @Test func theShellGoesOnAfterABadInitFile() throws {
    let (folder, environment) = try settings("fetch Nothing\n")
    let shell = try ShellSession("--demo", folder: folder, environment: environment)
    #expect(shell.screen.text.replacing("\n", with: "").contains("init.fetch:1:7:"))
    #expect(shell.run("= 2 + 3").contains("\n5\n"))
  }

  // MARK: Safe mode

  @Test(arguments: [
    ".once x", ".output x", ".output |cat", ".read x", ".dump x", ".restore x", ".open x.store",
    ".edit", ".import x.csv", #"import "x.csv""#, ".format x.fetch", ".pager less",
  ])
  func safeModeReachesNothingElse(statement: String) throws {
    let folder = try TemporaryFolder()
    let text = statement.replacing(" x", with: " \(folder.path)/x")
    let result = try BuiltCommand.run("--demo", "--safe", "-c", text)
    #expect(result.status == 1)
    #expect(result.errors.contains("with `--safe`"), "\(result.errors)")
    #expect(try folder.names().isEmpty)
  }

  @Test func safeModeWorksOnTheStoreItWasGiven() throws {
    let folder = try TemporaryFolder()
    let store = folder.file("a.store")
    let result = try BuiltCommand.run(
      store,
      "--safe",
      statements: ["model M { n: Int }", "insert M n: 3", "fetch M", ".dump", ".output off"]
    )
    #expect(result.status == 0, "\(result.errors)")
    #expect(try BuiltCommand.run(store, "--read-only", "-c", "delete all M").status == 1)
    #expect(try BuiltCommand.run(store, "-m", "list", "-c", "fetch M").output == "3\n")
  }
}
