import Syntax

/// Habits from SQL, pandas and spreadsheets.
extension Idiom {
  static let statements: [Idiom] =
    wholeStatements + changesOfOthers + files + clausesOfOthers + literals + days

  /// Idioms with unknown members.
  static let members: [Idiom] =
    days + [
      Idiom("NAME # NUMBER . ^id", "compare with the record itself: `{1}#{2}`"),
      Idiom("^date . now", "write `now`"),
      Idiom("- - ^NAME", "a comment begins with `//`"),
      Idiom("sort ^by", "omit `by`, as in `sort name`"),
      Idiom("set|, PATH = ^NAME", of: .update, "to write a string, quote it: `{1} = \"{2}\"`"),
      Idiom("PATH == ^NAME", "to compare with a string, quote it: `{1} == \"{2}\"`"),
      Idiom("PATH != ^NAME", "to compare with a string, quote it: `{1} != \"{2}\"`"),
      Idiom(
        "~|=~|contains|with|like|in|[ ^NAME",
        "to write a string, quote it: `\"{1}\"`"
      ),
    ]

  private static let days: [Idiom] = [
    Idiom("^yesterday", "write `today - 1 day`"),
    Idiom("^tomorrow", "write `today + 1 day`"),
  ]

  private static let wholeStatements: [Idiom] = [
    Idiom(
      "START fetch|count|delete ^all NAME",
      "omit `all`: `fetch {1}`"
    ),
    Idiom("START fetch top|first|head ^NUMBER NAME", "write `fetch {2} limit {1}`"),
    Idiom("START fetch ^NUMBER NAME", "write `fetch {2} limit {1}`"),
    Idiom("START ^top|first|head NUMBER NAME", "write `fetch {2} limit {1}`"),
    Idiom("START count ^( * ) NAME", "write `count {1}`"),
    Idiom("START count ^( NAME )", "write `count {1}`"),
    Idiom("START count ^(", "write `count Model`, as in `count Budget where …`"),
    Idiom("START count ^* NAME", "write `count {1}`"),
    Idiom("START fetch NAME ^*", "omit `*`: `fetch {1}` shows all attributes"),
    Idiom("START count NAME ^by|per PATH", "write `fetch {1} group by {2} select {2}, count()`"),
    Idiom(
      "START fetch NAME ^by|per PATH",
      "write `fetch {1} sort {2}`, or `fetch {1} group by {2} select {2}, count()`"
    ),
    Idiom(
      "START ^&sum|avg|min|max|median|stddev|list ( NAME . PATH )",
      "write `fetch {2} select {1}({3})`"
    ),
    Idiom("START fetch NAME ^PATH desc|descending", "write `fetch {1} sort {2} desc`"),
    Idiom("START fetch NAME &limit|offset ^desc|descending", "write `fetch {1} sort {2} desc`"),
    Idiom("START fetch NAME ( PATH ^, REST )", "write `fetch {1} select {2}, {3}`"),
    Idiom(
      "START fetch NAME ^desc|descending",
      "name the attribute to sort by: `fetch {1} sort name desc`"
    ),
    Idiom(
      "START fetch NAME ^asc|ascending",
      "name the attribute to sort by: `fetch {1} sort name`"
    ),
    Idiom("START fetch NAME ^PATH , REST", "write `fetch {1} select {2}, {3}`"),
    Idiom("START trace ^count NAME END", "write `trace fetch {1}`"),
    Idiom("START trace ^count NAME REST", "write `trace fetch {1} {2}`"),
    Idiom("START trace ^&update|delete|insert|upsert REST", "write `preview {1} {2}`"),
    Idiom("START &trace|watch ^MODEL END", "write `{1} fetch {2}`"),
    Idiom("START &trace|watch ^MODEL REST", "write `{1} fetch {2} {3}`"),
    Idiom("START undo ^VALUE", "`undo` reverts one statement; repeat it for more"),
    Idiom("START redo ^VALUE", "`redo` applies one statement again; repeat it for more"),
    Idiom("START ^# REST", "a comment begins with `//`"),
    Idiom("NAME ^# NAME", "a comment begins with `//`"),
    Idiom("NAME ^- - NAME", "a comment begins with `//`"),
  ]

