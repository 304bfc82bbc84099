import Syntax

/// Habits from SQL, pandas and spreadsheets.
extension Habit {
  static let statements: [Habit] = wholeStatements + clausesOfOthers + literals

  /// Habits with unknown members.
  static let members: [Habit] = [
    Habit("NAME # NUMBER . ^id", "compare with the record itself: `{1}#{2}`"),
    Habit("PATH == ^NAME", "to compare with a string, quote it: `{1} == \"{2}\"`"),
    Habit("PATH != ^NAME", "to compare with a string, quote it: `{1} != \"{2}\"`"),
    Habit(
      "~|=~|contains|with|like|in|[ ^NAME",
      "to write a string, quote it: `\"{1}\"`"
    ),
  ]

  private static let wholeStatements: [Habit] = [
    Habit(
      "START fetch|count|delete ^all NAME",
      "omit `all`: `fetch {1}`"
    ),
    Habit("START count ^( NAME )", "write `count {1}`"),
    Habit("START count ^(", "write `count Model`, as in `count Budget where …`"),
    Habit("START count NAME ^by PATH", "write `fetch {1} group by {2} select {2}, count()`"),
    Habit(
      "START fetch NAME ^desc|descending",
      "name the attribute to sort by: `fetch {1} sort name desc`"
    ),
    Habit(
      "START fetch NAME ^asc|ascending",
      "name the attribute to sort by: `fetch {1} sort name`"
    ),
    Habit("START fetch NAME ^PATH , REST", "write `fetch {1} select {2}, {3}`"),
    Habit("START insert NAME NAME ^= VALUE", "write `insert {1} {2}: {3}`"),
    Habit("START import ^PATH", "quote the path: `import \"{1}\"`"),
    Habit(
      "START import TEXT as ^NAME",
      "write `import \"{1}\" into {2}` for a model; formats: `csv` `tsv` `json` `jsonl`"
    ),
    Habit("START trace ^count NAME REST", "write `trace fetch {1} {2}`"),
    Habit("START undo ^NUMBER", "`undo` reverts one statement; repeat it for more"),
    Habit("START redo ^NUMBER", "`redo` applies one statement again; repeat it for more"),
    Habit("START ^# REST", "a comment begins with `//`"),
  ]

  private static let clausesOfOthers: [Habit] = [
    Habit("^top|first|take|head NUMBER", "write `limit {1}`"),
    Habit("sort by limit|offset ^END", "quote a name that is also a keyword: `` sort `limit` ``"),
    Habit("PATH ^reverse|reversed|descending", in: [.sort], "write `sort {1} desc`"),
    Habit("PATH ^ascending|increasing", in: [.sort], "write `sort {1}`"),
    Habit("between VALUE ^, VALUE", "write `between {1} and {2}`"),
    Habit("PATH is ^NUMBER", "write `{1} == {2}`"),
    Habit("PATH is ^TEXT", "write `{1} == \"{2}\"`"),
    Habit("PATH ^ilike LIKE", "write `{1} ~ \"{2}\"`, which ignores case and accents"),
    Habit("count ( ^* )", "write `count()`"),
  ]

  private static let literals: [Habit] = [
    Habit("NUMBER ^, THOUSAND , THOUSAND", "numbers have no separators: `{1}{2}{3}`"),
    Habit("NUMBER ^, THOUSAND", "numbers have no separators: `{1}{2}`"),
    Habit("@ ^DATE", "a date is written without `@`: `{1}`"),
  ]
}
