import Foundation
import Syntax
import TestSupport
import Testing

@testable import Shell

/// What `.help` says of commands and of the language.
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

  @Test(arguments: [
    (".help where", "where condition"),
    (".help Group By", "group by key, …"),
    (".help starts with", "text starts with[cd] part"),
    (".help ~", "text ~ part"),
    (".help .mode", ".mode [mode]"),
    (".help count", "count Model [where …]"),
    (".help count", "count(path)"),
    (".help round", "round(x, digits?)  the nearest number"),
  ])
  func oneWordIsExplained(command: String, text: String) throws {
    #expect(try BuiltCommand.run("-c", command).output.contains(text))
  }

  @Test func anUnknownWordIsAnsweredWithTheNearest() throws {
    let result = try BuiltCommand.run("-c", ".help selct")
    #expect(result.errors.contains("there is no help about `selct`"))
    #expect(result.errors.contains("did you mean `select`?"))
  }
}

/// The topics of the language are whole, and their examples run.
@Suite struct LanguageTopicTests {
  /// A keyword that is added to the language needs a topic in `Syntax/Vocabulary/Topics`.
  @Test func everyKeywordWithAMeaningOfItsOwnHasATopic() {
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
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("martlet-topics-\(UUID().uuidString).csv")
    try Data("name,age\nAnna,30\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    for topic in LanguageTopic.all {
      let example = topic.example.replacingOccurrences(of: "users.csv", with: file.path)
      let result = try BuiltCommand.run("--demo", "-c", example)
      #expect(result.status == 0, "\(topic.name): \(result.errors)")
      #expect(!result.output.hasPrefix("no rows"), "\(topic.name)")
    }
  }
}
