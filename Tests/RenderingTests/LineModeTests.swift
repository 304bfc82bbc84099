import Model
import Rendering
import Testing

@Suite struct LineModeTests {
  @Test func namesAreAlignedAndNotTruncated() throws {
    let expected = #"""
         name: Vacation
        limit: 500.0
         note: nil
      created: 1970-01-01

         name: 東京 trip
        limit: 1250.5
         note: two\nlines\tand a tab
      created: 2024-07-01 12:30:00.500Z

         name: 👩‍👩‍👧 family 🇳🇴
        limit: nil
         note: ""
      created: nil

         name: 1️⃣ été
        limit: 0.0
         note: \u{1B}[31mred\u{7}
      created: nil

         name: "nil"
        limit: -3.25
         note: "nil"
      created: nil

      """#
    #expect(try printed(awkwardRows, mode: "line") == expected)
    let terminal = RenderingContext(width: 20)
    #expect(try printed(awkwardRows, mode: "line", in: terminal) == expected + "\n5 rows\n")
  }

  @Test func headAndTail() throws {
    let rows = TestRows([("n", .int)], (0..<5).map { [.int($0)] })
    var context = RenderingContext(width: 20)
    context.maxRows = 3
    let text = try printed(rows, mode: "line", in: context)
    #expect(text == "n: 0\n\nn: 1\n\n…\n\nn: 4\n\n5 rows (3 shown;\n.last shows all)\n")
    context.maxRows = 0
    #expect(
      try printed(rows, mode: "line", in: context) == "…\n5 rows (0 shown;\n.last shows all)\n"
    )
  }

  @Test func manyBatches() throws {
    let rows = TestRows([("n", .int)], (0..<3000).map { [.int($0)] })
    let expected = (0..<3000).map { "n: \($0)\n" }.joined(separator: "\n")
    #expect(try printed(rows, mode: "line") == expected)
  }

  @Test func noRows() throws {
    #expect(try printed(TestRows([("n", .int)], []), mode: "line") == "no rows\n")
  }
}
