import TestSupport
import Testing

@testable import Formats

@Suite struct ColumnNamesTests {
  @Test(arguments: [
    (["a", "a", "a_2", "", "a"], ["a", "a_3", "a_2", "column4", "a_4"]),
    (["", "column1", ""], ["column1_2", "column1", "column3"]),
    (["a_2", "a", "a", "a_2"], ["a_2", "a", "a_3", "a_2_2"]),
  ])
  func namesAreMadeToDiffer(names: [String], expected: [String]) {
    #expect(ColumnNames.completed(names) == expected)
  }

  @Test func manyEqualNamesTakeNoLonger() {
    let (seconds, names) = secondsOfWork {
      ColumnNames.completed(Array(repeating: "c", count: 200_000))
    }
    #expect(names.last == "c_200000")
    #expect(seconds < 20)
  }
}
