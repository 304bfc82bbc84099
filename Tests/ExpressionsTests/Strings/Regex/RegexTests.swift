import Expressions
import Foundation
import Testing

/// The dialect of `matches`: results, invalid patterns, and linear time.
@Suite struct RegexTests {
  @Test(arguments: [
    ("", "", true), ("", "x", true), ("^$", "", true), ("^$", "x", false), ("a", "cab", true),
    ("^a", "ba", false), ("a$", "ba", true), ("^.$", "é", true), ("^.$", "e\u{301}", false),
    ("^.$", "\n", false), ("(?s)^.$", "\n", true), ("^b", "a\nb", false), ("(?m)^b", "a\nb", true),
    ("(?m)a$", "a\nb", true), ("a$", "a\n", false), ("a\\z", "a", true), ("\\Aa", "ba", false),
    ("\\bb", "a b", true), ("\\bb", "ab", false), ("\\Bb", "ab", true), ("\\b", "", false),
    ("é\\b", "café au", true), ("\\d", "٣", true), ("^\\w+$", "straße_東京1", true),
    ("\\s", "\u{A0}", true), ("[[:digit:]]", "7", true), ("[^[:alpha:]]", "a", false),
    ("\\p{Lu}", "É", true), ("\\p{Uppercase_Letter}", "é", false), ("\\pL", "1", false),
    ("\\P{L}", "1", true), ("\\p{^L}", "a", false), ("[\\p{N}x]", "x", true),
    ("^a{2}$", "aa", true), ("^a{2,3}$", "aaaa", false), ("^a{2,}$", "aaaaa", true),
    ("^a{0}$", "", true), ("^(ab|cd)+$", "abcdab", true), ("^(|a)b$", "b", true),
    ("^a+?$", "aaa", true), ("(?i)straße", "STRAẞE", true), ("(?i)straße", "STRASSE", false),
    ("(?i)k", "\u{212A}", true), ("(?i)\u{212A}", "k", true), ("(?i)[^k]", "K", false),
    ("a(?i)b", "aB", true), ("a(?i)b", "AB", false), ("a(?i:b)c", "aBc", true),
    ("a(?i:b)c", "aBC", false), ("(?i)a(?-i)b", "AB", false), ("(?<year>\\d+)", "1", true),
    ("\\u{1F600}", "😀", true), ("\\x{E9}", "é", true), ("\\u00e9", "é", true), ("\\x41", "A", true),
    ("^👨‍👩‍👧$", "👨‍👩‍👧", true), ("^.{5}$", "👨‍👩‍👧", true), ("🇩🇪", "🇫🇷🇩🇪", true),
    ("a-b]", "a-b]", true), ("[\\]]", "]", true), ("[a\\-c]", "b", false), ("[a-]", "-", true),
    ("a\\.b", "a.b", true), ("a\\/b", "a/b", true), ("\\t", "\t", true), ("(a*)*b", "aaab", true),
    ("(a|a)*b", "aaaa", false), ("İ", "i\u{307}", false), ("(?i)İ", "i", false),
  ])
  func matching(pattern: String, text: String, expected: Bool) {
    let found = (try? RegularExpression(pattern))?.matches(text)
    #expect(found == expected, "/\(pattern)/ in \(text.debugDescription)")
  }

  @Test(arguments: [
    ("cafe", "CAFÉ", true), ("café", "cafe", true), ("^caf.$", "cafe\u{301}", true),
    ("caf[é]", "CAFE", true), ("e\u{301}+x", "éx", true), ("Øst", "ost", false),
    ("^\\w{4}$", "cafe\u{301}", true), ("ı", "i", false),
  ])
  func ignoringCaseAndDiacritics(pattern: String, text: String, expected: Bool) throws {
    let expression = try RegularExpression(pattern, ignoresCase: true, ignoresDiacritics: true)
    #expect(expression.matches(text) == expected, "/\(pattern)/ in \(text)")
  }

