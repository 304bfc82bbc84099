extension LessonTexts {
  static let models = #"""
    // lesson models: Models, rules and delete rules
    // `model` declares what records are made of: attributes with types, defaults and `?` where they may be missing,
    // relationships, and what must hold. `unique` behind an attribute wants its values to differ; `check` states a rule:
    // `check limit > 0`. Whatever breaks a rule is refused as a whole.
    //
    // `.schema Budget` shows that its expenses are `cascade`: this delete rule says that they go with the budget.
    // `nullify`, the usual one, lets them stay without a budget, `deny` refuses to delete it. `preview` before a
    // statement shows what it would do.
    //
    // task: Declare a model `Trip`. It has a `name`, which is a String and unique, and a `price`, which is a Double and
    // must be greater than 0.
    // hint: `model Trip { name: String unique, price: … }`
    // hint: The rule is a member of its own, behind a comma: `check price > 0`.
    // done: `else "a trip costs something"` behind the rule would be what is said where it is broken.
    model Trip { name: String unique, price: Double, check price > 0 }
    // check: preview insert Trip name: "a", price: 1.5
    // because: `price` is to be a Double, and no other attribute may be needed: `price: Double`.
    // check: preview insert Trip name: "a", price: 0.001
    // because: All prices above 0 are to be taken: `check price > 0`.
    // check: preview insert Trip name: "a", price: 900
    // because: All prices above 0 are to be taken: `check price > 0`.
    // check: preview insert Trip name: "a", price: 1000000000
    // because: All prices above 0 are to be taken: `check price > 0`.
    // check: preview insert Trip name: "a", price: 0
    // because: A price of 0 is not greater than 0: the rule is missing, or too weak. Declare the model once more, as a whole.
    // check: preview insert Trip name: "a", price: -1
    // because: A price below 0 is not greater than 0. Declare the model once more, as a whole.
    // check: preview insert Trip name: nil, price: 1
    // because: `?` lets the name be missing. Declare the model once more, as a whole.
    // check: preview insert Trip [{ name: "a", price: 1 }, { name: "a", price: 1 }]
    // because: Two trips could have one name: `unique` is missing. Declare the model once more, as a whole.
    // also: model Trip { name: String unique, price: Double, days: Int = 1, check 0 < price else "a trip costs something" }
    // wrong: model Trip { name: String unique, price: Double }
    // because: A price of 0 would be taken: the rule is missing. Declare the model once more, as a whole.
    // wrong: model Trip { name: String, price: Double, check price > 0 }
    // because: Two trips could have one name: `unique` is missing. Declare the model once more, as a whole.
    // wrong: model Trip { name: String? unique, price: Double, check price > 0 }
    // because: `?` lets the name be missing. Declare the model once more, as a whole.

    // task: Insert a trip called "Oslo" with the price 900.
    // hint: `insert Trip` is followed by the attributes, each with a colon and its value.
    // done: `upsert` would change the trip of that name where there is one.
    insert Trip name: "Oslo", price: 900
    // check: fetch Trip where name == "Oslo" select price
    // also: insert Trip { price: 900, name: "Oslo" }
    // wrong: insert Trip name: "Oslo", price: 90
    // because: The price is to be 900: `update Trip where name == "Oslo" set price = 900`, or `undo` and insert it once more.

    // task: What would be deleted together with the budget called "Gifts"? Have it shown, without deleting anything.
    // hint: `delete Budget where …` would delete it.
    // hint: `preview` stands before that.
    // done: The delete rule `cascade` of `expenses` takes them along.
    preview delete Budget where name == "Gifts"
    // also: preview delete Budget#7
    // wrong: preview delete Expense where budget.name == "Gifts"
    // because: This would delete the expenses, and leave the budget where it is.

    // task: Delete the budget "Gifts".
    // hint: The same statement without `preview`.
    // done: Six records are gone, and `undo` would bring them all back.
    delete Budget where name == "Gifts"
    // check: count Budget where name == "Gifts"
    // check: count Budget
    // check: count Expense
    // also: delete Budget#7
    // wrong: delete Expense where budget.name == "Gifts"
    // because: The expenses are deleted, the budget is not: its own delete rule would have taken them along.
    """#
}
