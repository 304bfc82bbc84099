import Diagnostics
import Syntax
import Testing

@Suite struct LexerTests {
  @Test(arguments: [
    ("name where_ _x1 größe 東京 é", "name where_ _x1 größe 東京 é"),
    ("a...b a..<b 1...5 1.5 1.x", "a|...|b|a|..<|b|1|...|5|1.5|1|.|x"),
    ("a!=b a!~b a=~b !a a=-1", "a|!=|b|a|!~|b|a|=~|b|!|a|a|=|-|1"),
    ("x??y?.z? [a]?", "x|??|y|?.|z|?|[|a|]|?"),
    ("a<>b<=c&&d||e", "a|<>|b|<=|c|&&|d||||e"),
    ("2026-11-21 2026-11-2 12026-11-21", "2026-11-21|2026|-|11|-|2|12026|-|11|-|21"),
    ("a// b\n/* c */d/e", "a|d|/|e"),
    ("#!/usr/bin/martlet\na #!b", "a|#|!|b"),
    ("\u{FEFF}#!x\na", "a"),
    ("\u{FEFF}a\u{A0}b\u{2028}c", "a|b|c"),
    ("Budget#3 $n$m", "Budget|#|3|$n|$m"),
    ("'a''b' \"c\"`d`", "'a'|'b'|\"c\"|`d`"),
    ("0xFFg", "0xFFg"),
    ("", ""),
  ]) func cuts(_ text: String, _ expected: String) {
    let separator: Character = expected.contains("|") ? "|" : " "
    let source = SourceText(name: "", text: text)
    let found = tokens(source).map { source.text(in: $0.span) }
    if separator == "|" {
      #expect(found.joined(separator: "|") == expected)
    } else {
      #expect(found == expected.split(separator: " ").map(String.init))
    }
  }

  @Test(arguments: [
    ("007", Token.Kind.integer(7)),
    ("9223372036854775808", .integer(1 << 63)),
    ("9223372036854775809", .number("9223372036854775809")),
    ("0x8000000000000001", .invalid(.integerTooLarge)),
    ("0x7fff_ffff_FFFF_ffff", .integer(UInt64(Int64.max))),
    ("1_0.5_0E+0_3", .number("10.50e+03")),
    ("1e", .invalid(.numberTouchesWord(at: 1))),
    (#""\u{48}\'\`""#, .string("H'`")),
    ("\"\n\"", .string("\n")),
    ("`a\\`b`", .quotedName("a`b")),
    ("`a\nb`", .invalid(.unclosedName)),
    ("SORT", .word(.sort)),
    ("`sort`", .quotedName("sort")),
    ("sorted", .word(nil)),
    ("averyveryverylongword", .word(nil)),
    ("$sort", .parameter("sort")),
    ("..", .invalid(.twoDots)),
    ("\u{200B}", .invalid(.unknownCharacter("\u{200B}"))),
    ("\0", .invalid(.unknownCharacter("\0"))),
    ("2026-02-29", .invalid(.noSuchDate(year: 2026, month: 2, day: 29))),
    ("2026-00-10", .invalid(.noSuchDate(year: 2026, month: 0, day: 10))),
    ("2026-01-00", .invalid(.noSuchDate(year: 2026, month: 1, day: 0))),
    ("2000-02-29", .date(DateLiteral(year: 2000, month: 2, day: 29))),
    (
      "2026-11-21T12:30:05.25-01:30",
      .date(
        DateLiteral(
          year: 2026,
          month: 11,
          day: 21,
          timeOfDay: 45_005_250_000,
          zoneOffset: -5400
        )
      )
    ),
    ("2026-11-21T23:59:59.999999", lastMoment),
  ]) func reads(_ text: String, _ expected: Token.Kind) {
    var lexer = Lexer(SourceText(name: "", text: text))
    #expect(lexer.next().kind == expected)
  }

  static let lastMoment = Token.Kind.date(
    DateLiteral(year: 2026, month: 11, day: 21, timeOfDay: 86_399_999_999)
  )

  @Test func everyKeywordIsReadInAnyCase() {
    for keyword in Keyword.allCases {
      for spelling in [keyword.rawValue, keyword.rawValue.uppercased()] {
        var lexer = Lexer(SourceText(name: "", text: spelling))
        #expect(lexer.next().kind == .word(keyword))
      }
    }
  }

  @Test func everySymbolIsOneToken() {
    for symbol in Symbol.allCases {
      var lexer = Lexer(SourceText(name: "", text: "\(symbol.rawValue) x"))
      #expect(lexer.next().kind == .symbol(symbol))
    }
  }

  @Test(arguments: [
    ("a b", Token.LineBreak.none), ("a\nb", .line), ("a \n \t\r\n b", .blankLine),
    ("a // c\nb", .line), ("a // c\n\nb", .blankLine), ("a\n// c\nb", .line),
    ("a /*\n\n*/ b", .line), ("a /* c */ b", .none), ("a\r\nb", .line),
  ]) func noticesLineEnds(_ text: String, _ expected: Token.LineBreak) {
    let all = tokens(SourceText(name: "", text: text))
    #expect(all.count == 2 && all[1].lineBreak == expected)
  }

  @Test func commentsArePrintedOnRequest() {
    let source = SourceText(name: "", text: "a // b\n/* c */ \"d")
    var lexer = Lexer(source, keepsComments: true)
    var kinds: [Token.Kind] = []
    while case let token = lexer.next(), token.kind != .end { kinds.append(token.kind) }
    #expect(
      kinds == [
        .word(nil), .comment, .comment, .invalid(.unclosedString(quote: "\"")),
      ]
    )
  }

  /// The tokens and what lies between them are the whole text.
  @Test func spansAreInOrder() throws {
    for block in try ExampleBlock.all(in: "Grammar/Accepted") {
      let source = SourceText(name: "", text: block.lines.joined(separator: "\n"))
      var end = 0
      for token in tokens(source) {
        #expect(token.span.lowerBound >= end && token.span.upperBound > token.span.lowerBound)
        end = token.span.upperBound
      }
      #expect(end <= source.bytes.count)
    }
  }

  private func tokens(_ source: SourceText) -> [Token] {
    var lexer = Lexer(source)
    var tokens: [Token] = []
    while case let token = lexer.next(), token.kind != .end { tokens.append(token) }
    return tokens
  }
}
