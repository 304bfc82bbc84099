import Diagnostics
import Testing

@Suite struct TerminalEscapingTests {
  @Test(arguments: [
    ("plain ~ text", "plain ~ text"),
    ("a\nb\tc\rd\0", #"a\nb\tc\rd\0"#),
    ("a\r\nb", #"a\r\nb"#),
    ("\u{1B}[31mred\u{7}\u{7F}", #"\u{1B}[31mred\u{7}\u{7F}"#),
    ("\u{9B}31m", #"\u{9B}31m"#),
    ("a\u{202E}b\u{2066}c\u{200F}d\u{61C}", #"a\u{202E}b\u{2066}c\u{200F}d\u{61C}"#),
    ("a\u{2028}b\u{2029}c\u{85}", #"a\u{2028}b\u{2029}c\u{85}"#),
    ("soft\u{AD}hyphen\u{200B}\u{FEFF}", #"soft\u{AD}hyphen\u{200B}\u{FEFF}"#),
    (#"C:\new"#, #"C:\new"#),
    ("Zoë 東京 ½", "Zoë 東京 ½"),
    ("a\u{200D}b", #"a\u{200D}b"#),
    ("\u{200D}", #"\u{200D}"#),
    ("\u{FE0F}a\u{FE0F}", #"\u{FE0F}a\u{FE0F}"#),
    ("a\u{E0041}", #"a\u{E0041}"#),
    ("می\u{200C}خواهم", "می\u{200C}خواهم"),
    ("é\u{200D}\u{200D}", "é\u{200D}\\u{200D}"),
    ("\u{3164}", #"\u{3164}"#),
  ])
  func showsInvisibleCharacters(text: String, expected: String) {
    #expect(Array(escapedForTerminal(text).unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(arguments: [
    "👩‍👩‍👧", "🇳🇴", "1️⃣", "❤️‍🔥", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏳️‍🌈", "क्‍ष", "e\u{301}", "葛\u{E0100}",
  ])
  func keepsSequencesIntact(text: String) {
    #expect(Array(escapedForTerminal(text).unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test func noControlCharacterRemains() {
    for value in UInt32(0)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let escaped = escapedForTerminal("x" + String(scalar))
      let isControl =
        value < 0x20 || (0x7F...0x9F).contains(value)
        || (0x2028...0x202E).contains(value) || (0x2066...0x2069).contains(value)
      if isControl {
        #expect(escaped.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) })
      }
    }
  }
}
