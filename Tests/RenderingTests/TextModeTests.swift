import Model
import Rendering
import Testing

/// Markdown, HTML, lists and boxes.
@Suite struct TextModeTests {
  private let rows = TestRows(
    [("na|me", .string), ("n <x>", .int)],
    [
      [.string("a|b *c* `d` <e> & \\"), .int(1)], [.string("two\nlines"), .null],
      [.string(""), .int(-3)], [.null, .int(0)], [.string("\u{1B}[1m\ttab"), .int(2)],
    ]
  )

  @Test func markdownIsEscaped() throws {
    #expect(
      try printed(rows, mode: "markdown") == #"""
        | na\|me | n &lt;x&gt; |
        | --- | ---: |
        | a\|b \*c\* \`d\` &lt;e&gt; &amp; \\ | 1 |
        | two<br>lines | nil |
        | "" | -3 |
        | nil | 0 |
        | \\u{1B}\[1m\\ttab | 2 |


        """#
    )
  }

  @Test func operatorsWithCombiningMarksAreEscaped() throws {
    let rows = TestRows([("n", .string)], [[.string("a|\u{301}b <\u{338} *\u{301}")]])
    #expect(
      try printed(rows, mode: "markdown").contains("| a\\|\u{301}b &lt;\u{338} \\*\u{301} |")
    )
    #expect(try printed(rows, mode: "html").contains("<td>a|\u{301}b &lt;\u{338} *\u{301}</td>"))
  }

  @Test func htmlIsEscaped() throws {
    #expect(
      try printed(rows, mode: "html") == #"""
        <table>
        <thead>
        <tr><th>na|me</th><th>n &lt;x&gt;</th></tr>
        </thead>
        <tbody>
        <tr><td>a|b *c* `d` &lt;e&gt; &amp; \</td><td class="number">1</td></tr>
        <tr><td>two<br>lines</td><td class="nil">nil</td></tr>
        <tr><td>&quot;&quot;</td><td class="number">-3</td></tr>
        <tr><td class="nil">nil</td><td class="number">0</td></tr>
        <tr><td>\u{1B}[1m\ttab</td><td class="number">2</td></tr>
        </tbody>
        </table>

        """#
    )
  }

  @Test func listsAreUnquotedButEscapedOnATerminal() throws {
    var context = RenderingContext()
    context.nullText = ""
    let text = try printed(rows, mode: "list", in: context)
    #expect(text == "a|b *c* `d` <e> & \\|1\ntwo\nlines|\n|-3\n|0\n\u{1B}[1m\ttab|2\n")
    context.isTerminal = true
    #expect(try printed(rows, mode: "list", in: context).hasSuffix("\\u{1B}[1m\\ttab|2\n"))
  }

  @Test func nothingIsSkipped() throws {
    let many = TestRows([("n", .int)], (0..<5000).map { [.int(Int64($0))] })
    for (mode, extra) in [("markdown", 2), ("html", 7), ("list", 0)] {
      let text = try printed(many, mode: mode, in: RenderingContext(width: 20))
      #expect(text.split(separator: "\n").count == 5000 + extra)
    }
  }

  @Test func boxesWrapWhatTablesTruncate() throws {
    let rows = TestRows(
      [("text", .string), ("n", .int)],
      [
        [.string("short"), .int(1)], [.string("a long text of words that go on"), .int(22)],
        [.string("東京東京東京東京東京東京"), .int(3)],
      ]
    )
    #expect(
      try printed(rows, mode: "box", in: RenderingContext(width: 24)) == """
        ┌─────────────────┬────┐
        │ text            │  n │
        ├─────────────────┼────┤
        │ short           │  1 │
        ├─────────────────┼────┤
        │ a long text of  │ 22 │
        │ words that go   │    │
        │ on              │    │
        ├─────────────────┼────┤
        │ 東京東京東京東  │  3 │
        │ 京東京東京      │    │
        └─────────────────┴────┘
        3 rows

        """
    )
    let wide = try printed(rows, mode: "box")
    #expect(wide.contains("│ a long text of words that go on │ 22 │\n│ 東京"))
  }

  @Test func columnsHaveLimits() throws {
    var context = RenderingContext()
    context.columnLimits = ["note": 6, "name": 3]
    let text = try printed(awkwardRows, in: context)
    #expect(text.contains("│ na… │  limit │ note   │ created "))
    #expect(text.contains("│ Va… │  500.0 │ nil    │ 1970-01-01 "))
    #expect(text.contains("│ 東… │ 1250.5 │ two\\n… │"))
  }

  @Test func wideSingleRecordIsPrintedAsLines() throws {
    let rows = TestRows(
      (1...9).map { ("column\($0)", .string) },
      [(1...9).map { .string("value \($0)") }]
    )
    let text = try printed(rows, in: RenderingContext(width: 60))
    #expect(text.hasPrefix("column1: value 1\ncolumn2: value 2\n"))
    #expect(try printed(rows, in: RenderingContext(width: 200)).hasPrefix("╭"))
  }
}
