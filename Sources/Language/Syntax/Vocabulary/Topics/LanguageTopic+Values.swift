/// Values, and what is declared of attributes.
extension LanguageTopic {
  static let values: [LanguageTopic] = [
    .init(
      .value,
      ["nil", "null"],
      "nil",
      "No value: it equals itself only, sorts first, and is in no order with values.",
      "fetch Budget where owner == nil"
    ),
    .init(
      .value,
      ["true", "false", "bool"],
      "true   false",
      "The two values of a condition.",
      "= true and not false"
    ),
    .init(
      .value,
      ["now", "today"],
      "now   today",
      "The moment at which the statement began, and the start of its day.",
      "count Expense where date < today - 30 days"
    ),
    .init(
      .value,
      ["self", "@id"],
      "self   @id   Model#3",
      "The record itself, as its identity: it is compared with another record.",
      "fetch Budget where self == Budget#3"
    ),
    .init(
      .value,
      ["@inverse"],
      "@inverse(Model.relationship)",
      "The records that lead here by a relationship without a declared inverse.",
      "fetch Budget select name, count(@inverse(Expense.budget)) as n"
    ),
    .init(
      .value,
      ["days", "day", "duration", "seconds", "minutes", "hours", "weeks", "months", "years"],
      "7 days   $n weeks   (…) months",
      "A span of time, added to a date or compared with the difference of two; "
        + "seconds to weeks are exact, months and years those of the calendar.",
      "= 2026-01-31 + 1 month"
    ),
    .init(
      .value,
      ["text", "string"],
      "\"text\"   'text'",
      "Characters in quotes; the escapes are \\n \\t \\r \\\\ \\\" \\' \\u{1F600}.",
      "= \"Zoë\" + ' ' + \"\\u{1F600}\""
    ),
    .init(
      .value,
      ["name", "backtick", "`"],
      "`a name`",
      "Any characters as a name, where a word alone would not do.",
      "fetch Budget select limit as `with VAT` limit 1"
    ),
    .init(
      .value,
      ["list", "["],
      "[1, 2, nil]",
      "Several values, as `in` takes them and attributes of a type in brackets hold them.",
      "fetch Budget where owner in [\"Zoë\", nil]"
    ),
    .init(
      .value,
      ["$", "parameter"],
      "$name",
      "A value that `.params name value` gives; in the shell it is asked for.",
      "let above(least: Double) = fetch Budget where limit > $least"
    ),
  ]

  static let declarations: [LanguageTopic] = [
    .init(
      .declaration,
      ["type", "types", "int", "double", "decimal", "date", "uuid", "data"],
      "name: Bool|Int|Double|Decimal|String|Date|UUID|Data|Enum|Struct|[Type][?]",
      "The type of an attribute; `?` lets it be nil, brackets make it an array.",
      "model Point { x: Double, y: Double?, tags: [String] = [] }"
    ),
    .init(
      .declaration,
      ["unique"],
      "name: Type unique",
      "No two records may have the same value.",
      "model Tag { name: String unique }"
    ),
    .init(
      .declaration,
      ["relationship", "inverse", "ordered", "cascade", "nullify", "deny", "no action"],
      "name: Model?   name: [Model] [ordered] [cascade|nullify|deny|no action] [inverse name]",
      "Leads to one record or many; both sides agree, and a word says what deleting does.",
      "model Member { name: String, mentor: Member?, pupils: [Member] cascade inverse mentor }"
    ),
    .init(
      .declaration,
      ["display"],
      "display attribute",
      "Says by which attribute a record is shown where a relationship leads to it.",
      "model Tool { code: String, title: String, display title }"
    ),
  ]
}
