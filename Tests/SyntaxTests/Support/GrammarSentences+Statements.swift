/// The rules of declarations and of statements that change something, as far as they say more than their notation.
extension GrammarSentences {
  // MARK: Declarations

  /// Each modifier occurs once.
  mutating func property() {
    rule("memberName")
    write(":")
    rule("type")
    if chance(20) { rule("relationshipBounds") }
    var modifiers = ["unique", "ordered", "inverse", "deleteRule", "defaultValue", "oldName"]
    modifiers.shuffle(using: &random)
    for modifier in modifiers where chance(25) {
      if ["unique", "ordered"].contains(modifier) { write(modifier) } else { rule(modifier) }
      if modifier == "unique", chance(20) { rule("matchOptions") }
    }
  }

  mutating func modelMember() {
    let kinds = [
      "property", "computedAttribute", "displayMember", "checkMember", "uniqueMember",
      "indexMember",
    ]
    rule(pick(kinds))
  }

  /// The least number comes first.
  mutating func relationshipBounds() {
    write("(", pick(["0", "1", "7"]), "...")
    if chance(50) { write(pick(["7", "1_000"])) }
    write(")")
  }

  // MARK: Changes

  /// The key occurs once.
  mutating func upsertStatement() {
    write("upsert")
    rule("entityName")
    let keyIsFirst = chance(30)
    if keyIsFirst { rule("upsertKey") }
    rule("insertedRecords")
    if !keyIsFirst, chance(30) { rule("upsertKey") }
  }

  /// Without a query, a `since` must not be taken for the name of a model.
  mutating func historyStatement() {
    write("history")
    let hasQuery = chance(50)
    if hasQuery { rule("query") }
    guard chance(50) else { return }
    write("since")
    rule("moment")
  }

  /// A moment begins with a value, so that `of` before it is not a name.
  mutating func moment() {
    write(pick(["yesterday", "2026-11-01", "3 hours ago", "save 12", "$moment", "now", "today"]))
  }

  /// The first word after `diff` must not be taken for the name of a model, nor its end for a part
  /// of the condition.
  mutating func diffStatement() {
    write("diff")
    if chance(50) { write("Budget") }
    rule("difference")
  }

  /// Clauses in any order, each at most once.
  mutating func importStatement() {
    write("import")
    rule("importSource")
    let clauses: [(inout GrammarSentences) -> Void] = [
      {
        $0.write("as")
        $0.rule("name")
      },
      {
        $0.write("at")
        $0.rule("filePath")
      },
      {
        $0.write("into")
        $0.rule("name")
      },
      {
        $0.write("map")
        $0.rule("mapClause")
      },
      {
        $0.write("key")
        $0.rule("keyClause")
      },
      {
        $0.write("key")
        $0.rule("keyClause")
      },
      {
        $0.write("updating")
        if $0.chance(50) { $0.rule("upsertKey") }
      },
      { $0.write("skip", "bad") },
    ]
    for clause in clauses.shuffled(using: &random) where chance(30) { clause(&self) }
  }
}
