import Syntax

/// Habits from SQL, pandas and spreadsheets.
extension Idiom {
  static let statements: [Idiom] = wholeStatements + clausesOfOthers + literals

  /// Habits with unknown members.
  static let members: [Idiom] = [
    Idiom("NAME # NUMBER . ^id", "compare with the record itself: `{1}#{2}`"),
    Idiom("PATH == ^NAME", "to compare with a string, quote it: `{1} == \"{2}\"`"),
    Idiom("PATH != ^NAME", "to compare with a string, quote it: `{1} != \"{2}\"`"),
    Idiom(
      "~|=~|contains|with|like|in|[ ^NAME",
      "to write a string, quote it: `\"{1}\"`"
    ),
  ]

  private static let wholeStatements: [Idiom] = [
    Idiom(
      "START fetch|count|delete ^all NAME",
      "omit `all`: `fetch {1}`"
    ),
    Idiom("START count ^( NAME )", "write `count {1}`"),
    Idiom("START count ^(", "write `count Model`, as in `count Budget where …`"),
    Idiom("START count NAME ^by PATH", "write `fetch {1} group by {2} select {2}, count()`"),
    Idiom(
      "START fetch NAME ^desc|descending",
      "name the attribute to sort by: `fetch {1} sort name desc`"
    ),
    Idiom(
      "START fetch NAME ^asc|ascending",
      "name the attribute to sort by: `fetch {1} sort name`"
    ),
    Idiom("START fetch NAME ^PATH , REST", "write `fetch {1} select {2}, {3}`"),
    Idiom("START insert NAME NAME ^= VALUE", "write `insert {1} {2}: {3}`"),
    Idiom("START import ^PATH", "quote the path: `import \"{1}\"`"),
    Idiom(
      "START import TEXT as ^NAME",
      "write `import \"{1}\" into {2}` for a model; formats: `csv` `tsv` `json` `jsonl`"
    ),
    Idiom("START trace ^count NAME REST", "write `trace fetch {1} {2}`"),
    Idiom("START undo ^NUMBER", "`undo` reverts one statement; repeat it for more"),
    Idiom("START redo ^NUMBER", "`redo` applies one statement again; repeat it for more"),
    Idiom("START ^# REST", "a comment begins with `//`"),
  ]

  private static let clausesOfOthers: [Idiom] = [
    Idiom("^top|first|take|head NUMBER", "write `limit {1}`"),
    Idiom("sort by limit|offset ^END", "quote a name that is also a keyword: `` sort `limit` ``"),
    Idiom("PATH ^reverse|reversed|descending", in: [.sort], "write `sort {1} desc`"),
    Idiom("PATH ^ascending|increasing", in: [.sort], "write `sort {1}`"),
    Idiom("between VALUE ^, VALUE", "write `between {1} and {2}`"),
    Idiom("PATH is ^NUMBER", "write `{1} == {2}`"),
    Idiom("PATH is ^TEXT", "write `{1} == \"{2}\"`"),
    Idiom("PATH ^ilike LIKE", "write `{1} ~ \"{2}\"`, which ignores case and accents"),
    Idiom("count ( ^* )", "write `count()`"),
  ]

  private static let literals: [Idiom] = [
    Idiom("NUMBER ^, THOUSAND , THOUSAND", "numbers have no separators: `{1}{2}{3}`"),
    Idiom("NUMBER ^, THOUSAND", "numbers have no separators: `{1}{2}`"),
    Idiom("@ ^DATE", "a date is written without `@`: `{1}`"),
  ]
}
