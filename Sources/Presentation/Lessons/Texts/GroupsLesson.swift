extension LessonTexts {
  static let groups = #"""
    // lesson groups: Select, group and having
    // `group by` makes one row of all records that have the same key; nil is a key like others. `select` then takes keys
    // and aggregates: `fetch User group by city select city, count()`.
    //
    // `where` decides which records go into the groups. `having` decides which groups are shown, so aggregates stand
    // there: `having count() > 10`. `as` behind an expression says what its column is called.
    //
    // task: Show each owner of budgets with the number of that owner's budgets; those without an owner are a group too.
    // hint: The key is `owner`.
    // hint: `fetch Budget group by owner select owner, …`
    // done: `count()` counts the records of the group.
    fetch Budget group by owner select owner, count()
    // also: fetch Budget group by owner select count() as n, owner sort n desc
    // wrong: fetch Budget where owner is not nil group by owner select owner, count()
    // because: Those without an owner are to be a group too: `where` has left them out.
    // wrong: fetch Budget select owner, count(expenses)
    // because: This is a row for each budget, with the number of its expenses. `group by owner` makes a row for each owner.

    // task: Show each owner of budgets with the number of that owner's budgets, in a column called `budgets`.
    // hint: A column's name stands behind its expression.
    // hint: It is `count() as budgets`.
    // done: CSV has this name as its heading, JSON as its key, and `sort budgets desc` knows it as well.
    // columns: budgets
    fetch Budget group by owner select owner, count() as budgets
    // also: fetch Budget group by owner select count() as budgets, owner sort budgets desc
    // also: fetch Budget group by owner select owner as o, count() as budgets
    // wrong: fetch Budget group by owner select owner, sum(limit) as budgets
    // because: This adds up the limits of each owner. `count()` counts the budgets.

    // task: Show the owners of more than two budgets, with the number of their budgets.
    // hint: This is a condition on a group, not on a record.
    // hint: It stands behind `having`, and it is about `count()`.
    // done: An aggregate behind `where` would be refused, as groups are not there yet.
    fetch Budget group by owner having count() > 2 select owner, count()
    // wrong: fetch Budget group by owner having count() >= 2 select owner, count()
    // because: Each owner has two budgets at least, so all are here. `having count() > 2` shows those that have more.

    // task: Show for each name of a budget (`budget.name`) what was spent from 2026-10-07 on: `sum(total)`. Only
    // expenses of these days count, and only budgets for which that is more than 200 are shown.
    // hint: One condition is about expenses, the other about groups.
    // hint: `fetch Expense where date >= … group by budget.name having …`
    // done: `where` and `having` look at different things, so neither can stand for the other.
    fetch Expense where date >= 2026-10-07 group by budget.name having sum(total) > 200 select budget.name, sum(total)
    // wrong: fetch Expense group by budget.name having sum(total) > 200 select budget.name, sum(total)
    // because: All expenses count here: `where date >= 2026-10-07` leaves the earlier ones out.
    // wrong: fetch Expense where date >= 2026-10-07 group by budget.name select budget.name, sum(total)
    // because: All groups are shown here: `having sum(total) > 200` leaves the small ones out.
    // wrong: fetch Expense where date > 2026-10-07 group by budget.name having sum(total) > 200 select budget.name, sum(total)
    // because: What was spent on 2026-10-07 itself is missing: from that day on is `>=`.
    """#
}
