/// Statements and clauses.
extension LanguageTopic {
  static let statements: [LanguageTopic] = reading + writing + changing + versions + stores

  private static let reading: [LanguageTopic] = [
    statement(
      ["fetch"],
      "fetch Model [as alias] [where …] [group by …] [select …] [sort …] …",
      "Reads records, or what `select` makes of them; clauses stand in any order.",
      "fetch Budget where spent > limit select name, spent sort spent desc"
    ),
    statement(
      ["count"],
      "count Model [where …]",
      "Gives the number of records; within an expression `count(…)` counts values.",
      "count Expense where amount > 100"
    ),
    statement(
      ["=", "evaluate"],
      "= expression",
      "Evaluates an expression that reads no records.",
      "= 2 + 3 * 4"
    ),
    statement(
      ["explain"],
      "explain [run] statement",
      "Shows how a query is understood and run, and the same query in Swift; "
        + "`run` adds rows and times.",
      "explain fetch Budget where spent > limit"
    ),
    statement(
      ["trace"],
      "trace fetch …",
      "Shows for each record why it was found or left out, value by value.",
      "trace fetch Budget where spent > limit and owner != nil"
    ),
    statement(
      ["watch"],
      "watch [for time] fetch …   watch [for time] count …",
      "Runs a query again after each change of what it reads, and prints what became different; Ctrl-C ends it.",
      "watch for 1 second fetch Budget where spent > limit select name, spent"
    ),
    statement(
      ["let"],
      "let name[(parameter: Type = default, …)] = fetch …",
      "Gives a query a name, by which `fetch` asks it: `fetch name`.",
      "let dear(least: Double = 100) = fetch Expense where amount >= $least"
    ),
  ]

  private static let writing: [LanguageTopic] = [
    statement(
      ["insert"],
      "insert Model name: value, …   insert Model { … }   insert Model [{ … }, …]",
      "Adds one record or several; a relationship takes records in braces.",
      "insert Budget { name: \"Trip\", limit: 900, created: today, "
        + "expenses: [{ name: \"Bus\", amount: 9 }] }"
    ),
    statement(
      ["import", "stdin", "at", "map", "key", "updating", "skip", "bad"],
      "import \"file\", … [as csv|tsv|json|jsonl] [at \"path\"] [into Model] [map { field: expression, … }] "
        + "[key relationship -> Model.attribute [else nil]] [updating [by (…)]] [skip bad]",
      "Adds the records of files, or of `stdin`, to a new model unless one is named. `map` computes fields, "
        + "`key` finds the records that relationships lead to, `updating` recognises those that are there "
        + "by a unique key, `skip bad` takes what is right.",
      "import \"users.csv\" into Member map { name: upper(name), adult: age >= 18 }"
    ),
    statement(
      ["export", "safe", "csv"],
      "export (fetch …|count …) to \"file\" [as csv|tsv|json|jsonl|markdown|html|sql] [safe csv]   "
        + "export all to \"file\" [as json|sql]",
      "Writes a result, or the whole store, to a file that takes its place when it is whole; `safe csv` "
        + "keeps spreadsheets from taking texts for formulas.",
      "export (fetch Budget where spent > limit) to \"/dev/null\" as csv"
    ),
    statement(
      ["model"],
      "model Name [: Parent] [\"what it is\"] { member, … }",
      "Declares a model: attributes, relationships, and what is computed from them.",
      "model Trip { name: String unique, days: Int = 1, weeks = days / 7 }"
    ),
    statement(
      ["extend"],
      "extend Model { member, … }",
      "Adds members to a model that is there; records get nil or the default.",
      "extend Budget { note: String?, share = spent / limit }"
    ),
    statement(
      ["relate"],
      "relate Model.attribute to Model.attribute [as inverse]",
      "Makes a relationship of an attribute that holds another model's key.",
      "relate User.city to Budget.name as people"
    ),
    statement(
      ["enum"],
      "enum Name [\"what it is\"] { case, … }",
      "Declares a type of named cases, written `.case`.",
      "enum Category { food, travel, other }"
    ),
    statement(
      ["struct"],
      "struct Name [\"what it is\"] { field: Type, … }",
      "Declares a type of fields, reached by path: `address.city`.",
      "struct Address { street: String, city: String, zip: String? }"
    ),
  ]

