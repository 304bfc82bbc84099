import Testing

@testable import Shell

/// How much of a screen a text in pieces fills.
@Suite struct ScreenSpaceTests {
  private func fits(_ pieces: String...) -> Bool {
    var room = ScreenSpace(rows: 3, columns: 10)
    return pieces.map { room.takes($0) }.allSatisfy { $0 }
  }

  @Test func linesAndColumnsAreCountedAcrossPieces() {
    #expect(fits("0123456789\n", "0123456789"))
    #expect(!fits("01234", "567890"))
    #expect(fits("01234", "\n567890"))
    #expect(!fits("a\nb\n", "c\n"))
    #expect(!fits("東京東京", "東京"))
    #expect(fits("\u{1B}[1;3", "1m0123456789\u{1B}[0m"))
  }
}
