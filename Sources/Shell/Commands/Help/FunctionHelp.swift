import Diagnostics
import Expressions
import Model

/// What `.help` says of functions: the declarations that the binder reads.
enum FunctionHelp {
  /// The lines for `functions`, or for a function's name; nil for anything else.
  static func lines(_ word: String) -> [StyledText]? {
    if word == "functions" { return aligned(entries) }
    let named = entries.filter { $0.name == word }
    return named.isEmpty
      ? nil : named.flatMap { aligned([$0]) + HelpLayout.example($0.example) }
  }

  private struct Entry {
    let name: String
    let usage: String
    let summary: String
    let example: String
  }

  /// Functions first, then what reduces many values.
  private static let entries: [Entry] =
    FunctionDeclaration.all.map {
      let name = $0.function.rawValue
      let isWord = $0.function == .now || $0.function == .today
      return Entry(
        name: name,
        usage: isWord ? name : $0.usage,
        summary: $0.summary,
        example: $0.example
      )
    }
    + AggregateDeclaration.all.map {
      let name = $0.function.rawValue
      return Entry(name: name, usage: "\(name)(path)", summary: $0.summary, example: $0.example)
    }

  private static func aligned(_ entries: [Entry]) -> [StyledText] {
    HelpLayout.table(entries.map { ($0.usage, $0.summary) })
  }
}
