extension LessonTexts {
  static let firstFetch = #"""
    // lesson first: The first fetch
    // The demo has three models: budgets, the expenses that belong to them, and ten thousand users.
    // `.models` lists them, `.schema Budget` shows what one declares.
    //
    // `fetch Budget` asks for all its records. Clauses behind it, in any order, say which records (`where`), what is
    // shown of them (`select`), in which order (`sort`), and how many (`limit`).
    //
    // task: Fetch all budgets.
    // hint: `fetch` stands before the name of the model, which is `Budget`.
    // done: A fetch without clauses finds every record and shows all its attributes, in the order in which they were
    // inserted. `expenses` is a number here: so many records lie behind that relationship.
    fetch Budget
    // also: fetch Budget sort limit desc select name
    // wrong: fetch Budget limit 5
    // because: These are the first five records alone. Without `limit` all are found.

    // task: Show name and limit of all budgets, and nothing else.
    // hint: `select` says what is shown, and commas part its columns.
    // hint: It begins with `fetch Budget select name`.
    // done: Columns can be any expressions: `limit * 12 as yearly` is one too.
    fetch Budget select name, limit
    // also: fetch Budget select limit as most, name sort most
    // wrong: fetch Budget select name
    // because: The limit is missing: a comma parts the columns of `select`.

    // task: Find the three expenses with the highest `amount`, the highest first.
    // hint: Sort the expenses by their amount, and take three of them.
    // hint: `sort` begins with the lowest; `desc` behind the key turns that around.
    // done: `limit` takes the first rows of the order that `sort` made.
    // rows: in order
    fetch Expense sort amount desc limit 3
    // also: fetch Expense select name, amount as a sort a desc limit 3
    // wrong: fetch Expense sort amount limit 3
    // because: These are the lowest amounts: without `desc` the lowest comes first.
    // wrong: fetch Expense limit 3
    // because: `limit` takes the first rows of the order. Without `sort` that is the order in which they were inserted.

    // task: How many users are there? Answer with a single number.
    // hint: `count` stands where `fetch` would.
    // done: `count` takes `where` as `fetch` does, and no record is read to be shown.
    count User
    // also: fetch User select count()
    """#
}
