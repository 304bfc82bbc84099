import Expressions
import Foundation
import Model
import Testing

@Suite("string operators")
struct StringMatcherTests {
  private func holds(_ match: StringMatch, _ text: String, _ needle: String) -> Bool {
    isMatch(match, text, needle)
  }

  @Test(
    "~ and Foundation find",
    arguments: [
      ("Vacation", "vac"), ("straße", "STRASSE"), ("STRASSE", "straße"), ("straße", "sse"),
      ("straße", "ß"), ("ẞ", "ß"), ("ẞ", "ss"), ("Øst", "øST"), ("café", "CAFE"),
      ("cafe", "é"), ("e\u{301}", "é"), ("é", "e\u{301}"), ("ế", "é"), ("é", "ế"),
      ("e\u{302}\u{323}", "ệ"), ("İstanbul", "istanbul"), ("İstanbul", "ISTANBUL"),
      ("ISTANBUL", "i̇stanbul"), ("ΟΔΟΣ", "οδος"), ("οδος", "ΟΔΟΣ"), ("οδοσ", "οδος"),
      ("Άλφα", "αλφα"), ("ﬁn", "FI"), ("fin", "ﬁ"), ("ŉ", "ʼN"), ("ᾳ", "α"), ("ᾼ", "ᾳ"),
      ("Пётр", "петр"), ("йод", "ИОД"), ("👍🏽", "👍"), ("👨‍👩‍👧", "👩"), ("❤️", "❤"), ("❤", "❤️"),
      ("한국어", "한국"), ("\u{1112}\u{1161}\u{11AB}", "한"), ("한", "\u{1112}\u{1161}\u{11AB}"),
      ("日本語", "本"), ("שׁל", "של"), ("كَتب", "كتب"), ("Å", "\u{212B}"), ("Ａ", "ａ"), ("ǆ", "Ǆ"),
      ("🇩🇪🇫🇷", "🇪🇫"), ("a\u{301}b", "ab"), ("ab", "a\u{301}B"), ("a\r\nb", "\n"),
    ]
  )
  func looselyFinds(text: String, needle: String) {
    #expect(holds(StringMatch(.looselyContains), text, needle))
    #expect(FoundationOracle.looselyContains(text, needle))
  }

  @Test(
    "~ and Foundation do not find",
    arguments: [
      ("", ""), ("a", ""), ("", "a"), ("Øst", "ost"), ("ost", "Øst"), ("łódź", "lodz"),
      ("straße", "se"), ("straße", "as"), ("ﬁx", "f"), ("æ", "ae"), ("é", "\u{301}"),
      ("a", "\u{301}"), ("ı", "i"), ("I", "ı"), ("ISTANBUL", "ıstanbul"), ("が", "か"), ("か", "が"),
      ("آ", "ا"), ("한국", "하"), ("한국", "ᄒ"), ("Ａ", "a"), ("a\u{200D}b", "ab"),
      ("👍🏽", "👍🏻"), ("ŀ", "l·"), ("ab", "ba"), ("aab", "aac"),
    ]
  )
  func looselyFindsNot(text: String, needle: String) {
    #expect(!holds(StringMatch(.looselyContains), text, needle))
    #expect(!FoundationOracle.looselyContains(text, needle))
  }

  /// Where precomposed and combining forms are not the same to Foundation, they are to `~`.
  @Test(
    "~ differs from Foundation by design",
    arguments: [
      ("e\u{301}", "\u{301}", false), ("か\u{3099}", "か", false), ("o\u{338}", "o", false),
      ("≠", "=", false),
      ("\u{1112}\u{1161}\u{11AB}", "하", false), ("ا\u{653}", "ا", false), ("שׂ", "ש", true),
      ("\u{10400}", "\u{10428}", true), ("\u{1C80}", "В", true),
      ("Ş\u{104}", "ß", false), ("ż", "Ƶ", false),
    ]
  )
  func listedDifferences(text: String, needle: String, isFound: Bool) {
    #expect(holds(StringMatch(.looselyContains), text, needle) == isFound)
  }

