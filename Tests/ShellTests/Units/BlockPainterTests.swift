import Diagnostics
import Platform
import Testing

@testable import Shell

@Suite struct BlockPainterTests {
  /// Texts behind a prompt of two columns, on ten, as they are painted.
  static let texts: [(text: String, cursor: Int, rows: String)] = [
    ("abc", 3, "  abc"),
    ("abcdefgh", 8, "  abcdefgh"),
    ("abcdefghij", 0, "  abcdefgh\nij"),
    ("ab\ncd", 1, "  ab\ncd"),
    ("ab\n", 3, "  ab"),
    ("\n\nx", 0, "\n\nx"),
    ("東京東京東京", 3, "  東京東京\n東京"),
    ("a東京東京東京", 2, "  a東京東\n京東京"),
    ("e\u{301}x", 3, "  e\u{301}x"),
    ("a\tb", 3, "  a     b"),
    ("abcdefg\tb", 3, "  abcdefg\nb"),
    ("a\u{1}b", 3, "  a^Ab"),
  ]

  @Test(arguments: texts)
  func cellsAreThoseOfTheEditor(text: String, cursor: Int, rows: String) {
    Terminal.decodeUnicode()
    let scalars = Array(text.unicodeScalars)
    let layout = BlockLayout(promptWidth: 2, text: scalars, cursor: cursor, columns: 10)
    var painter = BlockPainter(layout)
    painter.paint(scalars, scalars.map { $0.isASCII ? .keyword : .string })
    painter.finish()
    var screen = Screen(rows: 6, columns: 10)
    let moves = "\u{1B}[\(layout.cursor.row + 1);\(layout.cursor.column + 1)H"
    screen.show(Array((moves + painter.output).utf8))
    #expect(screen.text == rows)
    #expect(screen.cursor == (row: layout.cursor.row, column: layout.cursor.column))
  }

  @Test func hintsAndMarksAreClippedAndErased() {
    let scalars = Array("ab".unicodeScalars)
    let layout = BlockLayout(promptWidth: 2, text: scalars, cursor: 2, columns: 10)
    var painter = BlockPainter(layout)
    painter.hint("cdefghijk\nl")
    painter.finish()
    var screen = Screen(rows: 2, columns: 10)
    screen.show(Array(("\u{1B}[1;5H" + painter.output).utf8))
    #expect(screen.text == "    cdefg" && screen.cursor == (row: 0, column: 4))
    var eraser = BlockPainter(layout)
    eraser.eraseRest()
    eraser.mark("longer than the row")
    eraser.finish()
    screen.show(Array(eraser.output.utf8))
    #expect(screen.text.isEmpty && screen.cursor == (row: 0, column: 4))
  }

  @Test func candidatesAreListedWithinTheWidth() {
    let list = CandidateList([
      Completion.Candidate("name", detail: "String"),
      Completion.Candidate("limit", detail: "Double"),
      Completion.Candidate("spent", detail: "Double"), Completion.Candidate("sum("),
    ])
    let wide = list.lines(columns: 40, atMost: 9).map(\.plain)
    #expect(wide == ["name  String  spent Double", "limit Double  sum("])
    let low = list.lines(columns: 16, atMost: 3).map(\.plain)
    #expect(low == ["name  String", "limit Double", "… 2 more"])
    #expect(list.lines(columns: 5, atMost: 9).allSatisfy { $0.plain.count < 5 })
  }

  @Test func hintsAndDetailsCommandNoTerminal() {
    let odd = "\u{9B}2J\u{9D}0;x\u{1B}[31m\u{202E}"
    let layout = BlockLayout(promptWidth: 2, text: [], cursor: 0, columns: 80)
    var painter = BlockPainter(layout)
    painter.hint("a\(odd)b\nc")
    #expect(painter.output.contains("a\\u{9B}2J\\u{9D}0;x\\u{1B}[31m\\u{202E}b"))
    #expect(
      !painter.output.unicodeScalars.contains { ["\u{9B}", "\u{9D}", "\u{202E}"].contains($0) }
    )
    let list = CandidateList([Completion.Candidate("name", detail: odd), Completion.Candidate("x")])
    let lines = list.lines(columns: 80, atMost: 9).map(\.plain)
    #expect(lines == ["name \\u{9B}2J\\u{9D}0;x\\u{1B}[31m\\u{202E}", "x"])
  }
}
