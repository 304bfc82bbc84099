/// Operators, from weak to strong.
extension LanguageTopic {
  static let operators: [LanguageTopic] = logic + comparisons + texts + membership + arithmetic

  private static let logic: [LanguageTopic] = [
    .init(
      .operator,
      ["if", "then", "else"],
      "if condition then value else value",
      "Chooses one of two values; `else` is required.",
      "fetch Budget select name, if limit > 700 then \"large\" else \"small\" as size"
    ),
    .init(
      .operator,
      ["or", "||"],
      "a or b",
      "True if either condition is; the right one is asked only if it decides.",
      "fetch Budget where owner is nil or spent > limit"
    ),
    .init(
      .operator,
      ["and", "&&"],
      "a and b",
      "True if both conditions are.",
      "fetch Budget where limit > 300 and limit < 600"
    ),
    .init(
      .operator,
      ["not", "!"],
      "not condition   a not in b   a is not nil",
      "The opposite; before what it negates, or within a word operator.",
      "fetch Budget where not (limit > 500) and name not like \"S*\""
    ),
  ]

  private static let comparisons: [LanguageTopic] = [
    .init(
      .operator,
      ["==", "=", "!=", "<>"],
      "a == b   a != b",
      "Equal or not; nil equals nil, and is unequal to every value.",
      "fetch Budget where owner != \"Zoë\""
    ),
    .init(
      .operator,
      ["<", "<=", ">", ">=", "=<", "=>"],
      "a < b   a <= b   a > b   a >= b",
      "Compares numbers, texts and dates; false where a side is nil.",
      "fetch Expense where date >= 2026-11-01 and amount > 20"
    ),
    .init(
      .operator,
      ["is", "is nil", "is not nil", "is not"],
      "a is nil   a is not nil   self is Model",
      "Asks whether there is a value, or of which model a record is.",
      "fetch Budget where owner is not nil"
    ),
    .init(
      .operator,
      ["between"],
      "a between low and high",
      "Whether a value lies within bounds, both included.",
      "fetch Budget where limit between 300 and 500"
    ),
    .init(
      .operator,
      ["??"],
      "a ?? b",
      "The left value, or the right one where the left is nil.",
      "fetch Budget select name, owner ?? \"nobody\" as owner"
    ),
  ]

  private static let texts: [LanguageTopic] = [
    .init(
      .operator,
      ["~", "!~"],
      "text ~ part   text !~ part",
      "Whether a text contains another, whatever the case and accents.",
      "fetch Budget where name ~ \"VACATION\""
    ),
    .init(
      .operator,
      ["=~"],
      "text =~ other",
      "Whether two texts are equal, whatever the case and accents.",
      "fetch Budget where owner =~ \"zoe\""
    ),
    .init(
      .operator,
      ["contains", "[c]", "[d]", "[cd]"],
      "text contains[cd] part",
      "Whether a text contains another exactly; `[c]` ignores case, `[d]` accents.",
      "fetch Expense where name contains[c] \"CAR\""
    ),
    .init(
      .operator,
      ["starts with", "starts", "beginswith"],
      "text starts with[cd] part",
      "Whether a text begins with another.",
      "fetch Budget where name starts with \"S\""
    ),
    .init(
      .operator,
      ["ends with", "ends", "endswith"],
      "text ends with[cd] part",
      "Whether a text ends with another.",
      "fetch Budget where name ends with[c] \"VACATION\""
    ),
    .init(
      .operator,
      ["like"],
      "text like[cd] \"pattern\"",
      "Whether a whole text fits: `*` is any characters, `?` one, `\\` takes the next as it is.",
      "fetch Budget where name like \"*vaca?ion\""
    ),
    .init(
      .operator,
      ["matches", "regex"],
      "text matches[cd] /pattern/   text matches \"pattern\"",
      "Whether a regular expression is found anywhere in a text: `^` and `$` are its ends, "
        + "`.` is any character but a line end, `(?i)`, `(?m)` and `(?s)` change that.",
      "fetch Budget where name matches /^S.*(l|n)$/"
    ),
  ]

  private static let membership: [LanguageTopic] = [
    .init(
      .operator,
      ["in", "..."],
      "a in [x, y]   a in low...high   a in low..<high   record in (Model where …)",
      "Whether a value is in a list or a range, or a record among those of a query.",
      "fetch Expense where budget in (Budget where limit < 300) and quantity in 2...5"
    ),
    .init(
      .operator,
      ["any", "all", "none"],
      "any path op value   any(path where condition)",
      "Whether a condition holds for any, all or none of the records of a relationship.",
      "fetch Budget where any(expenses where amount > 100 and quantity > 1)"
    ),
  ]

  private static let arithmetic: [LanguageTopic] = [
    .init(
      .operator,
      ["+", "-"],
      "a + b   a - b   text + text   date + 7 days",
      "Adds and subtracts numbers, joins texts, moves dates; nil gives nil.",
      "fetch Budget select name, limit - spent as left"
    ),
    .init(
      .operator,
      ["*", "/", "%"],
      "a * b   a / b   a % b",
      "Multiplies and divides; Ints divide to whole numbers, by zero to nil.",
      "= 7 / 2 + 7 % 2"
    ),
    .init(
      .operator,
      [".", "?.", "path"],
      "budget.name   budget?.name",
      "Reads an attribute of a record that a relationship leads to; nil without one.",
      "fetch Expense select name, budget.name limit 5"
    ),
  ]
}
