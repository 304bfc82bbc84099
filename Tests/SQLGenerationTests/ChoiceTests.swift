import Testing

@testable import SQLGeneration

/// Values by what stands for them, where there may be none: SQL has no `CASE` without a `WHEN`.
@Suite struct ChoiceTests {
  @Test func aChoiceOfNothingIsNull() {
    #expect(SQLFragment.choice(by: SQLFragment("a"), of: []).text == "NULL")
    #expect(LabelledColumn(column: SQLFragment("a"), labels: [:]).text.text == "NULL")
  }

  @Test func aChoiceNamesEach() {
    let column = LabelledColumn(column: SQLFragment("a"), labels: [2: "two", 1: "one"])
    #expect(column.text.text == "CASE a WHEN 1 THEN ? WHEN 2 THEN ? END")
  }
}
