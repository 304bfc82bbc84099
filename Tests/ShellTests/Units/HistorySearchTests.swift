import Testing

@testable import Shell

@Suite struct HistorySearchTests {
  private static let blocks = [
    "fetch Budget", "= 1", "count Budget\nwhere x", "fetch budget", "= 1",
  ]

  private static func search(_ text: String, older: Int = 0) -> HistorySearch {
    var search = HistorySearch(blocks: blocks)
    for scalar in text.unicodeScalars { search.append(scalar) }
    for _ in 0..<older { search.goToOlder() }
    return search
  }

  @Test(arguments: [
    ("budg", 0, "fetch budget"), ("budg", 1, "count Budget\nwhere x"), ("budg", 2, "fetch Budget"),
    ("budg", 9, "fetch Budget"), ("Bud", 0, "count Budget\nwhere x"), ("= 1", 1, "= 1"),
    ("nothing", 0, nil), ("", 0, nil), ("", 1, "= 1"), ("WHERE", 0, nil),
  ])
  func blocksAreFound(text: String, older: Int, block: String?) {
    #expect(Self.search(text, older: older).match == block)
  }

  @Test func newerEntriesAreReachedAgain() {
    var search = Self.search("budg", older: 2)
    search.goToNewer()
    #expect(search.match == "count Budget\nwhere x")
    search.goToNewer()
    search.goToNewer()
    #expect(search.match == "fetch budget")
  }

  @Test func characterIsUndone() {
    var search = Self.search("budgex")
    #expect(search.match == nil)
    search.removeLast()
    #expect(search.match == "fetch budget" && search.pattern == "budge")
  }

  @Test func frameFitsAndIsErased() {
    let search = Self.search("where")
    var screen = Screen(rows: 6, columns: 12)
    screen.show(Array(search.picture(columns: 12, rows: 6, usesColor: false).utf8))
    #expect(screen.text == "count Budge\nwhere x\narch: where" && screen.cursor.row == 2)
    screen.show(Array(search.eraser(columns: 12, rows: 6).utf8))
    #expect(screen.text.isEmpty && screen.cursor == (row: 0, column: 0))
    screen.show(Array(search.picture(columns: 12, rows: 6, usesColor: false).utf8))
    screen.resize(columns: 8)
    screen.show(Array(search.eraser(columns: 12, rows: 6, shownOn: 8).utf8))
    #expect(screen.text.isEmpty && screen.cursor == (row: 0, column: 0))
  }

  @Test func searchTextContainsNoTerminalSequences() {
    let picture = Self.search("\u{9B}31m").picture(columns: 40, rows: 6, usesColor: false)
    #expect(picture == "not found: \\u{9B}31m")
  }
}
