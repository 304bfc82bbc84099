import Expressions
import Foundation
import Model
import TestSupport
import Testing

/// `like`, against its definition and against regular expressions.
@Suite struct LikeTests {
  @Test(arguments: [
    ("Vacation", "V*ca?ion", true), ("Vacation", "v*", false), ("", "", true), ("", "*", true),
    ("", "?", false), ("a", "", false), ("a", "?", true), ("ab", "?", false), ("abc", "*b*", true),
    ("abc", "a*c", true), ("ac", "a*c", true), ("abcabc", "*abc", true), ("aab", "*ab", true),
    ("mississippi", "m*iss*pi", true), ("mississippi", "m*issi", false), ("a*b", "a\\*b", true),
    ("axb", "a\\*b", false), ("a?", "a\\?", true), ("ab", "a\\?", false), ("a\\b", "a\\\\b", true),
    ("a\\", "a\\", true), ("x", "\\x", true), ("é", "?", true), ("e\u{301}", "?", true),
    ("e\u{301}", "e?", false), ("e\u{301}", "e*", true), ("e\u{301}", "*?", true),
    ("👨‍👩‍👧", "?", true), ("🇩🇪🇫🇷", "??", true), ("🇩🇪🇫🇷", "?", false), ("👍🏽!", "?!", true),
    ("\r\n", "?", true), ("a\r\nb", "a?b", true), ("한", "?", true), ("straße", "stra?e", true),
    ("100%", "100%", true), ("a_b", "a_b", true), ("axb", "a_b", false),
    ("caf\u{65}\u{301}", "caf?", true),
  ])
  func plain(text: String, pattern: String, expected: Bool) {
    let isFound = isMatch(StringMatch(.like), text, pattern)
    #expect(isFound == expected, "\(text) like \(pattern)")
  }

  @Test(arguments: [
    ("VACATION", "v*ca?ion", true), ("Café", "cafe", true), ("CAFE\u{301}", "caf?", true),
    ("cafe\u{301}", "*e", true), ("straße", "STRASSE", true), ("straße", "*se", false),
    ("straße", "stra?e", true), ("STRASSE", "stra?e", false), ("STRASSE", "stra??e", true),
    ("Øst", "ost", false), ("ÉCOLE", "é*e", true), ("東京", "東?", true), ("İ", "i", true),
    ("ﬁn", "fin", true), ("ﬁn", "f*", false), ("ΣΑΣ", "?ας", true), ("x", "*", true),
    ("", "*", true),
  ])
  func ignoringCaseAndDiacritics(text: String, pattern: String, expected: Bool) {
    let match = StringMatch(.like, ignoresCase: true, ignoresDiacritics: true)
    let isFound = isMatch(match, text, pattern)
    #expect(isFound == expected, "\(text) like[cd] \(pattern)")
  }

  /// On texts whose characters are single scalars, the regular expression says the same.
  @Test(arguments: [false, true])
  func meansTheSameAsARegularExpression(ignoresCase: Bool) throws {
    var samples = StringSamples(seed: 5)
    let letters = Alphabet.scalars("abA.é東*?")
    let signs = Alphabet.scalars("abA.é東*?*?")
    for _ in 0..<StringSamples.count(3000) {
      let (text, pattern) = (samples.text(of: letters, upTo: 9), samples.text(of: signs, upTo: 6))
      let expression = try RegularExpression(
        "(?s)^" + pattern.map(Self.translated).joined() + "$",
        ignoresCase: ignoresCase
      )
      let match = StringMatch(.like, ignoresCase: ignoresCase)
      let isFound = isMatch(match, text, pattern)
      #expect(isFound == expression.matches(text), "\(text) like \(pattern)")
    }
  }

  private static func translated(_ sign: Character) -> String {
    switch sign {
    case "*": ".*"
    case "?": "."
    case ".": "\\."
    default: String(sign)
    }
  }

  @Test(.timeLimit(.minutes(5))) func manyWildcardsAreFast() {
    let text = String(repeating: "a", count: 4_000)
    let pattern = String(repeating: "a*", count: 200) + "b"
    #expect(!isMatch(StringMatch(.like), text, pattern))
  }
}
