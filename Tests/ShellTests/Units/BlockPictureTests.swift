import Diagnostics
import Testing

@testable import Shell

@Suite struct BlockPictureTests {
  /// Texts after a prompt of two columns, on ten, as they are drawn.
  static let texts: [(text: String, cursor: Int, rows: String)] = [
    ("abc", 3, "> abc"),
    ("abcdefgh", 8, "> abcdefgh"),
    ("abcdefghij", 0, "> abcdefgh\nij"),
    ("ab\ncd", 1, "> ab\n| cd"),
    ("abcdefgh\ncd", 8, "> abcdefgh\n| cd"),
    ("ab\n", 3, "> ab\n|"),
    ("\n\nx", 0, ">\n|\n| x"),
    ("東京東京東京", 3, "> 東京東京\n東京"),
    ("a東京東京東京", 2, "> a東京東\n京東京"),
    ("e\u{301}x", 3, "> e\u{301}x"),
    ("a\tb", 3, "> a     b"),
    ("abcdef\tb", 3, "> abcdef\nb"),
    ("a\u{1}b", 3, "> a\\u{1}b"),
    ("👨‍👩‍👧x", 6, "> 👨‍x"),
  ]

  @Test(arguments: texts)
  func glyphsAreInTheirCells(text: String, cursor: Int, rows: String) {
    let scalars = Array(text.unicodeScalars)
    let layout = BlockLayout(promptWidth: 2, text: scalars, cursor: cursor, columns: 10)
    var picture = BlockPicture(layout, prompt: "> ", text: scalars)
    picture.roles = scalars.map { $0.isASCII ? .keyword : .string }
    picture.usesColor = true
    picture.marker = { _ in "|" }
    var screen = Screen(rows: 6, columns: 10)
    let output = picture.output()
    screen.show(Array(output.text.utf8))
    #expect(screen.text == rows)
    #expect(screen.cursor == (row: layout.cursor.row, column: layout.cursor.column))
    // A second drawing, from the first row, changes nothing.
    screen.show(Array("\u{1B}[\(layout.cursor.row)A".utf8.prefix(layout.cursor.row > 0 ? 9 : 0)))
    screen.show(Array(output.text.utf8))
    #expect(screen.text == rows)
  }

  @Test func aTallBlockScrolls() {
    let scalars = Array("a\nb\nc\nd\ne".unicodeScalars)
    func shown(cursor: Int, from first: Int) -> (String, Int) {
      let layout = BlockLayout(promptWidth: 2, text: scalars, cursor: cursor, columns: 10)
      var picture = BlockPicture(layout, prompt: "> ", text: scalars)
      picture.show(rows: 3, from: first)
      var screen = Screen(rows: 3, columns: 10)
      let output = picture.output()
      screen.show(Array(output.text.utf8))
      #expect(screen.cursor.row == output.drawn.cursor.row)
      return (screen.text, output.drawn.first)
    }
    #expect(shown(cursor: 9, from: 0) == ("  c\n  d\n  e", 2))
    #expect(shown(cursor: 6, from: 2) == ("  c\n  d\n  e", 2))
    #expect(shown(cursor: 2, from: 2) == ("  b\n  c\n  d", 1))
    #expect(shown(cursor: 0, from: 1) == ("> a\n  b\n  c", 0))
  }

  @Test func hintsAndListsAreClippedAndErased() {
    let scalars = Array("ab".unicodeScalars)
    let layout = BlockLayout(promptWidth: 2, text: scalars, cursor: 2, columns: 10)
    var picture = BlockPicture(layout, prompt: "> ", text: scalars)
    picture.hint = "cdefghijk\nl"
    picture.list = ["one", "two"]
    var screen = Screen(rows: 4, columns: 10)
    screen.show(Array(picture.output().text.utf8))
    #expect(screen.text == "> abcdefg\none\ntwo" && screen.cursor == (row: 0, column: 4))
    picture.hint = ""
    picture.list = []
    screen.show(Array(picture.output().text.utf8))
    #expect(screen.text == "> ab" && screen.cursor == (row: 0, column: 4))
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
    let scrolled = list.lines(columns: 16, atMost: 3, selected: 2).map(\.plain)
    #expect(scrolled == ["limit Double", "spent Double", "… 2 more"])
    #expect(list.lines(columns: 5, atMost: 9).allSatisfy { $0.plain.count < 5 })
  }

  @Test func hintsAndDetailsContainNoTerminalSequences() {
    let odd = "\u{9B}2J\u{9D}0;x\u{1B}[31m\u{202E}"
    let layout = BlockLayout(promptWidth: 2, text: [], cursor: 0, columns: 80)
    var picture = BlockPicture(layout, prompt: "", text: [])
    picture.hint = "a\(odd)b\nc"
    let output = picture.output().text
    #expect(output.contains("a\\u{9B}2J\\u{9D}0;x\\u{1B}[31m\\u{202E}b"))
    #expect(
      !output.unicodeScalars.contains { ["\u{9B}", "\u{9D}", "\u{202E}"].contains($0) }
    )
    let list = CandidateList([Completion.Candidate("name", detail: odd), Completion.Candidate("x")])
    let lines = list.lines(columns: 80, atMost: 9).map(\.plain)
    #expect(lines == ["name \\u{9B}2J\\u{9D}0;x\\u{1B}[31m\\u{202E}", "x"])
  }
}
