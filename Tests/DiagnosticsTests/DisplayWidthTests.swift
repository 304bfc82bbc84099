import Diagnostics
import Testing

/// Widths of terminals that know Unicode 17, from Python's `wcwidth` 0.7, an independent measure.
@Suite struct DisplayWidthTests {
  private static let goldenWidths: [(String, Int)] = [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("ﬁ", 1), ("東京", 4), ("ﾊﾝｶｸ", 4),
    ("ｗｉｄｅ", 8), ("한국어", 6), ("각", 2), ("ᄀ", 2), ("😀", 2), ("👩\u{200D}👩\u{200D}👧", 2),
    ("👩🏽\u{200D}💻", 2), ("🇳🇴", 2), ("🇳", 2), ("1\u{FE0F}⃣", 2), ("#\u{FE0F}⃣", 2),
    ("❤\u{FE0F}", 2), ("❤", 1), ("☺\u{FE0F}", 2),
    ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 2),
    ("🏳\u{FE0F}\u{200D}🌈", 2), ("‽", 1), ("…", 1), ("±", 1), ("½", 1), ("א", 1),
    ("שלום", 4), ("العربية", 7), ("ไทย", 3), ("นำ", 2),
    ("ह\u{93F}न\u{94D}द\u{940}", 4), ("क\u{94D}ष", 2), ("क\u{93E}", 2),
    ("தம\u{BBF}ழ\u{BCD}", 4), ("ɐ", 1), ("─│", 2), ("⌚", 2), ("⌛", 2), ("〈", 2),
    ("㊙", 2), ("𝒳", 1), ("𠀀", 2), ("𰻞", 2), ("\u{A0}", 1),
    ("Z\u{351}\u{36B}\u{343}", 1), ("ẹ\u{300}", 1), ("ö\u{332}", 1), ("№", 1),
    ("★", 1), ("☆", 1), ("①", 1), ("♥", 1), ("ﷺ", 1), ("⼀", 2), ("ぱ", 2),
    ("は\u{309A}", 2), ("\u{1FAE8}", 2), ("\u{1FABF}", 2), ("☷", 2), ("𝌆", 2),
  ]

  @Test(arguments: goldenWidths)
  func agreesWithTerminals(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test(arguments: goldenWidths)
  func isTheSumOfPartsSeparatedBySpaces(text: String, width: Int) {
    #expect("a \(text) b".displayWidth == width + 4)
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("abcd", 1, "…"), ("abcd", 0, ""), ("", 0, ""),
    ("東京都", 6, "東京都"), ("東京都", 5, "東京…"), ("東京都", 4, "東…"), ("東京都", 2, "…"),
    ("👩‍👩‍👧x🇳🇴", 5, "👩‍👩‍👧x🇳🇴"), ("👩‍👩‍👧x🇳🇴", 4, "👩‍👩‍👧x…"),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
  ])
  func truncatesWholeClusters(text: String, width: Int, expected: String) {
    let result = fitted(text, toWidth: width)
    #expect(Array(result.text.unicodeScalars) == Array(expected.unicodeScalars))
    #expect(result.width == expected.displayWidth)
  }

  @Test(arguments: [(2, ".."), (3, "..."), (5, "ab..."), (6, "abcdef")])
  func truncatesWithAnASCIIMark(width: Int, expected: String) {
    #expect(fitted("abcdef", toWidth: width, ellipsis: "...").text == expected)
  }
}
