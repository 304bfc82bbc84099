import Diagnostics
import Expressions
import Model

/// Help about functions, from the declarations that the binder uses.
enum FunctionHelp {
  /// The help for `functions` or one function; nil for other words.
  static func lines(_ word: String) -> [StyledText]? {
    if word == "functions" { return aligned(entries) }
    let named = entries.filter { $0.name == word }
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
    let name = declaration.function.rawValue
    let isWord = declaration.function == .now || declaration.function == .today
    return Entry(
      name: name,
      usage: isWord ? name : declaration.usage,
      summary: declaration.summary,
      example: declaration.example
    )
  }

  private static func entry(_ declaration: AggregateDeclaration) -> Entry {
    let name = declaration.function.rawValue
    return Entry(
      name: name,
      usage: "\(name)(path)",
      summary: declaration.summary,
      example: declaration.example
    )
  }

  private static func aligned(_ entries: [Entry]) -> [StyledText] {
    HelpLayout.table(entries.map { ($0.usage, $0.summary) })
  }
}