  @Test(arguments: [
    ("a(?=b)", 1..<4, RegexError.Problem.unsupported(.lookaround)),
    ("a(?!b)", 1..<4, .unsupported(.lookaround)), ("(?<=a)b", 0..<4, .unsupported(.lookaround)),
    ("(?<!a)b", 0..<4, .unsupported(.lookaround)), ("(?>a)", 0..<3, .unsupported(.atomicGroup)),
    ("(a)\\1", 3..<5, .unsupported(.backReference)),
    ("é\\k<n>", 2..<4, .unsupported(.backReference)),
    ("a*+", 1..<3, .unsupported(.possessiveRepeat)),
    ("a{2}+", 3..<5, .unsupported(.possessiveRepeat)),
    ("(?(1)a)", 0..<3, .unsupported(.conditionalGroup)), ("(?#x)", 0..<3, .unsupported(.comment)),
    ("a**", 2..<3, .repeatedTwice), ("*a", 0..<1, .nothingToRepeat),
    ("(+)", 1..<2, .nothingToRepeat),
    ("a{", 1..<2, .countExpected), ("a{x}", 1..<2, .countExpected),
    ("a{3,2}", 1..<6, .reversedCount),
    ("a{1001}", 2..<6, .countTooLarge), ("(a{1000}){1000}", 0..<15, .tooLarge),
    ("(a", 0..<1, .unclosed("(")), ("[a", 0..<1, .unclosed("[")), ("a)", 1..<2, .unopened),
    ("[]", 0..<2, .emptyClass), ("[z-a]", 1..<4, .reversedRange),
    ("[\\d-z]", 1..<5, .rangeOfClasses),
    ("[a[b]]", 2..<3, .unsupported(.nestedClass)), ("[a&&b]", 2..<4, .unsupported(.classOperation)),
    ("\\", 0..<1, .nothingEscaped), ("a\\y", 1..<3, .unknownEscape),
    ("\\R", 0..<2, .unsupported(.escape)),
    ("\\u{110000}", 0..<10, .invalidScalar), ("\\xZ", 0..<2, .invalidScalar),
    ("\\p{Greek}", 0..<9, .unknownProperty(nearest: [])), ("(?y)a", 2..<3, .unknownFlag),
    ("[[:foo:]]", 1..<8, .unknownProperty(nearest: [])),
  ])
  func refusing(pattern: String, range: Range<Int>, problem: RegexError.Problem) {
    #expect(throws: RegexError(problem: problem, range: range)) { try RegularExpression(pattern) }
  }

  @Test func everyProblemHasAMessage() {
    let texts = ["(?=", "\\1", "(?>", "a++", "[a", "[z-a]", "\\p{Upp}", "a{9999}", "(?y)", "[[a]]"]
    for text in texts {
      do {
        _ = try RegularExpression(text)
        Issue.record("\(text) was taken")
      } catch {
        #expect(!error.message.isEmpty && !error.message.hasSuffix("."))
      }
    }
  }

  /// Patterns that take backtracking engines exponential time.
  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      "^(a*)*b$", "^(a|aa)+$x", "(a|a)*b", "^(a+)+$x", "a*a*a*a*a*b", "(.*)(.*)(.*)x$",
    ]
  )
  func timeIsLinear(pattern: String) throws {
    let expression = try RegularExpression(pattern)
    let text = String(repeating: "a", count: 15_000)
    #expect(!expression.matches(text))
  }

  /// More states than are kept: the table is cleared, and the answer is right.
  @Test func manyStates() throws {
    let expression = try RegularExpression("^[ab]*a[ab]{14}$")
    var bits: UInt32 = 1
    for length in 0..<60 {
      var text = ""
      for _ in 0..<(length * 7) {
        bits = bits &* 1_664_525 &+ 1_013_904_223
        text += bits >> 31 == 0 ? "a" : "b"
      }
      let marked = Array(text)
      let expected = marked.count >= 15 && marked[marked.count - 15] == "a"
      #expect(expression.matches(text) == expected)
    }
  }

  /// States that hold many instructions are thrown away too, or memory would grow with the text.
  @Test func largeStates() throws {
    let expression = try RegularExpression("^[ab]*a[ab]{900}$")
    var samples = StringSamples(seed: 7)
    let long = (0..<3000).map { _ in samples.next(below: 2) == 0 ? "a" : "b" }
    #expect(expression.matches(long.joined()) == (long[long.count - 901] == "a"))
  }

  /// Nothing that is written can stop the process.
  @Test func anyStringIsAPatternOrRejected() throws {
    var samples = StringSamples(seed: 99)
    let signs = Alphabet.scalars("ab(){}[]*+?|\\^$.-:<>=!iupPdwx1,é")
    for _ in 0..<StringSamples.count(5000) {
      let pattern = samples.text(of: signs, upTo: 12)
      _ = (try? RegularExpression(pattern))?.matches("ab1é")
    }
    let deep = String(repeating: "(", count: 5000)
    #expect(throws: RegexError.self) { try RegularExpression(deep) }
  }
}
