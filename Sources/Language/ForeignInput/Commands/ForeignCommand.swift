/// A command of another shell.
struct ForeignCommand {
  /// The meaning of a command.
  enum Meaning {
    /// A dot command, with an optional word.
    case command(String, word: String? = nil)
    /// A dot command about the named model, or another one without a name.
    case commandOfModel(String, otherwise: String)
    /// A dot command with the words after it.
    case commandWithWords(String)
    /// A hint.
    case hint(String)
    /// The name of a dot command without its dot.
    case withoutDot
    /// `db.budgets.find()`
    case collection
  }

  /// The words in lower case.
  let words: [String]
  let meaning: Meaning

  /// The words as displayed.
  var text: String { words.joined(separator: " ") }

  /// The command that a line begins with, longest first; nil if unknown.
  static func find(_ words: [String]) -> ForeignCommand? {
    guard let first = words.first?.lowercased() else { return nil }
    if first.hasPrefix("db."), first.split(separator: ".").count > 2 {
      return ForeignCommand(words: [first], meaning: .collection)
    }
    for count in [3, 2, 1] where words.count >= count {
      let start = words.prefix(count).map { $0.lowercased() }
      guard let meaning = meanings[start.joined(separator: " ")],
        words.count - count <= meaning.argumentCount
      else { continue }
      return ForeignCommand(words: start, meaning: meaning)
    }
    // `width > 5` is about an attribute.
    let isCommand =
      names.contains(first) && !words.contains { "=<>!~+-*/".contains($0.first ?? " ") }
    return isCommand ? ForeignCommand(words: [first], meaning: .withoutDot) : nil
  }

  /// The dot commands whose names do not begin a statement, and mean nothing else here.
  static let names: Set<String> = [
    "author", "cache", "check", "close", "colors", "dump", "edit", "format", "hints", "info",
    "last", "maxrows", "mode", "nullvalue", "once", "open", "output", "pager", "params",
    "queries", "read", "stores", "summary", "timeout", "timer", "timezone", "tips", "titles",
    "width",
  ]

  private static let meanings: [String: Meaning] = rows.reduce(into: [:]) { result, row in
    for spelling in row.spellings { result[spelling] = row.meaning }
  }
  .merging(hints) { meaning, _ in meaning }

  private static let hints: [String: Meaning] = ForeignForms.rows(.commands)
    .reduce(into: [:]) { result, row in
      for spelling in row.form.split(separator: ", ") {
        result[String(spelling)] = .hint(String(row.help))
      }
    }

  private static let rows: [(spellings: [String], meaning: Meaning)] = [
    (["help", "?", "\\?", "\\h", "\\help", "help()", "man", ":help"], .commandWithWords("help")),
    (["lesson", "lessons", "tutorial", "learn"], .commandWithWords("lesson")),
    (["models", "tables"], .commandWithWords("models")),
    (["schema"], .commandWithWords("schema")),
    (
      ["exit", "quit", "\\q", "exit()", "quit()", ":q", ":q!", ":wq", "bye", "logout"],
      .command("quit")
    ),
    (
      ["describe", "desc", "\\d", "\\d+", "show columns from", "show create table"],
      .commandOfModel("schema", otherwise: "models")
    ),
    (["\\dt", "\\dt+", "\\dv"], .command("models")),
    (["hint"], .command("lesson", word: "hint")),
    (["skip"], .command("lesson", word: "skip")),
    (["stop"], .command("lesson", word: "stop")),
    (["show databases", "show dbs", "\\l"], .command("stores")),
  ]
}

extension ForeignCommand.Meaning {
  /// The maximum number of words that can follow.
  fileprivate var argumentCount: Int {
    switch self {
    case .command: 0
    case .commandOfModel: 1
    case .commandWithWords: 2
    case .hint, .collection, .withoutDot: .max
    }
  }
}
