extension LanguageTopic {
  /// Statements that change records, and related ones.
  static let changing: [LanguageTopic] = [
    statement(
      ["update", "set"],
      "update Model where … set property = value, list += …, list -= …",
      "Changes the records that satisfy the condition; to change all, write `update all Model`.",
      "update Budget where name == \"Rent\" set limit = limit * 1.1, owner = \"Zoë\""
    ),
    statement(
      ["upsert"],
      "upsert Model [by (attribute, …)] name: value, …",
      "Updates the record with the same unique key, or inserts a new one.",
      "upsert Budget name: \"Rent\", limit: 1500"
    ),
    statement(
      ["delete"],
      "delete Model where …   delete all Model",
      "Deletes records, and applies the delete rules of their relationships.",
      "delete Budget where spent > limit"
    ),
    statement(
      ["preview"],
      "preview insert|update|upsert|delete|generate|migrate …",
      "Shows what a statement would change, and any errors, without changing anything.",
      "preview delete Budget where name ~ \"vac\""
    ),
    statement(
      ["generate"],
      "generate number Model [seed number]",
      "Creates sample records that satisfy the model's rules; a seed makes them reproducible.",
      "generate 100 User seed 7"
    ),
    statement(
      ["undo", "redo"],
      "undo   redo",
      "Reverts the last statement, saved or not; `redo` restores it.",
      "delete all Expense; undo; redo"
    ),
    statement(
      ["begin", "save", "rollback", "changes"],
      "begin   changes   save   rollback",
      "Collects changes until `save` or `rollback`; `changes` lists them.",
      "begin; update all Budget set limit += 1; changes; save; begin; rollback"
    ),
    statement(
      ["autosave"],
      "autosave [on|off]",
      "Shows or sets whether each statement is saved at once; `on` also saves pending changes.",
      "autosave"
    ),
    statement(
      ["history"],
      "history [Model where …] [since time]",
      "Lists saved changes with old and new values. Native stores keep their history.",
      "update Budget where name == \"Rent\" set limit = 1500; history Budget since today"
    ),
  ]

  /// Rules that models declare.
  static let constraints: [LanguageTopic] = [
    declaration(
      ["check"],
      "check condition [else \"what is wrong\"]",
      "A rule that every record must satisfy; it may use computed and related values.",
      "model Loan { amount: Double, check amount > 0 else \"a loan needs an amount\" }"
    ),
    declaration(
      ["index"],
      "unique (attribute, …)   index (attribute, …)",
      "A unique combination of attributes, or an index for faster lookup.",
      "model Seat { row: Int, number: Int, unique (row, number), index (row) }"
    ),
    declaration(
      ["bounds", "was"],
      "name: [Model](1...10)   name: Type was oldName",
      "How many records a relationship may have; a member's old name.",
      "model Crew { name: String, helpers: [Crew](0...3) }"
    ),
  ]
}
