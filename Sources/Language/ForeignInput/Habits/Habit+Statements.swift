import Syntax

/// Habits from SQL, pandas and spreadsheets.
extension Habit {
  static let statements: [Habit] =
    wholeStatements + changesOfOthers + files + clausesOfOthers + literals + days

  /// Habits with unknown members.
  static let members: [Habit] =
    days + [
      Habit("NAME # NUMBER . ^id", "compare with the record itself: `{1}#{2}`"),
      Habit("^date . now", "write `now`"),
      Habit("- - ^NAME", "a comment begins with `//`"),
      Habit("sort ^by", "omit `by`, as in `sort name`"),
      Habit("set|, PATH = ^NAME", of: .update, "to write a string, quote it: `{1} = \"{2}\"`"),
      Habit("PATH == ^NAME", "to compare with a string, quote it: `{1} == \"{2}\"`"),
      Habit("PATH != ^NAME", "to compare with a string, quote it: `{1} != \"{2}\"`"),
      Habit(
        "~|=~|contains|with|like|in|[ ^NAME",
        "to write a string, quote it: `\"{1}\"`"
      ),
    ]

  private static let days: [Habit] = [
    Habit("^yesterday", "write `today - 1 day`"),
    Habit("^tomorrow", "write `today + 1 day`"),
  ]

  private static let wholeStatements: [Habit] = [
    Habit(
      "START fetch|count|delete ^all NAME",
      "omit `all`: `fetch {1}`"
    ),
    Habit("START fetch top|first|head ^NUMBER NAME", "write `fetch {2} limit {1}`"),
    Habit("START fetch ^NUMBER NAME", "write `fetch {2} limit {1}`"),
    Habit("START ^top|first|head NUMBER NAME", "write `fetch {2} limit {1}`"),
    Habit("START count ^( * ) NAME", "write `count {1}`"),
    Habit("START count ^( NAME )", "write `count {1}`"),
    Habit("START count ^(", "write `count Model`, as in `count Budget where …`"),
    Habit("START count ^* NAME", "write `count {1}`"),
    Habit("START fetch NAME ^*", "omit `*`: `fetch {1}` shows all attributes"),
    Habit("START count NAME ^by|per PATH", "write `fetch {1} group by {2} select {2}, count()`"),
    Habit(
      "START fetch NAME ^by|per PATH",
      "write `fetch {1} sort {2}`, or `fetch {1} group by {2} select {2}, count()`"
    ),
    Habit(
      "START ^&sum|avg|min|max|median|stddev|list ( NAME . PATH )",
      "write `fetch {2} select {1}({3})`"
    ),
    Habit("START fetch NAME ^PATH desc|descending", "write `fetch {1} sort {2} desc`"),
    Habit("START fetch NAME &limit|offset ^desc|descending", "write `fetch {1} sort {2} desc`"),
    Habit("START fetch NAME ( PATH ^, REST )", "write `fetch {1} select {2}, {3}`"),
    Habit(
      "START fetch NAME ^desc|descending",
      "name the attribute to sort by: `fetch {1} sort name desc`"
    ),
    Habit(
      "START fetch NAME ^asc|ascending",
      "name the attribute to sort by: `fetch {1} sort name`"
    ),
    Habit("START fetch NAME ^PATH , REST", "write `fetch {1} select {2}, {3}`"),
    Habit("START trace ^count NAME END", "write `trace fetch {1}`"),
    Habit("START trace ^count NAME REST", "write `trace fetch {1} {2}`"),
    Habit("START trace ^&update|delete|insert|upsert REST", "write `preview {1} {2}`"),
    Habit("START &trace|watch ^MODEL END", "write `{1} fetch {2}`"),
    Habit("START &trace|watch ^MODEL REST", "write `{1} fetch {2} {3}`"),
    Habit("START undo ^VALUE", "`undo` reverts one statement; repeat it for more"),
    Habit("START redo ^VALUE", "`redo` applies one statement again; repeat it for more"),
    Habit("START ^# REST", "a comment begins with `//`"),
    Habit("NAME ^# NAME", "a comment begins with `//`"),
    Habit("NAME ^- - NAME", "a comment begins with `//`"),
  ]

