import Model
import Rendering
import Testing

@Suite struct TableModeTests {
  @Test(arguments: [nil, 80, 200])
  func nothingIsTruncatedIfItFits(width: Int?) throws {
    #expect(
      try printed(awkwardRows, in: RenderingContext(width: width)) == #"""
        ╭──────────────┬────────┬───────────────────────┬──────────────────────────╮
        │ name         │  limit │ note                  │ created                  │
        ├──────────────┼────────┼───────────────────────┼──────────────────────────┤
        │ Vacation     │  500.0 │ nil                   │ 1970-01-01               │
        │ 東京 trip    │ 1250.5 │ two\nlines\tand a tab │ 2024-07-01 12:30:00.500Z │
        │ 👩‍👩‍👧 family 🇳🇴 │    nil │ ""                    │ nil                      │
        │ 1️⃣ été       │    0.0 │ \u{1B}[31mred\u{7}    │ nil                      │
        │ "nil"        │  -3.25 │ "nil"                 │ nil                      │
        ╰──────────────┴────────┴───────────────────────┴──────────────────────────╯
        5 rows

        """#
    )
  }

  @Test func atSixtyTheWidestShrink() throws {
    #expect(
      try printed(awkwardRows, in: RenderingContext(width: 60)) == #"""
        ╭───────────┬────────┬──────────┬──────────────────────────╮
        │ name      │  limit │ note     │ created                  │
        ├───────────┼────────┼──────────┼──────────────────────────┤
        │ Vacation  │  500.0 │ nil      │ 1970-01-01               │
        │ 東京 trip │ 1250.5 │ two\nli… │ 2024-07-01 12:30:00.500Z │
        │ 👩‍👩‍👧 famil… │    nil │ ""       │ nil                      │
        │ 1️⃣ été    │    0.0 │ \u{1B}[… │ nil                      │
        │ "nil"     │  -3.25 │ "nil"    │ nil                      │
        ╰───────────┴────────┴──────────┴──────────────────────────╯
        5 rows

        """#
    )
  }

  @Test func atFortyAColumnIsHidden() throws {
    #expect(
      try printed(awkwardRows, in: RenderingContext(width: 40)) == #"""
        ╭──────────────┬────────┬──────────────╮
        │ name         │  limit │ note         │
        ├──────────────┼────────┼──────────────┤
        │ Vacation     │  500.0 │ nil          │
        │ 東京 trip    │ 1250.5 │ two\nlines\… │
        │ 👩‍👩‍👧 family 🇳🇴 │    nil │ ""           │
        │ 1️⃣ été       │    0.0 │ \u{1B}[31mr… │
        │ "nil"        │  -3.25 │ "nil"        │
        ╰──────────────┴────────┴──────────────╯
        5 rows
        1 column hidden: created (.mode line
        shows it)

        """#
    )
  }

  @Test func atTwentyOneColumnRemains() throws {
    #expect(
      try printed(awkwardRows, in: RenderingContext(width: 20)) == """
        ╭──────────────╮
        │ name         │
        ├──────────────┤
        │ Vacation     │
        │ 東京 trip    │
        │ 👩‍👩‍👧 family 🇳🇴 │
        │ 1️⃣ été       │
        │ "nil"        │
        ╰──────────────╯
        5 rows
        3 columns hidden:
        limit, note, created
        (.mode line shows
        them)

        """
    )
  }

  @Test func headTailAndTimeInASCII() throws {
    var context = RenderingContext(width: 60, usesUnicode: false)
    context.elapsed = .microseconds(412)
    context.maxRows = 3
    #expect(
      try printed(awkwardRows, in: context) == #"""
        +-----------+--------+----------+--------------------------+
        | name      |  limit | note     | created                  |
        +-----------+--------+----------+--------------------------+
        | Vacation  |  500.0 | nil      | 1970-01-01               |
        | 東京 trip | 1250.5 | two\n... | 2024-07-01 12:30:00.500Z |
        | ...       |    ... | ...      | ...                      |
        | "nil"     |  -3.25 | "nil"    | nil                      |
        +-----------+--------+----------+--------------------------+
        5 rows (3 shown; .last shows all) in 0.4 ms

        """#
    )
  }

  @Test func colorsDistinguishNil() throws {
    let rows = TestRows([("a", .string)], [[.null], [.string("nil")]])
    let text = try printed(rows, in: RenderingContext(width: 80, usesColor: true))
    let lines = text.split(separator: "\n")
    #expect(lines[1] == "\u{1B}[2m│\u{1B}[0m \u{1B}[1ma\u{1B}[0m     \u{1B}[2m│\u{1B}[0m")
    #expect(lines[3] == "\u{1B}[2m│\u{1B}[0m \u{1B}[2mnil\u{1B}[0m   \u{1B}[2m│\u{1B}[0m")
    #expect(lines[4] == "\u{1B}[2m│\u{1B}[0m \"nil\" \u{1B}[2m│\u{1B}[0m")
  }

  @Test(arguments: [
    (1, 40, "1 row"), (40, 40, "40 rows"), (41, 40, "41 rows (40 shown; .last shows all)"),
    (1000, 40, "1,000 rows (40 shown; .last shows all)"),
    (5, 0, "5 rows (0 shown; .last shows all)"), (5, -3, "5 rows (0 shown; .last shows all)"),
    (5, 1, "5 rows (1 shown; .last shows all)"),
  ])
  func footerCounts(count: Int, maxRows: Int, footer: String) throws {
    let rows = TestRows([("n", .int)], (0..<count).map { [.int(Int64($0))] })
    var context = RenderingContext(width: 80)
    context.maxRows = maxRows
    let lines = try printed(rows, in: context).split(separator: "\n")
    #expect(lines.last.map(String.init) == footer)
    let shown = min(count, max(0, maxRows))
    #expect(lines.count == 5 + shown + (shown < count ? 1 : 0))
  }

  @Test func aPipeGetsAllRows() throws {
    let rows = TestRows([("n", .int)], (0..<5000).map { [.int(Int64($0))] })
    let lines = try printed(rows).split(separator: "\n")
    #expect(lines.count == 5005)
    #expect(lines[4502] == "│ 4499 │")
    #expect(lines.last == "5,000 rows")
  }

  @Test func noRowsNoBox() throws {
    #expect(try printed(TestRows([("n", .int)], [])) == "no rows\n")
    #expect(try printed(TestRows([], [[], []])) == "2 rows\n")
  }

  @Test func hiddenColumnsAreReported() throws {
    let rows = TestRows(
      (0..<40).map { ("column\($0)", .string) },
      [.null, .null].map { Array(repeating: $0, count: 40) }
    )
    let text = try printed(rows, in: RenderingContext(width: 60))
    #expect(text.contains("35 columns hidden: column5, column6,"))
    #expect(text.contains("column12, and 27 more"))
  }

  @Test func headersAreEscaped() throws {
    let rows = TestRows([("a\u{1B}[1m\n", .string)], [[.string("x")]])
    #expect(try printed(rows).contains(#"│ a\u{1B}[1m\n │"#))
  }

  @Test func writingCanBeInterrupted() throws {
    struct Stop: Error {}
    let rows = TestRows([("n", .int)], (0..<20_000).map { [.int(Int64($0))] })
    let table = try #require(humanOutputModes.first)
    var pieces = 0
    #expect(throws: Stop.self) {
      try table.render(rows, in: RenderingContext()) { _ in
        pieces += 1
        throw Stop()
      }
    }
    #expect(pieces == 1)
  }
}

@Suite struct ShrinkingDateTests {
  /// Strings shrink before dates, as `history` needs on 80 columns.
  @Test func stringsShrinkBeforeDates() throws {
    let moment = Value.date(Timestamp(microseconds: 1_719_837_000_000_000))
    let rows = TestRows(
      [("time", .date), ("change", .string), ("old", .string)],
      [[moment, .string("updated"), .string(String(repeating: "long ", count: 12))]]
    )
    let text = try printed(rows, in: RenderingContext(width: 60))
    #expect(text.contains("│ 2024-07-01 12:30:00Z │ updated │ long"), "\(text)")
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 60 }, "\(text)")
  }
}