  private static let versions: [LanguageTopic] = [
    statement(
      ["version", "rename", "versions"],
      "version number { model …, enum …, rename Model to Name, rename Model.member to name, "
        + "set Model.member = value, allow loss }",
      "Declares what all models are from then on, and how the records that are there come to it: `set` computes "
        + "from a record as it was, under old and new names. `migrate` takes the store there.",
      "version 1 { model Note { text: String, written: Date = now } }"
    ),
    statement(
      ["migrate", "allow"],
      "migrate number [allow loss]   preview migrate number",
      "Brings the store to a version that was declared, through those between, all or nothing; a file is copied "
        + "before. `allow loss` gives up what has no place there, and `preview` lists that.",
      "version 1 { model Budget { name: String unique, cap: Double was limit }, allow loss }; preview migrate 1"
    ),
  ]

  private static let stores: [LanguageTopic] = [
    statement(
      ["use"],
      "use store",
      "Makes another open store the current one; `.open file` opens one, `.stores` lists them.",
      "use memory"
    ),
    statement(
      ["copy", "from"],
      "copy Model, … from store   copy all from store",
      "Copies models with their records out of another open store, identities and links kept, as one "
        + "change; links to records that are not copied are left out.",
      "explain copy Budget, Expense from memory"
    ),
  ]

  static let clauses: [LanguageTopic] = [
    clause(
      ["where"],
      "where condition",
      "Keeps the records for which the condition is true.",
      "fetch Budget where limit > 500 and owner != nil"
    ),
    clause(
      ["group by", "group"],
      "group by key, …",
      "Makes groups of equal keys; `select` takes keys and aggregates, and names keys.",
      "fetch Expense group by budget.name select budget.name as budget, sum(total) as spent"
    ),
    clause(
      ["having"],
      "having condition",
      "Keeps the groups for which the condition is true.",
      "fetch Expense group by budget.name having count() > 3"
    ),
    clause(
      ["select"],
      "select expression [as name], …   select *   select path { … }",
      "Chooses the columns; `path { … }` nests the records of a relationship.",
      "fetch Budget select name, limit - spent as left, expenses { name, amount }"
    ),
    clause(
      ["distinct"],
      "select … distinct   count(distinct …)",
      "Keeps the first of equal rows.",
      "fetch User select city distinct sort city limit 5"
    ),
    clause(
      ["sort", "order by", "asc", "desc", "nulls", "using"],
      "sort key [asc|desc] [nulls first|last] [using standard|lexical], …",
      "Orders the rows; `standard` orders texts as people do, `lexical` by code point.",
      "fetch Budget sort owner nulls last, limit desc"
    ),
    clause(
      ["limit", "top"],
      "limit number",
      "Ends after so many rows.",
      "fetch Budget sort limit desc limit 3"
    ),
    clause(
      ["offset", "skip"],
      "offset number",
      "Leaves out so many rows at the start.",
      "fetch Budget sort name limit 3 offset 3"
    ),
    clause(
      ["chart", "bar", "column", "line", "histogram", "scatter", "spark", "bins"],
      "chart bar|column|line|histogram|scatter|spark [label, value, …] [bins number] [to \"file.svg\"]",
      "Draws the rows for people; without names the texts or keys of groups are the labels and the numbers are "
        + "drawn. `to` writes a picture instead. Modes for programs print the rows as ever.",
      "fetch Budget where spent > 0 select name, spent sort spent desc chart bar"
    ),
    clause(
      ["as"],
      "select expression as name   fetch Model as alias   (self as Model).attribute",
      "Names a column or the record, or reads a record as one of a more special model.",
      "fetch Budget as b where any(b.expenses where amount > b.limit / 2) select name as budget"
    ),
    clause(
      ["only"],
      "fetch only Model",
      "Leaves out the records of models that specialise the model.",
      "fetch only Budget select name limit 1"
    ),
  ]

  static func statement(
    _ names: [String],
    _ syntax: String,
    _ summary: String,
    _ example: String
  ) -> LanguageTopic {
    LanguageTopic(.statement, names, syntax, summary, example)
  }

  private static func clause(
    _ names: [String],
    _ syntax: String,
    _ summary: String,
    _ example: String
  ) -> LanguageTopic {
    LanguageTopic(.clause, names, syntax, summary, example)
  }
}