  private static let changesOfOthers: [Habit] = [
    Habit("START &insert|upsert NAME ^( NAME =|: FIELDS )", "write `{1} {2} { {3}: {4} }`"),
    Habit("START &insert|upsert NAME { NAME ^= FIELDS }", "write `{1} {2} { {3}: {4} }`"),
    Habit("START &insert|upsert NAME set ^NAME = FIELDS", "write `{1} {2} {3}: {4}`"),
    Habit("START &insert|upsert NAME values ^(", "name each field: `{1} {2} name: …`"),
    Habit("START &insert|upsert NAME NAME ^= FIELDS", "write `{1} {2} {3}: {4}`"),
    Habit("START &insert|upsert NAME NAME ^VALUE END", "write `{1} {2} {3}: {4}`"),
    Habit("START insert|upsert NAME NAME ^VALUE", "write a colon after each name: `{2}: {3}`"),
    Habit("NAME ^= VALUE", in: [.insert, .upsert], "write `{1}: {2}`"),
    Habit("START update NAME # NUMBER ^PATH = REST", "write `update {1}#{2} set {3} = {4}`"),
    Habit(
      "START update NAME # NUMBER &limit|offset ^= REST",
      "write `update {1}#{2} set {3} = {4}`"
    ),
    Habit("VALUE ^PATH = VALUE", in: [.where], of: .update, "write `set {2} = {3}`"),
    Habit("&limit|offset ^= VALUE", in: [.limit, .offset], of: .update, "write `set {1} = {2}`"),
    Habit("set PATH ^:|to VALUE", "write `set {1} = {2}`"),
  ]

  private static let files: [Habit] = [
    Habit(
      "START import ^swiftdata|foundation|swiftui|coredata|combine",
      "Swift's imports are not needed; `import \"people.csv\"` reads a file"
    ),
    Habit("START import ^from|file TEXT", "write `import \"{1}\"`"),
    Habit("START import ^PATH as csv|tsv|json|jsonl", "quote the path: `import \"{1}\"`"),
    Habit("START import ^PATH as|into|to NAME", "write `import \"{1}\" into {2}`"),
    Habit("START import ^PATH", "quote the path: `import \"{1}\"`"),
    Habit(
      "START import TEXT as ^NAME",
      "write `import \"{1}\" into {2}` for a model; formats: `csv` `tsv` `json` `jsonl`"
    ),
  ]

  private static let clausesOfOthers: [Habit] = [
    Habit("^top|first|take|head NUMBER", "write `limit {1}`"),
    Habit("sort by &limit|offset ^END", "omit `by`: `sort {1}`"),
    Habit("sort by &limit|offset &asc|desc ^, REST", "omit `by`: `sort {1} {2}, {3}`"),
    Habit("sort ^- PATH", "write `sort {1} desc`"),
    Habit("sort desc ^PATH", "write `sort {1} desc`"),
    Habit("sort asc ^PATH", "write `sort {1}`"),
    Habit("PATH ^reverse|reversed|descending", in: [.sort], "write `sort {1} desc`"),
    Habit("PATH ^ascending|increasing", in: [.sort], "write `sort {1}`"),
    Habit("between VALUE ^,|to VALUE", "write `between {1} and {2}`"),
    Habit("between ( VALUE ^, VALUE )", "write `between {1} and {2}`"),
    Habit("PATH is not ^NUMBER", "write `{1} != {2}`"),
    Habit("PATH is not ^TEXT", "write `{1} != \"{2}\"`"),
    Habit("PATH is greater|more|larger|bigger ^than VALUE", "write `{1} > {2}`"),
    Habit("PATH is less|smaller|fewer ^than VALUE", "write `{1} < {2}`"),
    Habit("PATH not ^ilike LIKE", "write `{1} !~ \"{2}\"`, which ignores case and accents"),
    Habit("PATH is ^NUMBER", "write `{1} == {2}`"),
    Habit("PATH is ^TEXT", "write `{1} == \"{2}\"`"),
    Habit("PATH ^ilike LIKE", "write `{1} ~ \"{2}\"`, which ignores case and accents"),
    Habit("count ( ^* )", "write `count()`"),
  ]

  private static let literals: [Habit] = [
    Habit("NUMBER ^, THOUSAND , THOUSAND", "numbers have no separators: `{1}{2}{3}`"),
    Habit("NUMBER ^, THOUSAND", "numbers have no separators: `{1}{2}`"),
    Habit("NUMBER , ^THOUSAND", "numbers have no separators: `{1}{2}`"),
    Habit("@ ^DATE", "a date is written without `@`: `{1}`"),
  ]
}
