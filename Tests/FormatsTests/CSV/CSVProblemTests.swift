import Testing

@testable import Formats

struct CSVProblemTests {
  /// A text, and the lines that report its errors.
  typealias Problem = FileCase

  @Test(arguments: [
    Problem("", "file: error: the file is empty"),
    Problem("\u{FEFF}", "file: error: the file is empty"),
    Problem("\n\n", "file: error: the file is empty"),
    Problem("a,b\n1,2\n3\n", "file:3:2: error: 1 field where 2 are expected"),
    Problem("a,b\n1,2\n1,2,3\n", "file:3:5: error: 3 fields where only 2 fit"),
    Problem(
      "a,b\n\"x\r\ny\",\"z\n\"\n1\n",
      "file:5:2: error: 1 field where 2 are expected"
    ),
    Problem("a,b\n1,\"2\n3,4\n", "file:2:3: error: unclosed quote"),
    Problem("a,\"b\n1,2\n", "file:1:3: error: unclosed quote"),
    Problem(
      "a,b\nxé,\"2\"x\n",
      "file:2:7: error: text after the closing quote (a quote inside a field is doubled)"
    ),
    Problem("a\rb\rc,d\r", "file:3:3: error: 2 fields where only 1 fit"),
    Problem("a,b\n1,\u{0}2\n", "file:2:3: error: a NUL character cannot be stored"),
    Problem("a\u{0},b\n", "file:1:2: error: a NUL character cannot be stored"),
    Problem("\u{FEFF}a,b\n1\n", "file:2:2: error: 1 field where 2 are expected"),
    Problem("\u{FEFF}a\u{0},b\n1\n", "file:1:2: error: a NUL character cannot be stored"),
  ])
  func problemsAreReportedWithTheirPosition(_ problem: Problem) {
    let options = ReadingOptions(delimiter: UInt8(ascii: ","))
    #expect(failure(problem.text, as: .csv, options) == problem.expected)
  }

  @Test func invalidUTF8IsAProblemInHeaderAndRecords() {
    #expect(
      failure(bytes: [97, 44, 98, 10, 49, 44, 0xC3, 10]) == [
        "file:2:3: error: this is not valid UTF-8"
      ]
    )
    #expect(failure(bytes: [0xFF, 10, 49]) == ["file:1:1: error: this is not valid UTF-8"])
  }

  @Test(arguments: [1, 5])
  func problemsOfAllKindsAreInOrder(fieldsPerBlock: Int) {
    var options = ReadingOptions(delimiter: UInt8(ascii: ","))
    options.fieldsPerBlock = fieldsPerBlock
    let text = Array("a,b\n1,".utf8) + [0xFF] + Array("\n1\n1,\"2\"3\n1,2\n1,2,3\n".utf8)
    #expect(
      failure(bytes: text, as: .csv, options) == [
        "file:2:3: error: this is not valid UTF-8",
        "file:3:2: error: 1 field where 2 are expected",
        "file:4:6: error: text after the closing quote (a quote inside a field is doubled)",
        "file:6:5: error: 3 fields where only 2 fit",
      ]
    )
  }

  @Test(arguments: [1, 3])
  func firstTwentyAreListedAndTheRestCounted(stripeCount: Int) {
    var options = ReadingOptions()
    options.stripeCount = stripeCount
    let text = "a,b\n" + String(repeating: "1,2\n3\n", count: 50)
    let lines = failure(text, as: .csv, options)
    let expected = (0..<20).map { "file:\(3 + 2 * $0):2: error: 1 field where 2 are expected" }
    #expect(lines == expected + ["… and 30 more"])
  }

  @Test(arguments: ["\"", "\n", "\r"])
  func unsuitableDelimitersAreRejected(delimiter: String) {
    let options = ReadingOptions(delimiter: delimiter.utf8.first)
    #expect(
      failure("a\n", as: .csv, options) == [
        "file: error: the delimiter must be an ASCII character other than a quote or a line end"
      ]
    )
  }
}
