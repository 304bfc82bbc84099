import Foundation
import TestSupport
import Testing

/// What is typed looks the same with colours and without, but for the colours.
@Suite struct PaintingTests {
  private static let texts = [
    "a", "fetch ", "\"", "(", "]", "東", "é", "x\u{301}", "🙂", " ", "// ", "12", "Budget.", "where ",
  ]
  private static let keys = [
    "\u{1B}[D", "\u{1B}[C", "\u{1B}[D", "\u{7F}", "\u{01}", "\u{05}", "\u{0B}", "\u{1B}\r",
    "\u{1B}[A",
    "\u{1B}[B", "\u{17}",
  ]

  @Test(arguments: [20, 33, 80])
  func coloursChangeNoCell(columns: Int) throws {
    var random = SeededRandom(seed: UInt64(columns))
    let plain = try ShellSession("--demo", columns: columns)
    let colored = try ShellSession("--demo", columns: columns, environment: ["NO_COLOR": ""])
    for _ in 0..<fuzzCount(12) {
      var typed = ""
      for _ in 0..<Int.random(in: 5...30, using: &random) {
        let isText = Int.random(in: 0..<3, using: &random) > 0
        let choices = isText ? Self.texts : Self.keys
        typed += choices.randomElement(using: &random) ?? ""
      }
      for shell in [plain, colored] {
        shell.type(typed)
        shell.drain()
      }
      #expect(Self.cells(plain) == Self.cells(colored), "\(typed.debugDescription)")
      #expect(plain.screen.cursor == colored.screen.cursor, "\(typed.debugDescription)")
      for shell in [plain, colored] {
        shell.type("\u{03}")
        shell.drain()
      }
    }
  }

  /// The library itself leaves marks out.
  private static func cells(_ shell: ShellSession) -> String {
    String(String.UnicodeScalarView(shell.screen.text.unicodeScalars.filter { $0 != "\u{301}" }))
  }
}
