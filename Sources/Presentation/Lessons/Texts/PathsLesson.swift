extension LessonTexts {
  static let paths = #"""
    // lesson paths: Paths and to-many relationships
    // An expense has one budget or none: `budget.name` is a path through this to-one relationship. Where the budget is
    // nil all behind it is nil.
    //
    // A budget has many expenses. What lies behind a to-many relationship is asked with `any`, `all` or `none`:
    // `any expenses.amount > 100`, or with a condition on each record: `any(expenses where amount > 100 and quantity > 1)`.
    // Over no records at all, `any` is false, `all` and `none` are true.
    //
    // task: Find the expenses of the budget called "Car".
    // hint: The name is that of the budget of the expense.
    // hint: A dot goes to it: `budget.name`.
    // done: `budget.name == "Car"` and `budget in (Budget where name == "Car")` ask the same: is the budget one that this
    // query finds?
    fetch Expense where budget.name == "Car"
    // also: fetch Expense where budget in (Budget where name == "Car")
    // wrong: fetch Expense where name == "Car"
    // because: No expense is called so. The name of its budget is `budget.name`.

    // task: Find the expenses that belong to a budget that is not Zoë's. Expenses without a budget do not count.
    // hint: `budget.owner` is the owner, and nil where there is no budget.
    // hint: nil differs from "Zoë", so a second condition leaves out what has no budget.
    // done: nil goes along a path: no budget, no owner.
    fetch Expense where budget is not nil and budget.owner != "Zoë"
    // also: fetch Expense where budget in (Budget where owner is nil or owner != "Zoë")
    // wrong: fetch Expense where budget.owner != "Zoë"
    // because: Where there is no budget, `budget.owner` is nil, and nil differs from "Zoë".

    // task: Find the budgets with an expense of which the amount is above 189.
    // hint: One is enough: `any`.
    // hint: Behind it stands a path through the relationship: `expenses.amount`.
    // done: `any expenses.amount > 189`, `max(expenses.amount) > 189` and `count(expenses where amount > 189) > 0` find the
    // same budgets.
    fetch Budget where any expenses.amount > 189
    // also: fetch Budget where any(expenses where amount > 189)
    // also: fetch Budget where max(expenses.amount) > 189
    // wrong: fetch Budget where all expenses.amount > 189
    // because: Here every expense is above that, and a budget that has none is found too. One is to be enough.
    // wrong: fetch Budget where any expenses.amount >= 189
    // because: One amount is exactly 189, which is not above.

    // task: Find the budgets that have expenses, each of them with a date.
    // hint: `all(expenses where …)` asks each expense.
    // hint: `all` is true where there are no expenses; `count(expenses) > 0` leaves these out.
    // done: "All of nothing" is true in Swift's `allSatisfy` as well.
    fetch Budget where count(expenses) > 0 and all(expenses where date is not nil)
    // also: fetch Budget where any(expenses where date is not nil) and none(expenses where date is nil)
    // wrong: fetch Budget where all(expenses where date is not nil)
    // because: `all` is true where there are no expenses at all: one budget has none.
    // wrong: fetch Budget where any(expenses where date is not nil)
    // because: `any` is content with one expense that has a date.
    """#
}
