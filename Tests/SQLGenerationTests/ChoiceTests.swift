import Testing

@testable import SQLGeneration

/// Values by their codes, including no values: SQL has no `CASE` without a `WHEN`.
@Suite struct ChoiceTests {
  @Test func choiceWithoutCasesIsNull() {
    #expect(SQLFragment.choice(by: SQLFragment("a"), of: []).text == "NULL")
    #expect(LabeledColumn(column: SQLFragment("a"), labels: [:]).text.text == "NULL")
  }

  @Test func choicesOfAnErrorAreListed() {
    let column = LabeledColumn(column: SQLFragment("a"), labels: [2: "two", 1: "one"])
    #expect(column.text.text == "CASE a WHEN 1 THEN ? WHEN 2 THEN ? END")
  }
}
