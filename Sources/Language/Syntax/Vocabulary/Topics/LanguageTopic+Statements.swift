/// Statements and clauses.
extension LanguageTopic {
  static let statements: [LanguageTopic] = reading + writing + changing + versions + stores

  private static let reading: [LanguageTopic] = [
    statement(
      ["fetch"],
      "fetch Model [as alias] [where …] [group by …] [select …] [sort …] …",
      "Finds records, or selects values of them. Clauses may come in any order.",
      "fetch Budget where spent > limit select name, spent sort spent desc"
    ),
    statement(
      ["count"],
      "count Model [where …]",
      "Counts records. In expressions, `count(…)` counts values.",
      "count Expense where amount > 100"
    ),
    statement(
      ["=", "evaluate"],
      "= expression",
      "Evaluates an expression that does not read records.",
      "= 2 + 3 * 4"
    ),
    statement(
      ["explain"],
      "explain [run] statement",
      "Shows how a query is interpreted and executed, and its Swift equivalent; "
        + "`run` adds row counts and times.",
      "explain fetch Budget where spent > limit"
    ),
    statement(
      ["trace"],
      "trace fetch …",
      "Shows why each record was found or left out, value by value.",
      "trace fetch Budget where spent > limit and owner != nil"
    ),
    statement(
      ["watch"],
      "watch [for time] fetch …   watch [for time] count …",
      "Runs a query again whenever its data changes, and prints the differences. Ctrl-C ends it.",
      "watch for 1 second fetch Budget where spent > limit select name, spent"
    ),
    statement(
      ["let"],
      "let name[(parameter: Type = default, …)] = fetch …",
      "Saves a query under a name; run it with `fetch name`.",
      "let expensive(minimum: Double = 100) = fetch Expense where amount >= $minimum"
    ),
  ]

  private static let writing: [LanguageTopic] = [
    statement(
      ["insert"],
      "insert Model name: value, …   insert Model { … }   insert Model [{ … }, …]",
      "Inserts one or more records; braces nest related records.",
      "insert Budget { name: \"Trip\", limit: 900, created: today, "
        + "expenses: [{ name: \"Bus\", amount: 9 }] }"
    ),
    statement(
      ["import", "stdin", "at", "map", "key", "updating", "skip", "bad"],
      "import \"file\", … [as csv|tsv|json|jsonl] [at \"path\"] [into Model] [map { field: expression, … }] "
        + "[key relationship -> Model.attribute [else nil]] [updating [by (…)]] [skip bad]",
      "Imports records from files or `stdin`, into a new model unless one is named. `map` computes fields, "
        + "`key` finds related records, `updating` updates existing records with the same unique key, "
        + "`skip bad` skips invalid records.",
      "import \"users.csv\" into Member map { name: upper(name), adult: age >= 18 }"
    ),
    statement(
      ["export", "safe", "csv"],
      "export (fetch …|count …) to \"file\" [as csv|tsv|json|jsonl|markdown|html] [safe csv]",
      "Writes a result to a file, which is replaced only when it is complete. `safe csv` "
        + "prevents spreadsheets from interpreting strings as formulas.",
      "export (fetch Budget where spent > limit) to \"/dev/null\" as csv"
    ),
    statement(
      ["model"],
      "model Name [: Parent] [\"what it is\"] { member, … }",
      "Declares a model with attributes, relationships and computed attributes.",
      "model Trip { name: String unique, days: Int = 1, weeks = days / 7 }"
    ),
    statement(
      ["extend"],
      "extend Model { member, … }",
      "Adds members to an existing model; existing records get the default or nil.",
      "extend Budget { note: String?, share = spent / limit }"
    ),
    statement(
      ["relate"],
      "relate Model.attribute to Model.attribute [as inverse]",
      "Turns an attribute with another model's keys into a relationship.",
      "relate User.city to Budget.name as people"
    ),
    statement(
      ["enum"],
      "enum Name [\"what it is\"] { case, … }",
      "Declares a type with named cases, written `.case`.",
      "enum Category { food, travel, other }"
    ),
    statement(
      ["struct"],
      "struct Name [\"what it is\"] { field: Type, … }",
      "Declares a type with fields, which paths can read: `address.city`.",
      "struct Address { street: String, city: String, zip: String? }"
    ),
  ]

  private static let versions: [LanguageTopic] = [
    statement(
      ["version", "rename", "versions"],
      "version number { model …, enum …, rename Model to Name, rename Model.member to name, "
        + "set Model.member = value, allow loss }",
      "Declares the models of a version and how to migrate existing records: `set` computes values from the old "
        + "record, by old and new names. `migrate` migrates the store.",
      "version 1 { model Note { text: String, written: Date = now } }"
    ),
    statement(
      ["migrate", "allow"],
      "migrate number [allow loss]   preview migrate number",
      "Migrates the store to a declared version, through the versions in between, all or nothing. A file is "
        + "copied first. `allow loss` permits losing data, which `preview` lists.",
      "version 1 { model Budget { name: String unique, cap: Double was limit }, allow loss }; preview migrate 1"
    ),
  ]

  private static let stores: [LanguageTopic] = [
    statement(
      ["use"],
      "use store",
      "Switches to another open store. `.open file` opens one, `.stores` lists them.",
      "use memory"
    ),
    statement(
      ["copy", "from"],
      "copy Model, … from store   copy all from store",
      "Copies models and their records from another open store in one change, with identities and "
        + "references, except for references to records that are not copied.",
      "explain copy Budget, Expense from memory"
    ),
  ]

  static let clauses: [LanguageTopic] = [
    clause(
      ["where"],
      "where condition",
      "Keeps the records that satisfy the condition.",
      "fetch Budget where limit > 500 and owner != nil"
    ),
    clause(
      ["group by", "group"],
      "group by key, …",
      "Groups records by equal keys; `select` can then use keys and aggregates.",
      "fetch Expense group by budget.name select budget.name as budget, sum(total) as spent"
    ),
    clause(
      ["having"],
      "having condition",
      "Keeps the groups that satisfy the condition.",
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
      "Removes duplicate rows.",
      "fetch User select city distinct sort city limit 5"
    ),
    clause(
      ["sort", "order by", "asc", "desc", "nulls", "using"],
      "sort key [asc|desc] [nulls first|last] [using standard|lexical], …",
      "Sorts the rows. `standard` sorts strings as people expect, `lexical` by code point.",
      "fetch Budget sort owner nulls last, limit desc"
    ),
    clause(
      ["limit", "top"],
      "limit number",
      "Returns at most this many rows.",
      "fetch Budget sort limit desc limit 3"
    ),
    clause(
      ["offset", "skip"],
      "offset number",
      "Skips this many rows at the start.",
      "fetch Budget sort name limit 3 offset 3"
    ),
    clause(
      ["chart", "bar", "column", "line", "histogram", "scatter", "spark", "bins"],
      "chart bar|column|line|histogram|scatter|spark [label, value, …] [bins number] [to \"file.svg\"]",
      "Draws the rows as a chart. By default, strings or group keys are the labels and numbers are the values. "
        + "`to` writes an SVG file instead. Machine formats print the rows.",
      "fetch Budget where spent > 0 select name, spent sort spent desc chart bar"
    ),
    clause(
      ["as"],
      "select expression as name   fetch Model as alias   (self as Model).attribute",
      "Names a column or the record, or casts a record to a submodel.",
      "fetch Budget as b where any(b.expenses where amount > b.limit / 2) select name as budget"
    ),
    clause(
      ["only"],
      "fetch only Model",
      "Leaves out the records of submodels.",
      "fetch only Budget select name limit 1"
    ),
  ]
}