  @Test(
    "=~ compares whole texts as ~ compares parts",
    arguments: [
      ("", "", true), ("é", "E", true), ("straße", "STRASSE", true), ("e\u{301}", "É", true),
      ("Øst", "ost", false), ("ab", "a", false), ("a", "ab", false), ("", "a", false),
      ("ΟΔΟΣ", "οδος", true), ("ı", "i", false), ("İ", "i", true), ("ﬁ", "FI", true),
      ("が", "か", false), ("한", "\u{1112}\u{1161}\u{11AB}", true), ("Пётр", "ПЕТР", true),
      ("\u{10400}", "a", false), ("❤️", "❤", true),
    ]
  )
  func looselyEquals(left: String, right: String, isEqual: Bool) {
    #expect(holds(StringMatch(.looselyEquals), left, right) == isEqual)
    #expect(holds(StringMatch(.looselyEquals), right, left) == isEqual)
    #expect(FoundationOracle.looselyEquals(left, right) == isEqual)
  }

  @Test(
    "[c] keeps diacritics, [d] keeps case",
    arguments: [
      ("CAFÉ", "café", true, false, true), ("café", "cafe", false, true, true),
      ("cafe\u{301}", "cafe", false, true, true), ("cafe\u{301}", "café", true, true, true),
      ("CAFÉ", "cafe", false, false, true), ("straße", "STRASSE", true, false, true),
      ("İ", "i", false, false, true), ("Ё", "е", false, false, true),
      ("abc", "b", true, true, true), ("abc", "B", true, false, true),
      ("ΣΑΣ", "σας", true, false, true),
    ]
  )
  func options(text: String, needle: String, c: Bool, d: Bool, both: Bool) {
    let expected = [(true, false, c), (false, true, d), (true, true, both)]
    for (ignoresCase, ignoresDiacritics, isFound) in expected {
      let match = StringMatch(
        .contains,
        ignoresCase: ignoresCase,
        ignoresDiacritics: ignoresDiacritics
      )
      var options: NSString.CompareOptions = []
      if ignoresCase { options.insert(.caseInsensitive) }
      if ignoresDiacritics { options.insert(.diacriticInsensitive) }
      #expect(holds(match, text, needle) == isFound)
      #expect(FoundationOracle.finds(needle, in: text, options) == isFound)
    }
  }

  @Test("the empty text is in every text, except for ~")
  func emptyNeedle() {
    for text in ["", "a", "é"] {
      for operation in [StringMatch.Operation.contains, .startsWith, .endsWith] {
        #expect(holds(StringMatch(operation), text, ""))
        #expect(holds(StringMatch(operation, ignoresCase: true), text, ""))
        #expect(holds(StringMatch(operation, ignoresDiacritics: true), text, ""))
        #expect(!holds(StringMatch(operation, ignoresDiacritics: true), text, "\u{301}"))
      }
      #expect(!holds(StringMatch(.looselyContains), text, ""))
      #expect(holds(StringMatch(.looselyEquals), text, "") == text.isEmpty)
    }
  }

  /// Eight bytes are tested at a time, and the last ones may overlap.
  @Test("every place of a text is searched", arguments: 0...20)
  func places(length: Int) {
    let plain = String(repeating: "a", count: length)
    for place in 0...length {
      let (start, end) = (plain.prefix(place), plain.dropFirst(place))
      #expect(holds(StringMatch(.looselyContains), "\(start)É\(end)", "é"))
      for needle in ["x", "xy", "xaxaxaxaxax"] {
        #expect(holds(StringMatch(.contains), "\(start)\(needle)\(end)", needle))
        #expect(!holds(StringMatch(.contains), "\(start)\(needle)\(end)", needle + "x"))
        #expect(
          holds(StringMatch(.looselyContains), "\(start)\(needle.uppercased())\(end)", needle)
        )
      }
    }
  }

  @Test("starts with and ends with end between characters")
  func edges() {
    let start = StringMatch(.startsWith, ignoresCase: true)
    let end = StringMatch(.endsWith, ignoresCase: true)
    #expect(holds(start, "Straße", "STRASS") && !holds(start, "Straße", "stras"))
    #expect(holds(end, "Maß", "SS") && !holds(end, "Maß", "s"))
    #expect(holds(end, "Haß", "aß") && holds(start, "É", "e\u{301}"))
    #expect(!holds(start, "e\u{301}", "e") && !holds(end, "e\u{301}", "\u{301}"))
    #expect(holds(StringMatch(.startsWith), "e\u{301}", "e"))
    #expect(holds(StringMatch(.endsWith), "e\u{301}", "\u{301}"))
    #expect(!holds(StringMatch(.startsWith), "é", "e\u{301}"))
  }
}
