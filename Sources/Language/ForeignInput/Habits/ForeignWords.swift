import Diagnostics

/// Hints for words of other query languages.
enum ForeignWords {
  /// The hint for the word at an error.
  static func help(for context: ErrorContext, at place: UnknownInput.Place) -> String? {
    guard let word = context.after.first?.text.lowercased() else { return nil }
    return switch place {
    case .statement: statements[word]
    case .clause: clauses[word]
    case .parameterName, .other: nil
    }
  }

  /// Hints at the start of a statement.
  static let statements: [String: String] = [
    "select": "to read records, write `fetch Model where … select …`",
    "from": "to read records, write `fetch Model where …`",
    "get": "to read records, write `fetch Model where …`",
    "find": "to read records, write `fetch Model where …`",
    "show": "to read records, write `fetch Model`; to list the models, write `.models`",
    "list": "to read records, write `fetch Model`; to list the models, write `.models`",
    "create": "to declare a model, write `model Name { name: String }`",
    "class": "to declare a model, write `model Name { name: String }`",
    "entity": "to declare a model, write `model Name { name: String }`",
    "add": "to add a record, write `insert Model name: \"Trip\"`",
    "load": "to import a file, write `import \"users.csv\"`",
    "help": "for help, write `.help`",
    "exit": "to quit, write `.quit`",
    "quit": "to quit, write `.quit`",
    "where": clauseAlone,
    "sort": clauseAlone,
    "limit": clauseAlone,
    "offset": clauseAlone,
    "print": "to print a value, write `= 2 + 3`",
  ]

  private static let clauseAlone =
    "a clause follows `fetch Model` or `count Model`, without a blank line in between"

  /// Hints where a clause can begin.
  static let clauses: [String: String] = [
    "order": "to sort, write `sort name desc`",
    "orderby": "to sort, write `sort name desc`",
    "filter": "to filter, write `where …`",
    "when": "to filter, write `where …`",
    "descending": "write `asc` or `desc`",
    "ascending": "write `asc` or `desc`",
    "skip": "to skip records, write `offset 10`",
    "take": "to limit the number of records, write `limit 10`",
    "top": "to limit the number of records, write `limit 10`",
    "from": "the model follows `fetch`: `fetch Model`",
  ]
}
