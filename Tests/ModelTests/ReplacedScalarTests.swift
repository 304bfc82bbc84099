import Model
import Testing

@Suite struct ReplacedScalarTests {
  @Test(arguments: [
    ("", ""), ("it's", "it''s"), ("'\u{301}é😀'", "''\u{301}é😀''"), ("none", "none"),
  ])
  func scalarsAreReplaced(text: String, expected: String) {
    #expect(text.replacing(scalar: "'", with: "''") == expected)
  }

  /// Takes many minutes if each replacement copies the string.
  @Test func longStringsTakeLinearTime() {
    let text = String(repeating: "x'é", count: 2_000_000)
    let replaced = text.replacing(scalar: "'", with: "''")
    #expect(replaced.utf8.count == text.utf8.count + 2_000_000)
  }
}
