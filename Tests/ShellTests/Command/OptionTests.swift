import Foundation
import TestSupport
import Testing

/// Options and the settings file.
@Suite struct OptionTests {
  @Test func helpShowsEveryOptionAndExamplesOnOneScreen() throws {
    let help = try BuiltCommand.run("--help").output
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 24)
    #expect(lines.allSatisfy { $0.count <= 80 })
    let words = Set(help.split { !isOptionCharacter($0) })
    let options = try declaredOptions()
    for option in options { #expect(words.contains(Substring(option)), "\(option)") }
    #expect(options.count > 18)
    #expect(help.contains("martlet users.csv -c 'fetch users where"))
  }

  /// The names of all options that are no secret, as the script for bash has them, which is made of
  /// their declaration. `-h` and what is the usual way need no mention.
  private func declaredOptions() throws -> [String] {
    let script = try BuiltCommand.run("--completion-script", "bash").output
    return script.split(separator: "\n").flatMap { line in
      line.firstMatch(of: /local -a .*_(?:flags|options)=\((.*)\)$/)?.1.split(separator: " ") ?? []
    }.map(String.init).filter { !["-h", "--bail"].contains($0) }
  }

  private func isOptionCharacter(_ character: Character) -> Bool {
    character.isLetter || character == "-"
  }

  /// The command reads common arguments itself; the parser of options reads all others, such as
  /// `--color auto`, which changes nothing.
  @Test(
    arguments: [
      ["-c", "= 1", "-c", "= 2"], ["-c", "-c"], ["-c"], ["-c", "= 1", "-m"], ["-m", "csv"],
      ["-m", "cvs", "-c", "= 1"], ["-m", "csv", "-m", "json", "-c", "= 1"],
      ["--demo", "-c", "count User", "-m", "csv"], ["-f", "-", "-c", "= 3"], ["-c", "= 1", "-f"],
      ["nothing.csv", "-c", "= 1"], ["", "-c", "= 1"], ["--", "-c"], ["-c=3"], ["-x"], ["-"],
      ["--no-header", "--safe", "--no-init", "--read-only", "-c", "= 1", "-m", "csv"],
      ["--demo", "--demo", "-c", "count User where age > 30"],
      ["--read-only", "x.store", "-c", "= 1"],
      ["-c", "", "-m", "tsv"], ["--demo", "-c", "fetch Budget limit 2", "-m", "markdown"],
    ]
  )
  func commonArgumentsMixWithOthers(arguments: [String]) throws {
    func run(_ more: [String]) throws -> [String] {
      let result = try BuiltCommand.run(more + arguments, input: "= 4\n")
      return ["\(result.status)", result.output, result.errors]
    }
    #expect(try run([]) == run(["--color", "auto"]))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionScriptsHaveTheOptions(shell: String) throws {
    let result = try BuiltCommand.run("--completion-script", shell)
    #expect(result.status == 0)
    #expect(result.output.contains("martlet"))
    let words = Set(result.output.split { !isOptionCharacter($0) })
    // Fish has `-l name` for `--name`.
    let dashes = shell == "fish" ? 2 : 0
    for option in try declaredOptions() where option.hasPrefix("--") {
      #expect(words.contains(option.dropFirst(dashes)), "\(option)")
    }
    #expect(result.output.contains("markdown"), "values are completed")
    let folder = try TemporaryFolder()
    let path = try folder.write(result.output, to: "script")
    let checked = try BuiltCommand.runShell(
      "if command -v \(shell) > /dev/null; then \(shell) -n \(path); fi"
    )
    #expect(checked.errors.isEmpty && checked.status == 0)
  }

  @Test func completionScriptsOfOtherShellsAreAUsageError() throws {
    let result = try BuiltCommand.run("--completion-script", "tcsh")
    #expect(result.status == 2)
    #expect(result.errors.contains("bash, zsh and fish"))
  }

