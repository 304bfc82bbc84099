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
      `functions` list topics, `.help keys` the keys. The examples run on the demo, `martlet --demo`.
      """,
    suggestions: { _ in DotCommand.all.map(\.name) + TopicHelp.names + ["keys"] },
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
    [StyledText("the language", .heading)] + HelpLayout.table(examples, indent: 2, column: 52)
      + [StyledText()]
      + groups.flatMap { group in
        [StyledText(group.title, .heading)]
          + HelpLayout.table(group.commands.map { ($0.usage, $0.summary) }, indent: 2)
      }
      + [StyledText(), StyledText("topics: `.help word` explains a word", .heading)]
      + TopicHelp.overview
  }

  /// The language in twelve lines.
  private static let examples = [
    ("fetch Budget where spent > limit", "find records"),
    ("fetch Budget select name, limit - spent as left", "choose columns"),
    ("fetch Expense sort amount desc limit 5", "sort, and limit the rows"),
    ("fetch Budget where any(expenses where amount > 100)", "test related records"),
    ("fetch Expense select budget.name, amount", "read related records"),
    ("fetch User group by city select city, count()", "group and aggregate"),
    ("count Expense where date > today - 30 days", "count records"),
    ("insert Budget name: \"Trip\", limit: 900, created: now", "insert a record"),
    ("update Budget where owner == nil set limit += 10", "change records; `undo`"),
    ("delete Expense where amount == 0", "delete records"),
    ("model Trip { name: String, days: Int = 1 }", "declare a model"),
    ("import \"people.csv\"", "read a file into a model"),
  ]

  /// The keys of the line editor.
  fileprivate static let keys = [
    ("Tab", "complete; press it again for the next candidate"),
    ("Esc", "undo the completion while the candidates are shown"),
    ("Right, End, Ctrl-E", "accept the suggestion after the cursor"),
    ("Alt-F", "accept one word of the suggestion, or go forward by a word"),
    ("Up, Down", "go through the history, or the lines of a block"),
    ("Page Up, Page Down", "recall blocks with the same start, or scroll a long block"),
    ("Ctrl-R", "search the history"),
    ("Alt-Enter", "add a line"),
    ("Ctrl-A, Ctrl-E", "go to the start or the end of the line"),
    ("Ctrl-Left, Ctrl-Right", "go back or forward by a word"),
    ("Ctrl-W, Ctrl-U, Ctrl-K", "delete a word, the line, the rest of the line"),
    ("Ctrl-_", "undo the last edit"),
    ("Ctrl-L", "clear the screen"),
    ("Ctrl-C", "discard the block, or stop a statement"),
    ("Ctrl-D", "exit, on an empty line"),
  ]

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
    if word == "keys" { return HelpLayout.table(DotCommand.keys) }
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
      FunctionDeclaration.all.map(\.function.name)
      + AggregateDeclaration.all.map(\.function.name)
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

/// Help about the language, from its topics.
enum TopicHelp {
  /// The help for a topic or a kind of topic; nil for other words.
  static func lines(_ name: String) -> [StyledText]? {
    if let kind = LanguageTopic.Kind.allCases.first(where: { $0.plural == name }) {
      return HelpLayout.table(LanguageTopic.all(of: kind).map { ($0.name, $0.summary) })
    }
    let topics = LanguageTopic.named(name)
    return topics.isEmpty ? nil : topics.flatMap(lines)
  }

  private static func lines(_ topic: LanguageTopic) -> [StyledText] {
    let forms = topic.syntax.split(separator: "   ").flatMap { HelpLayout.syntax(String($0)) }
    return forms + HelpLayout.paragraph(topic.summary, indent: 2)
      + HelpLayout.example(topic.example)
  }

  /// The names of all topics, by kind.
  static var overview: [StyledText] {
    HelpLayout.table(
      LanguageTopic.Kind.allCases.map { kind in
        (kind.plural, HelpLayout.list(LanguageTopic.all(of: kind).map(\.name)))
      } + [("functions", "`.help functions` lists them")]
    )
  }

  /// The words that have help.
  static let names =
    LanguageTopic.all.flatMap(\.names) + LanguageTopic.Kind.allCases.map(\.plural) + ["functions"]
}

extension LanguageTopic.Kind {
  fileprivate var plural: String { rawValue + "s" }
}

/// Help about functions, from the declarations that the binder uses.
enum FunctionHelp {
  /// The help for `functions` or one function; nil for other words.
  static func lines(_ word: String) -> [StyledText]? {
    if word == "functions" { return aligned(entries) }
    let named = entries.filter { $0.name.lowercased() == word }
    return named.isEmpty
      ? nil : named.flatMap { aligned([$0]) + HelpLayout.example($0.example) }
  }

  /// The help for one function.
  struct Entry {
    let name: String
    /// A call: `round(number, digits)`.
    let usage: String
    let summary: String
    let example: String
  }

  /// The functions by topic, then the aggregates.
  static let groups: [(title: String, entries: [Entry])] =
    FunctionDeclaration.groups.map { ($0.title, $0.functions.map(entry)) }
    + [("Aggregates", AggregateDeclaration.all.map(entry))]

  private static let entries = groups.flatMap(\.entries)

  private static func entry(_ declaration: FunctionDeclaration) -> Entry {
    let name = declaration.function.name
    return Entry(
      name: name,
      usage: declaration.isWord ? name : declaration.usage,
      summary: declaration.summary,
      example: declaration.example
    )
  }

  private static func entry(_ declaration: AggregateDeclaration) -> Entry {
    let name = declaration.function.name
    return Entry(
      name: name,
      usage: "\(name)(\(declaration.usage))",
      summary: declaration.summary,
      example: declaration.example
    )
  }

  private static func aligned(_ entries: [Entry]) -> [StyledText] {
    HelpLayout.table(entries.map { ($0.usage, $0.summary) })
  }
}
