import Syntax

/// Idioms in queries.
extension Idiom {
  static let queries: [Idiom] = aggregates + subqueries + names + clauses + operators

  private static let aggregates: [Idiom] = [
    Idiom("count ( ^where", "to filter the records of a group, write `count(self where …)`"),
    Idiom(
      "sum|avg|min|max|median|stddev|list|first|last ( ^where",
      "write the value before the condition: `sum(amount where …)`"
    ),
  ]

  private static let subqueries: [Idiom] = [
    Idiom("in ( VALUE ^, REST )", "put the list in brackets: `in [{1}, {2}]`"),
    Idiom("in ( ^VALUE )", "put the list in brackets: `in [{1}]`"),
    Idiom(
      "in ( fetch|select ^",
      "omit `fetch` in a nested query: `budget in (Budget where …)`"
    ),
    Idiom(
      "( fetch|select ^",
      "a nested query is allowed only after `in`: `budget in (Budget where …)`"
    ),
  ]

  /// Guesses if nothing else helps.
  static let last: [Idiom] = [
    Idiom("START fetch NAME ^NAME END", "write `fetch {1} select {2}`"),
    Idiom("START fetch NAME ^NAME NAME END", "write `fetch {1} select {2}, {3}`"),
    Idiom("START &trace|watch ^NAME END", "write `{1} fetch {2}`"),
    Idiom("START import TEXT ^NAME END", "write `import \"{1}\" into {2}`"),
    Idiom(
      "PATH &==|!= NAME ^NAME",
      "to compare with a string, quote it: `{1} {2} \"{3} {4}\"`"
    ),
    Idiom(
      "MODEL ^NAME",
      in: [.select, .sort, .where, .group],
      "put names with spaces in backticks: `` `{1} {2}` ``"
    ),
    Idiom("NAME ^NAME", in: [.select], "separate columns with commas: `{1}, {2}`"),
    Idiom(
      "] ^TEXT",
      "to ignore case and accents, write `=~`; `[c]` is for operators such as `contains`"
    ),
  ]

  private static let names: [Idiom] = [
    Idiom("as ^TEXT", "put names in backticks, not quotes: `` `{1}` ``"),
    Idiom(
      "NAME ^, ",
      in: [.fetch, .count],
      "a query has one model; use relationships for others: `select budget.name`"
    ),
    Idiom("import TEXT ^in|to NAME", "did you mean `into`?"),
    Idiom("[ NAME ^NAME ]", "put names with spaces in backticks: `` `{1} {2}` ``"),
    Idiom(
      "fetch|count NAME ^# NUMBER",
      "write the record without a space: `{1}#{2}`"
    ),
  ]

  private static let clauses: [Idiom] = [
    Idiom(
      "^as",
      in: [.group],
      "name the key in `select`: `select year(date) as year`"
    ),
    Idiom("self ^as MODEL", "put the cast in parentheses: `(self as {1})`"),
    Idiom(
      "^as",
      in: [.where, .having],
      "use `as` only in `select`; to filter an aggregate, write `count(self where …)`"
    ),
    Idiom("case ^when", "write `if … then … else …`"),
    Idiom("^when", in: [.select], "write `if … then … else …`"),
  ]

  private static let operators: [Idiom] = [
    Idiom("^has prefix", "write `starts with`"),
    Idiom("^has suffix", "write `ends with`"),
    Idiom("^has|includes|include", "write `contains`; for to-many relationships `any(… where …)`"),
    Idiom("not ^nil|null", "write `is not nil`"),
    Idiom("matches VALUE ^i", "put options in the pattern: `/(?i)…/` ignores case"),
  ]
}
