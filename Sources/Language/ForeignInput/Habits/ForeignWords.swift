import Diagnostics

/// Words of other query languages, and what to write instead.
enum ForeignWords {
  /// A line of help for the word that something else should stand for.
  static func help(for surroundings: ErrorContext, at place: UnknownInput.Place) -> String? {
    guard let word = surroundings.after.first?.text.lowercased() else { return nil }
    return switch place {
    case .statement: statements[word]
    case .clause: clauses[word]
    case .parameterName, .other: nil
    }
  }

  /// At a statement's start.
  static let statements: [String: String] = [
    "select": "to read records write `fetch Model where … select …`",
    "from": "to read records write `fetch Model where …`",
    "get": "to read records write `fetch Model where …`",
    "find": "to read records write `fetch Model where …`",
    "show": "to read records write `fetch Model`; to see the models write `.models`",
    "list": "to read records write `fetch Model`; to see the models write `.models`",
    "create": "to declare a model write `model Name { name: String }`",
    "class": "to declare a model write `model Name { name: String }`",
    "entity": "to declare a model write `model Name { name: String }`",
    "add": "to add a record write `insert Model name: \"Trip\"`",
    "load": "to read a file write `import \"users.csv\" into Model`",
    "help": "for help write `.help`",
    "exit": "to leave write `.quit`",
    "quit": "to leave write `.quit`",
    "where": clauseAlone,
    "sort": clauseAlone,
    "limit": clauseAlone,
    "offset": clauseAlone,
    "print": "to see a value write `= 2 + 3`",
  ]

  private static let clauseAlone =
    "a clause belongs to `fetch Model` or `count Model`, with no blank line between"

  /// Where a clause could stand.
  static let clauses: [String: String] = [
    "order": "to sort write `sort name desc`",
    "orderby": "to sort write `sort name desc`",
    "filter": "to filter write `where …`",
    "when": "to filter write `where …`",
    "descending": "the order is written `asc` or `desc`",
    "ascending": "the order is written `asc` or `desc`",
    "skip": "to skip records write `offset 10`",
    "take": "to limit the number of records write `limit 10`",
    "top": "to limit the number of records write `limit 10`",
    "from": "the model stands right behind `fetch`: `fetch Model`",
  ]
}
