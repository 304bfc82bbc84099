extension LessonTexts {
  static let logic = #"""
    // lesson logic: And, or, not, and what is never looked at
    // `and` binds more strongly than `or`, and `not` more strongly than both, but less than comparisons:
    // `not spent > limit or owner is nil` is read as `(not (spent > limit)) or (owner is nil)`. Parentheses say what is
    // meant.
    //
    // Once the left side of an `and` is false, or that of an `or` is true, the right side is not looked at. `trace`
    // before a fetch shows for each record how its condition came out, and what was never looked at.
    //
    // task: Find the budgets with a limit below 500 that are Zoë's or Björn's.
    // hint: There are three comparisons: two of the owner, one of the limit.
    // hint: Put the two that `or` joins in parentheses.
    // done: `(owner == "Zoë" or owner == "Björn")` and `owner in ["Zoë", "Björn"]` are the same; `in` needs no parentheses.
    fetch Budget where (owner == "Zoë" or owner == "Björn") and limit < 500
    // also: fetch Budget where limit < 500 and owner in ["Zoë", "Björn"]
    // wrong: fetch Budget where owner == "Zoë" or owner == "Björn" and limit < 500
    // because: `and` binds more strongly than `or`: this asks for all of Zoë's, and for those of Björn's below 500.

    // task: Find the budgets that are neither overspent (`spent > limit`) nor Zoë's.
    // hint: "Neither … nor" is `not ( … or … )`.
    // hint: The two conditions are `spent > limit` and `owner == "Zoë"`.
    // done: `not (spent > limit or owner == "Zoë")` and `spent <= limit and owner != "Zoë"` are the same: `not` turns
    // `or` into `and`, and both sides around.
    fetch Budget where not (spent > limit or owner == "Zoë")
    // also: fetch Budget where spent <= limit and owner != "Zoë"
    // wrong: fetch Budget where not spent > limit or owner == "Zoë"
    // because: Zoë's are found: `not` before a comparison holds for that one alone. Parentheses make it hold for both.
    // wrong: fetch Budget where not spent > limit and owner == "Zoë"
    // because: Only Zoë's are found: `not` before a comparison holds for that one alone. Parentheses make it hold for both.
    // wrong: fetch Budget where spent < limit and owner != "Zoë"
    // because: Of "Rent" all is spent and no more, so it is not overspent.

    // task: Let `trace` show how `owner == "Zoë" and spent > limit` comes out for each budget. Look where the sum of the
    // expenses was not needed.
    // hint: Write the fetch with this condition, and `trace` before it.
    // done: "not looked at: false decides `and`" stands where the owner is not Zoë. In a condition that may fail, as
    // an Int that overflows, what stands first protects what follows.
    trace fetch Budget where owner == "Zoë" and spent > limit
    // also: trace fetch Budget where (owner =~ "zoe") and (limit < spent) sort name
    // wrong: trace fetch Budget where spent > limit and owner == "Zoë"
    // because: The order of the conditions decides: what stands first is looked at for each budget, so the sums are
    // needed for all of them here.
    """#
}