  @Test func theManualHasEveryOptionAndCommand() throws {
    let result = try BuiltCommand.run("--manual-page")
    #expect(result.output.hasPrefix(".TH MARTLET 1"))
    let lines = result.output.split(separator: "\n").map(String.init)
    let names = lines.filter { $0.hasPrefix(".B ") }.flatMap { line in
      line.dropFirst(3).replacing("\\-", with: "-").split { !isOptionCharacter($0) }
    }
    for option in try declaredOptions() where option != "--help" {
      #expect(names.contains(Substring(option)), "\(option)")
    }
    for section in ["EXAMPLES", "OPTIONS", "COMMANDS", "LANGUAGE", "EXIT STATUS", "FILES"] {
      #expect(lines.contains(".SH \(section)"))
    }
    #expect(lines.contains(#".B \&.summary Model"#))
    #expect(lines.contains { $0.hasPrefix(".B fetch Model") })
    // A name that begins with a dot but is not a command would be lost.
    let requests: Set<Substring> = [".TH", ".SH", ".TP", ".B", ".BR", ".I"]
    for line in lines where line.hasPrefix(".") {
      #expect(requests.contains(line.prefix { $0 != " " }), "\(line)")
    }
  }

  @Test func optionsMayHaveAnyOrder() throws {
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

  @Test func errorsInTheInitFileAreReportedAndTheRunContinues() throws {
    let (folder, environment) = try settings(".mode csv\n= 1 +;\nfetch Nothing\n.nullvalue x\n")
    let result = try BuiltCommand.run(["-c", "= 1"], environment: environment)
    #expect(result.output == "value\n1\n")
    let path = folder.file("martlet/init.fetch")
    #expect(result.errors.contains("\(path):2:6: error: "), "\(result.errors)")
    #expect(result.errors.contains("\(path):3:7: error: "))
    #expect(result.status == 1)
  }

  @Test func shellContinuesAfterABadInitFile() throws {
    let (folder, environment) = try settings("fetch Nothing\n")
    let shell = try ShellSession("--demo", folder: folder, environment: environment)
    #expect(shell.screen.text.replacing("\n", with: "").contains("init.fetch:1:7:"))
    #expect(shell.run("= 2 + 3").contains("\n5\n"))
  }

  @Test(arguments: [
    (".mode csv", ["-m", "list"], "2026-01-31 12:00:00Z\n"),
    (".mode json", ["-m", "csv", "--no-header"], "2026-01-31T12:00:00Z\n"),
    (".titles on\n.mode csv", ["--no-header"], "2026-01-31T12:00:00Z\n"),
    (".params hour 9 hours\n.mode list", [], "2026-01-31 09:00:00Z\n"),
    (".params hour 9 hours\n.mode list", ["--param", "hour=7 hours"], "2026-01-31 07:00:00Z\n"),
    (
      ".timezone Asia/Tokyo\n.mode list", ["--timezone", "Europe/Oslo"],
      "2026-01-31 12:00:00+01:00\n"
    ),
  ])
  func argumentsOverrideTheInitFile(
    init text: String,
    options: [String],
    answer: String
  ) throws {
    let (folder, environment) = try settings(text + "\n")
    let hour = text.contains("hour")
    let arguments = options + (hour ? [] : ["--param", "hour=12 hours"])
    let result = try BuiltCommand.run(
      arguments + ["-c", "= 2026-01-31 + $hour"],
      environment: environment
    )
    #expect(result.output == answer, "\(result.errors)")
    withExtendedLifetime(folder) {}
  }

  @Test func fileArgumentOverridesTheInitFile() throws {
    let (folder, environment) = try settings("")
    let (previous, other) = (folder.file("z"), folder.file("y"))
    try folder.write(".output \(previous)\n", to: "martlet/init.fetch")
    let result = try BuiltCommand.run(["-o", other, "-c", "= 1"], environment: environment)
    #expect(result.status == 0 && result.output.isEmpty, "\(result.errors)")
    #expect(try folder.text("y") == "1\n")
    #expect(try folder.names().sorted() == ["martlet", "y"])
    let without = try BuiltCommand.run(["-c", "= 2"], environment: environment)
    #expect(without.output.isEmpty)
    #expect(try folder.text("z") == "2\n")
  }

  @Test func quitInTheInitFileEndsTheProcess() throws {
    let (folder, environment) = try settings(".print begins\n.quit\n.print unreached\n")
    let result = try BuiltCommand.run(["-c", "= 1"], environment: environment)
    #expect(result.output == "begins\n" && result.status == 0)
    try folder.write("fetch Nothing\n.quit\n", to: "martlet/init.fetch")
    let failed = try BuiltCommand.run(["-c", "= 1"], environment: environment)
    #expect(failed.output.isEmpty && failed.status == 1)
  }

  @Test func doesNotWaitForAPipeInPlaceOfTheInitFile() throws {
    let (folder, environment) = try settings("")
    let path = folder.file("martlet/init.fetch")
    try FileManager.default.removeItem(atPath: path)
    try #require(mkfifo(path, 0o600) == 0)
    let result = try BuiltCommand.run(["-c", "= 1"], environment: environment)
    #expect(result.output == "1\n" && result.status == 1)
    #expect(result.errors.contains("it is not a regular file"))
  }

  @Test func initFileIsInTheHomeFolder() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file(".config/martlet"),
      withIntermediateDirectories: true
    )
    try folder.write(".mode csv\n", to: ".config/martlet/init.fetch")
    let result = try BuiltCommand.run(
      ["-c", "= 1"],
      environment: ["HOME": folder.path, "XDG_CONFIG_HOME": ""]
    )
    #expect(result.output == "value\n1\n")
  }

  // MARK: Safe mode

  @Test(arguments: [
    ".once x", ".output x", ".output |cat", ".read x", ".open x.store",
    ".edit", ".import x.csv", #"import "x.csv""#, #"export User to "x.json""#,
    ".format x.fetch", ".pager less",
  ])
  func safeModeAffectsNothingElse(statement: String) throws {
    let folder = try TemporaryFolder()
    let text = statement.replacing(" x", with: " \(folder.path)/x")
    let result = try BuiltCommand.run("--demo", "--safe", "-c", text)
    #expect(result.status == 1)
    #expect(result.errors.contains("with `--safe`"), "\(result.errors)")
    #expect(try folder.names().isEmpty)
  }

  @Test func safeModeUsesTheGivenStore() throws {
    let folder = try TemporaryFolder()
    let store = folder.file("a.store")
    let result = try BuiltCommand.run(
      store,
      "--safe",
      statements: ["model M { n: Int }", "insert M n: 3", "fetch M", ".output off"]
    )
    #expect(result.status == 0, "\(result.errors)")
    #expect(try BuiltCommand.run(store, "--read-only", "-c", "delete all M").status == 1)
    #expect(try BuiltCommand.run(store, "-m", "list", "-c", "fetch M").output == "3\n")
  }

  /// `--read-only` protects what it opens in memory as it does files.
  @Test(
    arguments: [
      "delete all people", "insert people { name: \"Cy\", age: 1 }", "model X { n: Int }",
      "update all people set age = 1", "generate 3 people", "begin; delete all people",
      "extend people { x: Int? }", "import \"FILE\" into people",
    ]
  )
  func readOnlyProtectsMemory(statements: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("name,age\nAnn,30\nBo,40\n", to: "people.csv")
    let result = try BuiltCommand.run(
      [path, "--read-only", "--no-bail"]
        + (statements.components(separatedBy: "; ") + ["count people where age > 1"])
        .flatMap { ["-c", $0.replacing("FILE", with: path)] }
    )
    #expect(result.status == 1)
    #expect(result.output.hasSuffix("2\n"), "\(result.output)")
    #expect(result.errors.contains("this store is read-only"), "\(result.errors)")
  }

  @Test func readOnlyAllowsStoresInMemory() throws {
    let result = try BuiltCommand.run(
      "--demo",
      "--read-only",
      statements: [
        "preview delete all Budget", "let rent = fetch Budget where name == \"Rent\"", "count rent",
        ".open :memory: as scratch", "copy Budget from memory", "delete all Budget",
      ]
    )
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("query rent, for this session only\n1\n"))
    #expect(result.output.contains("12 deleted"))
  }
}
