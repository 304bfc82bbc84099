import Diagnostics
import Expressions
import Model
import Syntax

extension DotCommand {
  static let help = DotCommand(
    name: "help",
    arguments: "[word]",
    wordCounts: 0...Int.max,
    summary: "list the commands and the language's topics, or explain one",
    example: ".help sort",
    details: """
      `.help mode` explains a command, `.help group by` a clause, `.help ~` an operator, `.help \
      round` a function. `.help statements`, `clauses`, `operators`, `values`, `declarations` and \
      `functions` list topics. The examples run on the demo, `martlet --demo`.
      """,
    suggestions: { _ in DotCommand.all.map(\.name) + TopicHelp.names },
    handler: { call throws(Diagnostic) in
      let words = call.words.map { $0.text.lowercased() }
      let lines = words.isEmpty ? overview : try call.help(words.joined(separator: " "))
      call.console.paging {
        for line in lines { call.console.printLine(line) }
      }
      return .succeeded
    }
  )

  /// The output of `.help` without a word.
  private static var overview: [StyledText] {
    groups.flatMap { group in
      [StyledText(group.title, .heading)]
        + HelpLayout.table(group.commands.map { ($0.usage, $0.summary) }, indent: 2)
    }
      + HelpLayout.paragraph(
        "Names can be abbreviated: `.sch` is `.schema`.",
        indent: 0,
        .dim
      )
      + [StyledText()]
      + HelpLayout.paragraph("The language, each word of it explained by `.help word`:", indent: 0)
      + TopicHelp.overview
  }

  /// The text that `.help word` searches.
  fileprivate var text: String { [usage, summary, details].joined(separator: "\n") }

  fileprivate var explanation: [StyledText] {
    HelpLayout.table([(usage, summary)]) + HelpLayout.paragraph(details, indent: 2)
      + HelpLayout.table(terms.map { ($0.name, $0.summary) }, indent: 2)
      + HelpLayout.example(example)
  }
}

extension CommandCall {
  /// The help for a word; otherwise the commands whose help mentions it.
  fileprivate func help(_ word: String) throws(Diagnostic) -> [StyledText] {
    let name = word.count > 1 && word.hasPrefix(".") ? String(word.dropFirst()) : word
    let commands = DotCommand.all.filter { $0.name == name || $0.aliases.contains(name) }
    let found =
      commands.flatMap(\.explanation) + (TopicHelp.lines(word) ?? [])
      + (FunctionHelp.lines(word) ?? [])
    if !found.isEmpty { return found }
    let speaking = DotCommand.all.filter { $0.text.lowercased().contains(name) }
    if speaking.count == 1 { return speaking[0].explanation }
    guard speaking.isEmpty else { return HelpLayout.table(speaking.map { ($0.usage, $0.summary) }) }
    throw noHelp(for: word)
  }

  private func noHelp(for word: String) -> Diagnostic {
    let functions =
      FunctionDeclaration.all.map(\.function.rawValue)
      + AggregateDeclaration.all.map(\.function.rawValue)
    let names = TopicHelp.names + functions + DotCommand.all.map(\.name)
    return Diagnostic(
      "there is no help for `\(word)`",
      at: words.first?.span ?? line.span,
      help: [
        didYouMean(nearestNames(to: word, in: names)) ?? "`.help` lists the topics"
      ]
    )
  }
}
