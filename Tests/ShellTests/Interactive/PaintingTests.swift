import Foundation
import TestSupport
import Testing

/// Input looks the same with and without colors, except for the colors.
@Suite struct PaintingTests {
  private static let texts = [
    "a", "fetch ", "\"", "(", "]", "東", "é", "x\u{301}", "🙂", " ", "// ", "12", "Budget.", "where ",
  ]
  private static let keys = [
    "\u{1B}[D", "\u{1B}[C", "\u{1B}[D", "\u{7F}", "\u{01}", "\u{05}", "\u{0B}", "\u{1B}\r",
    "\u{1B}[A",
    "\u{1B}[B", "\u{17}",
  ]

  /// A key that nothing else types.
  private static let last: Unicode.Scalar = "Q"
  /// The last output after a block is painted: the cursor is shown again.
  private static let pictureEnd = ArraySlice("\u{1B}[?25h".utf8)

  @Test(arguments: [20, 33, 80])
  func colorsChangeNoCell(columns: Int) throws {
    var random = SeededRandom(seed: UInt64(columns))
    // Blocks taller than the screen are not colored.
    let plain = try ShellSession("--demo", rows: 60, columns: columns)
    let colored = try ShellSession(
      "--demo",
      rows: 60,
      columns: columns,
      environment: ["NO_COLOR": ""]
    )
    for _ in 0..<fuzzCount(12) {
      var typed = ""
      for _ in 0..<Int.random(in: 5...30, using: &random) {
        let isText = Int.random(in: 0..<3, using: &random) > 0
        let choices = isText ? Self.texts : Self.keys
        typed += choices.randomElement(using: &random) ?? ""
      }
      for shell in [plain, colored] { shell.type(typed + String(Self.last)) }
      colored.wait(for: "the picture of \(typed.debugDescription)") { screen in
        screen.text.unicodeScalars.contains(Self.last)
          && colored.received.suffix(6) == Self.pictureEnd
      }
      let (cells, cursor) = (Self.cells(colored.screen), colored.screen.cursor)
      plain.wait(for: "\(cells) after \(typed.debugDescription)") {
        Self.cells($0) == cells && $0.cursor == cursor
      }
      for shell in [plain, colored] {
        shell.type("\u{03}")
        shell.waitForPrompt()
        shell.type("\u{0C}")
        shell.wait(for: "an empty screen") { $0.text == "martlet>" }
      }
    }
  }

  /// The library itself leaves marks out.
  private static func cells(_ screen: Screen) -> String {
    String(String.UnicodeScalarView(screen.text.unicodeScalars.filter { $0 != "\u{301}" }))
  }
}
