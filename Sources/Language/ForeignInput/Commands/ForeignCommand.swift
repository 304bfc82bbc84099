/// Something that is typed in other shells.
struct ForeignCommand {
  /// What was meant by it.
  enum Meaning {
    /// A dot-command, with a word behind it or without one.
    case command(String, word: String? = nil)
    /// A dot-command about a model that is named behind it, another one without a name.
    case commandOfModel(String, otherwise: String)
    /// A dot-command with the words after it.
    case commandWithWords(String)
    /// Something else to type.
    case hint(String)
    /// `db.budgets.find()`
    case collection
  }

  /// The words in lower case.
  let words: [String]
  let meaning: Meaning

  /// The words as they are shown.
  var text: String { words.joined(separator: " ") }

  /// What the words of a line begin with, the longest first; nil if it is nothing known.
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
    return nil
  }

  private static let meanings: [String: Meaning] = rows.reduce(into: [:]) { result, row in
    for spelling in row.spellings { result[spelling] = row.meaning }
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
    (
      [
        "show tables", "show collections", "show models", "list tables", "ls",
      ],
      .hint("`.models` lists the models")
    ),
    (
      ["use", "\\c", "\\connect"],
      .hint("`use name` goes to another open store; `.open file` opens one")
    ),
    (["show databases", "show dbs", "\\l"], .command("stores")),
    (["\\i", "source", "@"], .hint("`.read file` runs a script")),
    (["\\o"], .hint("`.output file` writes results to a file")),
    (["\\e", "\\edit"], .hint("`.edit` opens the last statement in your editor")),
    (["\\x"], .hint("`.mode line` prints a line for each value")),
    (["\\watch"], .hint("`watch fetch …` runs a query again after each change of what it reads")),
    (["\\timing"], .hint("`.timer on` shows how long statements take")),
    (["\\echo", "echo"], .hint("`.print text` prints a text; `= 2 + 3` a value")),
    (["\\set"], .hint("`.params name value` gives `$name` a value")),
    (["\\s"], .hint("the Up key recalls what was typed, Ctrl-R searches it")),
    (["clear", "cls", "\\! clear"], .hint("Ctrl-L clears the screen")),
    (["pragma"], .hint("`.schema` prints the models")),
  ]

  /// Dot-commands of other shells, with what to write instead.
  static let dotCommands: [String: String] = [
    "backup": "`.dump file` writes the models and all records, `.restore file` reads them again",
    "databases": "`.stores` lists the open stores",
    "attach": "`.open file as name` opens a store beside the others",
    "indexes": "`.schema` prints the models",
    "fullschema": "`.schema` prints the models",
    "parameter": "`.params` lists and sets the values of parameters",
    "echo": "`.print` prints a text",
    "bail": "`--no-bail` goes on after failures",
    "separator": "`.mode csv`, `tsv` and `list` have their own",
    "excel": "`.once file` writes the next result to a file",
    "system": "`.output |command` gives results to a program; others are not run",
    "shell": "`.output |command` gives results to a program; others are not run",
  ]
}

extension ForeignCommand.Meaning {
  /// How many words may follow.
  fileprivate var argumentCount: Int {
    switch self {
    case .command: 0
    case .commandOfModel: 1
    case .commandWithWords: 2
    case .hint, .collection: .max
    }
  }
}
