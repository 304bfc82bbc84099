import Syntax

/// Habits in queries.
extension Habit {
  static let queries: [Habit] = aggregates + subqueries + names + clauses + operators

  private static let aggregates: [Habit] = [
    Habit("count ( ^where", "to filter the records of a group, write `count(self where …)`"),
    Habit(
      "sum|avg|min|max|median|stddev|list|first|last ( ^where",
      "write the value before the condition: `sum(amount where …)`"
    ),
  ]

  private static let subqueries: [Habit] = [
    Habit("in ( VALUE ^, REST )", "put the list in brackets: `in [{1}, {2}]`"),
    Habit("in ( ^VALUE )", "put the list in brackets: `in [{1}]`"),
    Habit(
      "in ( fetch|select ^",
      "omit `fetch` in a nested query: `budget in (Budget where …)`"
    ),
    Habit(
      "( fetch|select ^",
      "a nested query is allowed only after `in`: `budget in (Budget where …)`"
    ),
  ]

  /// Guesses if nothing else helps.
  static let last: [Habit] = [
    Habit("START fetch NAME ^NAME END", "write `fetch {1} select {2}`"),
    Habit("START fetch NAME ^NAME NAME END", "write `fetch {1} select {2}, {3}`"),
    Habit("START &trace|watch ^NAME END", "write `{1} fetch {2}`"),
    Habit("START import TEXT ^NAME END", "write `import \"{1}\" into {2}`"),
    Habit(
      "PATH &==|!= NAME ^NAME",
      "to compare with a string, quote it: `{1} {2} \"{3} {4}\"`"
    ),
    Habit(
      "MODEL ^NAME",
      in: [.select, .sort, .where, .group],
      "put names with spaces in backticks: `` `{1} {2}` ``"
    ),
    Habit("NAME ^NAME", in: [.select], "separate columns with commas: `{1}, {2}`"),
    Habit(
      "] ^TEXT",
      "to ignore case and accents, write `=~`; `[c]` is for operators such as `contains`"
    ),
  ]

  private static let names: [Habit] = [
    Habit("as ^TEXT", "put names in backticks, not quotes: `` `{1}` ``"),
    Habit(
      "NAME ^, ",
      in: [.fetch, .count],
      "a query has one model; use relationships for others: `select budget.name`"
    ),
    Habit("import TEXT ^in|to NAME", "did you mean `into`?"),
    Habit("[ NAME ^NAME ]", "put names with spaces in backticks: `` `{1} {2}` ``"),
    Habit(
      "fetch|count NAME ^# NUMBER",
      "write the record without a space: `{1}#{2}`"
    ),
  ]

  private static let clauses: [Habit] = [
    Habit(
      "^as",
      in: [.group],
      "name the key in `select`: `select year(date) as year`"
    ),
    Habit("self ^as MODEL", "put the cast in parentheses: `(self as {1})`"),
    Habit(
      "^as",
      in: [.where, .having],
      "use `as` only in `select`; to filter an aggregate, write `count(self where …)`"
    ),
    Habit("case ^when", "write `if … then … else …`"),
    Habit("^when", in: [.select], "write `if … then … else …`"),
  ]

  private static let operators: [Habit] = [
    Habit("^has prefix", "write `starts with`"),
    Habit("^has suffix", "write `ends with`"),
    Habit("^has|includes|include", "write `contains`; for to-many relationships `any(… where …)`"),
    Habit("not ^nil|null", "write `is not nil`"),
    Habit("matches VALUE ^i", "put options in the pattern: `/(?i)…/` ignores case"),
  ]
}
