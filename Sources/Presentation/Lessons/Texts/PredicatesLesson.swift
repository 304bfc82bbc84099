extension LessonTexts {
  static let predicates = #"""
    // lesson predicates: Predicates and nil
    // Behind `where` stands a condition, and the records are found for which it is true: `limit >= 500`,
    // `limit between 100 and 200`, `owner in ["Zoë", "Łucja"]`.
    //
    // An attribute with `?` in its type may be nil: `owner: String?`. As in Swift, and unlike SQL, nil is a value like
    // others. It equals nil and nothing else; no order holds with it, so `date < 2026-02-01` is false where the date is
    // nil; and `!=` is always the opposite of `==`.
    //
    // task: Find the budgets with a limit of more than 500 and of at most 900.
    // hint: Two conditions are joined by `and`.
    // hint: More than is `>`, at most is `<=`.
    // done: `between 500 and 900` and `in 500...900` are the same, and include both ends: a limit of 500 would be found.
    fetch Budget where limit > 500 and limit <= 900
    // also: fetch Budget where not (limit <= 500 or limit > 900)
    // wrong: fetch Budget where limit between 500 and 900
    // because: `between` and `...` include both ends, and one limit is exactly 500.

    // task: Find the budgets that have no owner.
    // hint: What is not there is nil.
    // hint: `is nil` asks for it.
    // done: `owner is nil` and `owner == nil` are the same.
    fetch Budget where owner is nil
    // also: fetch Budget where owner == nil
    // wrong: fetch Budget where owner == ""
    // because: Nothing is found: an owner that is missing is no text at all, not even "" or "nil". It is nil.

    // task: Find the budgets that are not Zoë's; those without an owner are among them.
    // hint: Zoë's are those with `owner == "Zoë"`.
    // hint: What differs from that is found by `!=`.
    // done: In SQL the two budgets without an owner would be missing: there, nothing is said of NULL. Here nil is not
    // "Zoë", and that is that.
    fetch Budget where owner != "Zoë"
    // also: fetch Budget where not (owner == "Zoë")
    // also: fetch Budget where owner is nil or owner != "Zoë"
    // wrong: fetch Budget where owner != "Zoë" and owner is not nil
    // because: Those without an owner are missing. nil differs from "Zoë", so `owner != "Zoë"` finds them.

    // task: Find the expenses before 2026-02-01, and those that have no date.
    // hint: A date is written as it stands here, without quotes: `date < 2026-02-01`.
    // hint: No order holds with nil, so expenses without a date need a condition of their own.
    // done: `date < 2026-02-01 or date is nil` and `not (date >= 2026-02-01)` are the same: where the date is nil the
    // comparison is false.
    fetch Expense where date < 2026-02-01 or date is nil
    // also: fetch Expense where not (date >= 2026-02-01)
    // wrong: fetch Expense where date < 2026-02-01
    // because: The expenses without a date are missing: nil is neither before nor after anything.
    """#
}
