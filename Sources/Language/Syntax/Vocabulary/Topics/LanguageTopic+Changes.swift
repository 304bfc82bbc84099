extension LanguageTopic {
  /// Statements that change records, and what goes with them.
  static let changing: [LanguageTopic] = [
    statement(
      ["update", "set"],
      "update Model where … set property = value, list += …, list -= …",
      "Sets properties of the records that are found; without `where` it is `update all Model`.",
      "update Budget where name == \"Rent\" set limit = limit * 1.1, owner = \"Zoë\""
    ),
    statement(
      ["upsert"],
      "upsert Model [by (attribute, …)] name: value, …",
      "Changes the record that has the same unique key, or inserts one where none has.",
      "upsert Budget name: \"Rent\", limit: 1500"
    ),
    statement(
      ["delete"],
      "delete Model where …   delete all Model",
      "Deletes records, with what their delete rules say of those behind relationships.",
      "delete Budget where spent > limit"
    ),
    statement(
      ["preview"],
      "preview insert|update|upsert|delete|generate|migrate …",
      "Shows what a statement would do, and what would be in its way; nothing is changed.",
      "preview delete Budget where name ~ \"vac\""
    ),
    statement(
      ["generate"],
      "generate number Model [seed number]",
      "Makes plausible records within the rules of their model; a seed makes the same ones again.",
      "generate 100 User seed 7"
    ),
    statement(
      ["undo", "redo"],
      "undo   redo",
      "Takes the last statement back, saved or not; `redo` makes it again.",
      "delete all Expense; undo; redo"
    ),
    statement(
      ["begin", "save", "rollback", "changes"],
      "begin   changes   save   rollback",
      "Lets changes wait until `save` or `rollback`; `changes` lists those that wait.",
      "begin; update all Budget set limit += 1; changes; save; begin; rollback"
    ),
    statement(
      ["autosave"],
      "autosave [on|off]",
      "Says whether each statement is saved when it ends; `on` saves what waits.",
      "autosave"
    ),
    statement(
      ["history"],
      "history [Model where …] [since time]",
      "Tells what was changed and saved, with old and new values; files that Martlet made keep it.",
      "update Budget where name == \"Rent\" set limit = 1500; history Budget since today"
    ),
  ]

  /// What models say of what must hold.
  static let constraints: [LanguageTopic] = [
    .init(
      .declaration,
      ["check"],
      "check condition [else \"what is wrong\"]",
      "A rule that every record fulfils; it may read computed and related values.",
      "model Loan { amount: Double, check amount > 0 else \"a loan is of some money\" }"
    ),
    .init(
      .declaration,
      ["index"],
      "unique (attribute, …)   index (attribute, …)",
      "Several attributes that no two records share together, or by which they are looked up.",
      "model Seat { row: Int, number: Int, unique (row, number), index (row) }"
    ),
    .init(
      .declaration,
      ["bounds", "was"],
      "name: [Model](1...10)   name: Type was oldName",
      "How many records a relationship may have; what a member was called before.",
      "model Crew { name: String, helpers: [Crew](0...3) }"
    ),
  ]
}