  private static let changesOfOthers: [Idiom] = [
    Idiom("START &insert|upsert NAME ^( NAME =|: FIELDS )", "write `{1} {2} { {3}: {4} }`"),
    Idiom("START &insert|upsert NAME { NAME ^= FIELDS }", "write `{1} {2} { {3}: {4} }`"),
    Idiom("START &insert|upsert NAME set ^NAME = FIELDS", "write `{1} {2} {3}: {4}`"),
    Idiom("START &insert|upsert NAME values ^(", "name each field: `{1} {2} name: …`"),
    Idiom("START &insert|upsert NAME NAME ^= FIELDS", "write `{1} {2} {3}: {4}`"),
    Idiom("START &insert|upsert NAME NAME ^VALUE END", "write `{1} {2} {3}: {4}`"),
    Idiom("START insert|upsert NAME NAME ^VALUE", "write a colon after each name: `{2}: {3}`"),
    Idiom("NAME ^= VALUE", in: [.insert, .upsert], "write `{1}: {2}`"),
    Idiom("START update NAME # NUMBER ^PATH = REST", "write `update {1}#{2} set {3} = {4}`"),
    Idiom(
      "START update NAME # NUMBER &limit|offset ^= REST",
      "write `update {1}#{2} set {3} = {4}`"
    ),
    Idiom("VALUE ^PATH = VALUE", in: [.where], of: .update, "write `set {2} = {3}`"),
    Idiom("&limit|offset ^= VALUE", in: [.limit, .offset], of: .update, "write `set {1} = {2}`"),
    Idiom("set PATH ^:|to VALUE", "write `set {1} = {2}`"),
  ]

  private static let files: [Idiom] = [
    Idiom(
      "START import ^swiftdata|foundation|swiftui|coredata|combine",
      "Swift's imports are not needed; `import \"people.csv\"` reads a file"
    ),
    Idiom("START import ^from|file TEXT", "write `import \"{1}\"`"),
    Idiom("START import ^PATH as csv|tsv|json|jsonl", "quote the path: `import \"{1}\"`"),
    Idiom("START import ^PATH as|into|to NAME", "write `import \"{1}\" into {2}`"),
    Idiom("START import ^PATH", "quote the path: `import \"{1}\"`"),
    Idiom(
      "START import TEXT as ^NAME",
      "write `import \"{1}\" into {2}` for a model; formats: `csv` `tsv` `json` `jsonl`"
    ),
  ]

  private static let clausesOfOthers: [Idiom] = [
    Idiom("^top|first|take|head NUMBER", "write `limit {1}`"),
    Idiom("sort by &limit|offset ^END", "omit `by`: `sort {1}`"),
    Idiom("sort by &limit|offset &asc|desc ^, REST", "omit `by`: `sort {1} {2}, {3}`"),
    Idiom("sort ^- PATH", "write `sort {1} desc`"),
    Idiom("sort desc ^PATH", "write `sort {1} desc`"),
    Idiom("sort asc ^PATH", "write `sort {1}`"),
    Idiom("PATH ^reverse|reversed|descending", in: [.sort], "write `sort {1} desc`"),
    Idiom("PATH ^ascending|increasing", in: [.sort], "write `sort {1}`"),
    Idiom("between VALUE ^,|to VALUE", "write `between {1} and {2}`"),
    Idiom("between ( VALUE ^, VALUE )", "write `between {1} and {2}`"),
    Idiom("PATH is not ^NUMBER", "write `{1} != {2}`"),
    Idiom("PATH is not ^TEXT", "write `{1} != \"{2}\"`"),
    Idiom("PATH is greater|more|larger|bigger ^than VALUE", "write `{1} > {2}`"),
    Idiom("PATH is less|smaller|fewer ^than VALUE", "write `{1} < {2}`"),
    Idiom("PATH not ^ilike LIKE", "write `{1} !~ \"{2}\"`, which ignores case and accents"),
    Idiom("PATH is ^NUMBER", "write `{1} == {2}`"),
    Idiom("PATH is ^TEXT", "write `{1} == \"{2}\"`"),
    Idiom("PATH ^ilike LIKE", "write `{1} ~ \"{2}\"`, which ignores case and accents"),
    Idiom("count ( ^* )", "write `count()`"),
  ]

  private static let literals: [Idiom] = [
    Idiom("NUMBER ^, THOUSAND , THOUSAND", "numbers have no separators: `{1}{2}{3}`"),
    Idiom("NUMBER ^, THOUSAND", "numbers have no separators: `{1}{2}`"),
    Idiom("NUMBER , ^THOUSAND", "numbers have no separators: `{1}{2}`"),
    Idiom("@ ^DATE", "a date is written without `@`: `{1}`"),
  ]
}
