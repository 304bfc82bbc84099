import Expressions
import Foundation
import Model
import Syntax
import TestSupport
import Testing

@testable import Shell

/// The `.help` of commands and of the language.
@Suite struct HelpTests {
  @Test func helpListsEveryCommandAndTopic() throws {
    let output = try BuiltCommand.run("-c", ".help").output
    for command in DotCommand.all { #expect(output.contains(command.usage)) }
    for topic in LanguageTopic.all { #expect(output.contains(topic.name)) }
  }

  @Test func everyNameThatIsSuggestedIsExplained() throws {
    let names = DotCommand.all.map(\.name) + TopicHelp.names
    let output = try BuiltCommand.run(input: names.map { ".help \($0)\n" }.joined())
    #expect(output.errors.isEmpty && output.status == 0, "\(output.errors)")
    #expect(output.output.split(separator: "\n").allSatisfy { $0.count <= HelpLayout.width })
  }

  @Test func helpFitsAPlainTerminal() throws {
    let output = try BuiltCommand.run("-c", ".help", "-c", ".help functions").output
    for line in output.split(separator: "\n") { #expect(line.count <= HelpLayout.width) }
  }

  @Test func helpStartsWithTheLanguage() throws {
    let lines = try BuiltCommand.run("-c", ".help").output.split(separator: "\n")
    #expect(lines.first == "the language")
    #expect(lines.dropFirst().first?.hasPrefix("  fetch Budget where spent > limit ") == true)
    #expect(lines.dropFirst(13).first == "models and records")
  }

  /// The examples of `.help` run on the demo, except for the import of a file.
  @Test func examplesOfTheLanguageRun() throws {
    let output = try BuiltCommand.run("-c", ".help").output
    let examples = output.split(separator: "\n").dropFirst().prefix(11).compactMap { line in
      line.dropFirst(2).firstRange(of: "  ").map { String(line.dropFirst(2)[..<$0.lowerBound]) }
    }
    #expect(examples.count == 11)
    for example in examples {
      let result = try BuiltCommand.run("--demo", "-c", example)
      #expect(result.status == 0, "\(example): \(result.errors)")
    }
  }

  @Test(arguments: [
    ("help fetch", "fetch Model"), ("models", "Budget"), ("schema Expense", "model Expense"),
    ("tutorial", "predicates"), (".help keys", "search the history"),
  ])
  func wordsWithoutADotAreUnderstood(line: String, text: String) throws {
    let result = try BuiltCommand.run("--demo", "-c", line)
    #expect(result.status == 0 && result.output.contains(text), "\(result.output)")
  }

  @Test(arguments: [
    (".help where", "where condition"),
    (".help Group By", "group by key, …"),
    (".help starts with", "text starts with[cd] part"),
    (".help ~", "text ~ part"),
    (".help .mode", ".mode [mode]"),
    (".help count", "count Model [where …]"),
    (".help count", "count(path)"),
    (".help round", "round(x, digits?)  the number rounded"),
  ])
  func oneWordIsExplained(command: String, text: String) throws {
    #expect(try BuiltCommand.run("-c", command).output.contains(text))
  }

  @Test func unknownWordSuggestsTheNearest() throws {
    let result = try BuiltCommand.run("-c", ".help selct")
    #expect(result.errors.contains("there is no help for `selct`"))
    #expect(result.errors.contains("did you mean `select`?"))
  }
}

/// Every command and function has an example that runs.
@Suite struct HelpExampleTests {
  /// What examples read, and what they need.
  private func folderOfExamples() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("name,age\nAnna,30\n", to: "users.csv")
    try folder.write("fetch Budget where limit > $limit\n", to: "report.fetch")
    return folder
  }

  private func run(_ example: String, in folder: TemporaryFolder) throws -> BuiltCommand.Result {
    let path = try folder.write(example.replacing("; .", with: "\n."), to: "example.fetch")
    return try BuiltCommand.runShell("cd \(folder.path); \"$MARTLET\" --demo -f \(path)")
  }

  @Test func everyCommandHasAnExampleThatRuns() throws {
    let folder = try folderOfExamples()
    for command in DotCommand.all {
      #expect(command.example.contains(".\(command.name)"), "\(command.name)")
      // An editor needs a terminal, and distributed tables a server.
      if [DotCommand.edit.name, DotCommand.distribute.name].contains(command.name) { continue }
      let result = try run(command.example, in: folder)
      #expect(result.status == 0, "\(command.name): \(result.errors)")
    }
    let help = DotCommand.all.map { ".help .\($0.name)\n" }.joined()
    let explained = try BuiltCommand.run(input: help).output
    let text = explained.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for command in DotCommand.all { #expect(text.contains("for example: \(command.example)")) }
  }

  @Test func everyFunctionHasAnExampleThatRuns() throws {
    let folder = try folderOfExamples()
    let examples =
      FunctionDeclaration.all.map { ($0.function.name, $0.example) }
      + AggregateDeclaration.all.map { ($0.function.name, $0.example) }
    for (name, example) in examples {
      #expect(example.contains(name), "\(name)")
      let result = try run(example, in: folder)
      #expect(result.status == 0 && result.errors.isEmpty, "\(name): \(result.errors)")
    }
  }

  @Test func helpGroupsTheCommands() throws {
    let lines = try BuiltCommand.run("-c", ".help").output.split(separator: "\n").map(String.init)
    for group in DotCommand.groups {
      let place = try #require(lines.firstIndex(of: group.title))
      #expect(lines[place + 1].hasPrefix("  .\(group.commands[0].name)"))
    }
  }
}

/// The topics of the language are complete, and their examples run.
@Suite struct LanguageTopicTests {
  /// A keyword that is added to the language needs a topic in `Syntax/Texts/language.topics`.
  @Test func everyKeywordHasATopic() {
    let names = Set(LanguageTopic.all.flatMap(\.names))
    let roles: [KeywordRole] = [.statement, .clause, .quantifier, .conditional, .constant]
    for keyword in roles.flatMap(Keyword.all) {
      #expect(
        names.contains(keyword.rawValue) || keyword == .group,
        "`\(keyword.rawValue)` has no topic"
      )
    }
    for spelling in OperatorTable.entries.flatMap(\.spellings) {
      #expect(
        names.contains(spelling) || names.contains(spelling + "s"),
        "`\(spelling)` has no topic"
      )
    }
  }

  @Test func everyExampleRunsOnTheDemo() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("name,age\nAnna,30\n", to: "users.csv")
    for topic in LanguageTopic.all {
      let example = topic.example.replacingOccurrences(of: "users.csv", with: file)
      let result = try BuiltCommand.run("--demo", "-c", example)
      #expect(result.status == 0, "\(topic.name): \(result.errors)")
      #expect(!result.output.hasPrefix("no rows"), "\(topic.name)")
    }
  }
}
