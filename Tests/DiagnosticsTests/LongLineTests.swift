import Diagnostics
import TestSupport
import Testing

@Suite struct LongLineTests {
  private func lines(_ text: String, _ diagnostic: Diagnostic, width: Int = 40) -> [String] {
    DiagnosticRenderer(sourceWidth: width)
      .render([diagnostic], in: SourceText(name: "s", text: text))
      .split(separator: "\n").map(String.init)
  }

  @Test(arguments: [0, 500_000, 999_997])
  func megabyteOfTextIsTruncatedAroundThePosition(offset: Int) {
    let digits = String(repeating: "0123456789", count: 100_000)
    let lines = lines(digits, Diagnostic("e", at: SourceSpan(offset, offset + 3)))
    #expect(lines[0] == "s:1:\(offset + 1): error: e")
    #expect(lines[1].displayWidth <= 46)
    #expect(lines[1].hasPrefix("  1 | …") == (offset > 0))
    #expect(lines[1].hasSuffix("…") == (offset < 999_000))
    let caret = lines[2].prefix { $0 != "^" }.count
    let expected = (offset..<offset + 3).map { String($0 % 10) }.joined()
    #expect(String(lines[1].dropFirst(caret).prefix(3)) == expected)
    #expect(lines[2].hasSuffix("^^^"))
  }

  @Test func wideCharactersAreTruncated() {
    let text = String(repeating: "東", count: 300_000) + "x" + String(repeating: "京", count: 300_000)
    let lines = lines(text, Diagnostic("e", at: SourceSpan(900_000, 900_001)))
    #expect(lines[1].displayWidth <= 46)
    let before = lines[1].prefix { $0 != "x" }
    #expect(String(before).displayWidth == lines[2].prefix { $0 != "^" }.count)
  }

  @Test func distantLabelsOfALineGetTheirOwnExcerpts() {
    let text = "first" + String(repeating: " ", count: 1000) + "second"
    let diagnostic = Diagnostic(
      .error,
      "e",
      at: Diagnostic.Label(SourceSpan(1005, 1011), "here"),
      also: [Diagnostic.Label(SourceSpan(0, 5), "there")]
    )
    let lines = lines(text, diagnostic)
    #expect(lines.count == 5)
    #expect(lines[1].hasPrefix("  1 | first "))
    #expect(lines[2] == "    | ----- there")
    #expect(lines[3].hasSuffix(" second"))
    #expect(lines[4].hasSuffix(" ^^^^^^ here"))
  }

  @Test func aLongSpanIsClippedToTheWindow() {
    let text = String(repeating: "x", count: 5000)
    let lines = lines(text, Diagnostic("e", at: SourceSpan(100, 4900)))
    #expect(lines.allSatisfy { $0.displayWidth <= 46 })
    #expect(lines[2].contains("^^^^^^^^^^"))
  }

  @Test func longMessageIsTruncated() {
    let message = String(repeating: "m", count: 1_000_000)
    let text = DiagnosticRenderer().render([Diagnostic(.error, message, at: nil)], in: nil)
    #expect(text.utf8.count < 1100)
  }

  @Test(arguments: 0..<fuzzCount(200))
  func anythingIsRendered(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let alphabet = Array("ab\t\n\r 東é👩‍👩‍👧🇳🇴\u{1B}\u{301}\u{200D}\u{FE0F}\"".unicodeScalars)
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...300, using: &random) {
      scalars.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
    }
    let source = SourceText(name: "s", text: String(scalars))
    func label() -> Diagnostic.Label {
      let bound = source.bytes.count + 5
      return Diagnostic.Label(
        SourceSpan(
          Int.random(in: -5...bound, using: &random),
          Int.random(in: -5...bound, using: &random)
        ),
        Bool.random(using: &random) ? "message" : ""
      )
    }
    let diagnostic = Diagnostic(.error, "e", at: label(), also: [label(), label()])
    let text = DiagnosticRenderer(sourceWidth: 30).render([diagnostic], in: source)
    let lines = text.split(separator: "\n")
    #expect(text.hasSuffix("\n"))
    #expect(text.contains("^"))
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x7F })
    for line in lines where line.contains(" | ") && !line.contains("message") {
      #expect(String(line).displayWidth <= 37)
    }
  }
}
