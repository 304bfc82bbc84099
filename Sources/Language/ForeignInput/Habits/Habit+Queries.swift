import Syntax

/// What other query languages write otherwise.
extension Habit {
  static let queries: [Habit] = aggregates + subqueries + names + clauses + operators

  private static let aggregates: [Habit] = [
    Habit("count ( ^where", "records of a group are chosen by `count(self where …)`"),
    Habit(
      "sum|avg|min|max|median|stddev|list|first|last ( ^where",
      "what is reduced stands before its condition, as in `sum(amount where …)`"
    ),
  ]

  private static let subqueries: [Habit] = [
    Habit("in ( VALUE ^, REST )", "a list stands in brackets: `in [{1}, {2}]`"),
    Habit("in ( ^VALUE )", "a list stands in brackets: `in [{1}]`"),
    Habit(
      "in ( fetch|select ^",
      "records are found by a query without `fetch`: `budget in (Budget where …)`"
    ),
    Habit(
      "( fetch|select ^",
      "a query stands only behind `in`, as in `budget in (Budget where …)`; it gives no single value"
    ),
  ]

  /// What may be meant where nothing else helps: by a word that is no misspelt keyword, by `name ==[c] "Oslo"`.
  static let last: [Habit] = [
    Habit(
      "MODEL ^NAME",
      in: [.select, .sort, .where, .group],
      "a name with a space stands in backticks: `` `{1} {2}` ``"
    ),
    Habit("NAME ^NAME", in: [.select], "columns are parted by commas: `{1}, {2}`"),
    Habit(
      "] ^TEXT",
      "for equality without case and accents write `=~`; `[c]` stands behind words such as `contains`"
    ),
  ]

  private static let names: [Habit] = [
    Habit("as ^TEXT", "a name stands in backticks, not in quotes: `` `{1}` ``"),
    Habit(
      "NAME ^, ",
      in: [.fetch, .count],
      "one model is asked at a time; relationships lead to others: `select budget.name`"
    ),
    Habit("import TEXT ^in|to NAME", "did you mean `into`?"),
    Habit("[ NAME ^NAME ]", "a name with a space stands in backticks: `` `{1} {2}` ``"),
    Habit(
      "fetch|count NAME ^# NUMBER",
      "a record is named without a space: `{1}#{2}`"
    ),
  ]

  private static let clauses: [Habit] = [
    Habit(
      "^as",
      in: [.group],
      "a key gets its name in `select`, as in `select year(date) as year`"
    ),
    Habit("self ^as MODEL", "a cast stands in parentheses: `(self as {1})`"),
    Habit(
      "^as",
      in: [.where, .having],
      "names are given in `select`; what is counted is chosen within: `count(self where …)`"
    ),
    Habit("case ^when", "a choice is written `if … then … else …`"),
    Habit("^when", in: [.select], "a choice is written `if … then … else …`"),
  ]

  private static let operators: [Habit] = [
    Habit("^has prefix", "write `starts with`"),
    Habit("^has suffix", "write `ends with`"),
    Habit("^has|includes|include", "write `contains`; for to-many relationships `any(… where …)`"),
    Habit("not ^nil|null", "write `is not nil`"),
    Habit("matches VALUE ^i", "options stand within the pattern: `/(?i)…/` ignores case"),
  ]
}
