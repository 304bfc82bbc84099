extension LessonTexts {
  static let aggregates = #"""
    // lesson aggregates: Counting and adding up
    // An aggregate makes one value of many: `count`, `sum`, `avg`, `min`, `max`. With a path through a to-many
    // relationship it has a value for each record: `sum(expenses.amount)`. A `where` inside picks what counts:
    // `count(expenses where amount > 100)`.
    //
    // Without such a path it takes all rows together, and the answer is one row: `fetch User select avg(age)`. Nil is
    // skipped. Of nothing, `count` and `sum` are 0 and the others nil.
    //
    // task: Show the name of each budget and the number of its expenses.
    // hint: An aggregate may stand in `select` as any other expression.
    // hint: It is `count(expenses)`.
    // done: A budget without expenses has the number 0, and is not left out as a join would do.
    fetch Budget select name, count(expenses)
    // also: fetch Budget select count(expenses.amount) as n, name sort n
    // wrong: fetch Budget select name, sum(expenses.amount)
    // because: `sum` adds up the amounts; the number of records is `count(expenses)`.

    // task: Find the budgets with more than one expense of which the amount is above 100.
    // hint: Count those expenses alone.
    // hint: `count(expenses where …)`, compared with 1.
    // done: The `where` inside is about expenses, the one outside about budgets.
    fetch Budget where count(expenses where amount > 100) > 1
    // wrong: fetch Budget where count(expenses) > 1 and any expenses.amount > 100
    // because: This counts all expenses. The condition on the amount belongs inside of the parentheses of `count`.

    // task: Show in one row how many users there are, and how old they are on average.
    // hint: Two aggregates without a path, in one `select`.
    // hint: `count()` counts rows, `avg(age)` is the average.
    // done: Such a query has no rows of its own any more: `select surname, count()` would be refused.
    fetch User select count(), avg(age)
    // also: fetch User select sum(age) / 10000.0, count(id)

    // task: In how many different cities do the users live? Answer with one number.
    // hint: `count(city)` counts the users that have one.
    // hint: `distinct` inside of the parentheses counts each city once.
    // done: `fetch User select city distinct` lists them, nil among them.
    fetch User select count(distinct city)
    // wrong: fetch User select count(city)
    // because: This counts each user who has a city. `count(distinct city)` counts each city once.
    // wrong: count User
    // because: This is the number of users.
    """#
}
