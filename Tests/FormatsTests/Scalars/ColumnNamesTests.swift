import Storage
import Testing

@Suite struct ColumnNamesTests {
  @Test(arguments: [
    (["a", "a", "a_2", "", "a"], ["a", "a_3", "a_2", "column4", "a_4"]),
    (["", "column1", ""], ["column1_2", "column1", "column3"]),
    (["a_2", "a", "a", "a_2"], ["a_2", "a", "a_3", "a_2_2"]),
  ])
  func namesAreMadeUnique(names: [String], expected: [String]) {
    #expect(ColumnNames.completed(names) == expected)
  }

  /// A search from 2 on for each name would take hours.
  @Test(.timeLimit(.minutes(5))) func manyEqualNamesAreNotSlower() {
    let names = ColumnNames.completed(Array(repeating: "c", count: 1_000_000))
    #expect(names.last == "c_1000000")
  }
}
