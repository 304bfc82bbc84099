/// Values and attribute declarations.
extension LanguageTopic {
  static let values: [LanguageTopic] = [
    value(
      ["nil", "null"],
      "nil",
      "No value. It equals only itself and sorts first; ordering comparisons with nil are false.",
      "fetch Budget where owner == nil"
    ),
    value(
      ["true", "false", "bool"],
      "true   false",
      "The two Bool values.",
      "= true and not false"
    ),
    value(
      ["now", "today"],
      "now   today",
      "The time at which the statement started, and the start of that day.",
      "count Expense where date < today - 30 days"
    ),
    value(
      ["self", "@id"],
      "self   @id   Model#3",
      "The record itself; compare it with another record.",
      "fetch Budget where self == Budget#3"
    ),
    value(
      ["@inverse"],
      "@inverse(Model.relationship)",
      "The records that reference this one through a relationship without a declared inverse.",
      "fetch Budget select name, count(@inverse(Expense.budget)) as n"
    ),
    value(
      ["days", "day", "duration", "seconds", "minutes", "hours", "weeks", "months", "years"],
      "7 days   $n weeks   (…) months",
      "A duration, to add to a date or to compare with the difference of two dates; "
        + "seconds to weeks are exact, months and years follow the calendar.",
      "= 2026-01-31 + 1 month"
    ),
    value(
      ["text", "string"],
      "\"text\"   'text'",
      "A string; the escapes are \\n \\t \\r \\\\ \\\" \\' \\u{1F600}.",
      "= \"Zoë\" + ' ' + \"\\u{1F600}\""
    ),
    value(
      ["name", "backtick", "`"],
      "`a name`",
      "A name with any characters.",
      "fetch Budget select limit as `with VAT` limit 1"
    ),
    value(
      ["list", "["],
      "[1, 2, nil]",
      "A list, for `in` and for array attributes.",
      "fetch Budget where owner in [\"Zoë\", nil]"
    ),
    value(
      ["$", "parameter"],
      "$name",
      "A parameter. `--param name=value` or `.params name value` sets it.",
      "let above(minimum: Double) = fetch Budget where limit > $minimum"
    ),
  ]

  static let declarations: [LanguageTopic] = [
    declaration(
      ["type", "types", "int", "double", "decimal", "date", "uuid", "data"],
      "name: Bool|Int|Double|Decimal|String|Date|UUID|Data|Enum|Struct|[Type][?]",
      "The type of an attribute; `?` allows nil, brackets declare an array.",
      "model Point { x: Double, y: Double?, tags: [String] = [] }"
    ),
    declaration(
      ["unique"],
      "name: Type unique",
      "No two records can have the same value.",
      "model Tag { name: String unique }"
    ),
    declaration(
      ["relationship", "inverse", "ordered", "cascade", "nullify", "deny", "no action"],
      "name: Model?   name: [Model] [ordered] [cascade|nullify|deny|no action] [inverse name]",
      "A relationship to one record or many. Both sides stay in sync, and a keyword sets the delete rule.",
      "model Member { name: String, mentor: Member?, pupils: [Member] cascade inverse mentor }"
    ),
    declaration(
      ["display"],
      "display attribute",
      "The attribute that represents a record in the results of other models.",
      "model Tool { code: String, title: String, display title }"
    ),
  ]
}
