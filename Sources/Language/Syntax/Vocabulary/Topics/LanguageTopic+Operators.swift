/// Operators from weak to strong.
extension LanguageTopic {
  static let operators: [LanguageTopic] = logic + comparisons + texts + membership + arithmetic

  private static let logic: [LanguageTopic] = [
    operation(
      ["if", "then", "else"],
      "if condition then value else value",
      "Chooses between two values; `else` is required.",
      "fetch Budget select name, if limit > 700 then \"large\" else \"small\" as size"
    ),
    operation(
      ["or", "||"],
      "a or b",
      "True if either condition is true.",
      "fetch Budget where owner is nil or spent > limit"
    ),
    operation(
      ["and", "&&"],
      "a and b",
      "True if both conditions are true.",
      "fetch Budget where limit > 300 and limit < 600"
    ),
    operation(
      ["not", "!"],
      "not condition   a not in b   a is not nil",
      "Negates a condition, or an operator such as `in`.",
      "fetch Budget where not (limit > 500) and name not like \"S*\""
    ),
  ]

  private static let comparisons: [LanguageTopic] = [
    operation(
      ["==", "=", "!=", "<>"],
      "a == b   a != b",
      "Equal or unequal; nil equals only nil.",
      "fetch Budget where owner != \"Zoë\""
    ),
    operation(
      ["<", "<=", ">", ">=", "=<", "=>"],
      "a < b   a <= b   a > b   a >= b",
      "Compares numbers, strings and dates; false if either side is nil.",
      "fetch Expense where date >= 2026-11-01 and amount > 20"
    ),
    operation(
      ["is", "is nil", "is not nil", "is not"],
      "a is nil   a is not nil   self is Model",
      "Tests for nil, or for a record's model.",
      "fetch Budget where owner is not nil"
    ),
    operation(
      ["between"],
      "a between low and high",
      "Tests whether a value is in a range, including both ends.",
      "fetch Budget where limit between 300 and 500"
    ),
    operation(
      ["??"],
      "a ?? b",
      "The left value, or the right one if the left is nil.",
      "fetch Budget select name, owner ?? \"nobody\" as owner"
    ),
  ]

  private static let texts: [LanguageTopic] = [
    operation(
      ["~", "!~"],
      "text ~ part   text !~ part",
      "Tests whether a string contains another, ignoring case and accents.",
      "fetch Budget where name ~ \"VACATION\""
    ),
    operation(
      ["=~"],
      "text =~ other",
      "Tests whether two strings are equal, ignoring case and accents.",
      "fetch Budget where owner =~ \"zoe\""
    ),
    operation(
      ["contains", "[c]", "[d]", "[cd]"],
      "text contains[cd] part",
      "Tests whether a string contains another; `[c]` ignores case, `[d]` accents.",
      "fetch Expense where name contains[c] \"CAR\""
    ),
    operation(
      ["starts with", "starts", "beginswith"],
      "text starts with[cd] part",
      "Tests whether a string starts with another.",
      "fetch Budget where name starts with \"S\""
    ),
    operation(
      ["ends with", "ends", "endswith"],
      "text ends with[cd] part",
      "Tests whether a string ends with another.",
      "fetch Budget where name ends with[c] \"VACATION\""
    ),
    operation(
      ["like"],
      "text like[cd] \"pattern\"",
      "Matches a whole string against a pattern: `*` matches any characters, `?` a single one, `\\` escapes the next.",
      "fetch Budget where name like \"*vaca?ion\""
    ),
    operation(
      ["matches", "regex"],
      "text matches[cd] /pattern/   text matches \"pattern\"",
      "Searches a string for a regular expression: `^` and `$` match its ends, "
        + "`.` any character except a line end; `(?i)`, `(?m)` and `(?s)` change that.",
      "fetch Budget where name matches /^S.*(l|n)$/"
    ),
  ]

  private static let membership: [LanguageTopic] = [
    operation(
      ["in", "..."],
      "a in [x, y]   a in low...high   a in low..<high   record in (Model where …)",
      "Tests whether a value is in a list or a range, or a record in the result of a query.",
      "fetch Expense where budget in (Budget where limit < 300) and quantity in 2...5"
    ),
    operation(
      ["any", "all", "none"],
      "any path op value   any(path where condition)",
      "Tests whether any, all or none of the related records satisfy a condition.",
      "fetch Budget where any(expenses where amount > 100 and quantity > 1)"
    ),
  ]

  private static let arithmetic: [LanguageTopic] = [
    operation(
      ["+", "-"],
      "a + b   a - b   text + text   date + 7 days",
      "Adds and subtracts numbers, joins strings, moves dates. With nil, the result is nil.",
      "fetch Budget select name, limit - spent as left"
    ),
    operation(
      ["*", "/", "%"],
      "a * b   a / b   a % b",
      "Multiplies and divides. Dividing Ints gives an Int; dividing by zero gives nil.",
      "= 7 / 2 + 7 % 2"
    ),
    operation(
      [".", "?.", "path"],
      "budget.name   budget?.name",
      "Reads an attribute of the related record; nil if there is none.",
      "fetch Expense select name, budget.name limit 5"
    ),
  ]
}
