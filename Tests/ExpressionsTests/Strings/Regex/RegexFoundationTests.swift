import Expressions
import Foundation
import TestSupport
import Testing

/// Compares random patterns with Foundation's NSRegularExpression.
@Suite struct RegexFoundationTests {
  @Test(arguments: 0..<UInt64(fuzzCount(12)))
  func findsTheSameAsFoundation(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<400 {
      let ignoresCase = random.chance(30)
      let pattern = RandomPattern.text(depth: 3, &random)
      let oracle = try NSRegularExpression(
        pattern: pattern,
        options: ignoresCase ? [.caseInsensitive] : []
      )
      let expression = try RegularExpression(pattern, ignoresCase: ignoresCase)
      for _ in 0..<12 {
        let text = RandomPattern.subject(&random)
        let range = NSRange(text.startIndex..., in: text)
        let expected = oracle.firstMatch(in: text, range: range) != nil
        #expect(expression.matches(text) == expected, "/\(pattern)/ in \(text.debugDescription)")
      }
    }
  }
}

/// Patterns and strings of few letters, so that they often match.
private enum RandomPattern {
  static func text(depth: Int, _ random: inout SeededRandom) -> String {
    let count = Int.random(in: 1...3, using: &random)
    let sequence = (0..<count).map { _ in repeated(depth: depth, &random) }.joined()
    return random.chance(15) ? sequence + "|" + text(depth: depth - 1, &random) : sequence
  }

  private static func repeated(depth: Int, _ random: inout SeededRandom) -> String {
    let atom = atom(depth: depth, &random)
    guard random.chance(35), !assertions.contains(atom) else { return atom }
    // Foundation is wrong if a lazy repeat of a group contains a lazy repeat.
    let lazy = atom.hasSuffix(")") ? [] : ["*?", "+?", "??", "{1,2}?"]
    return atom + random.pick(["*", "+", "?", "{2}", "{1,2}", "{0,3}", "{1,}"] + lazy)
  }

  private static func atom(depth: Int, _ random: inout SeededRandom) -> String {
    if depth > 0, random.chance(25) {
      return random.pick(["(", "(?:"]) + text(depth: depth - 1, &random) + ")"
    }
    if random.chance(12) { return random.pick(assertions) }
    if random.chance(25) { return random.pick(classes) }
    return random.pick(["a", "b", "c", "A", "é", "É", "1", "_", " ", "\\.", "-", "Σ", "."])
  }

  private static let assertions = ["^", "$", "\\b", "\\B"]

  private static let classes = [
    "[ab]", "[^a]", "[a-c]", "[^a-c1]", "\\d", "\\w", "\\s", "\\D", "\\W", "\\S", "[\\d_]",
    "[\\w-]", "[^\\s]", "[é-ü]", "[-a]", "[.]", "\\p{L}", "\\P{L}", "\\p{Lu}", "[A-C]", "[ς]",
    "\\x61", "\\u0062", "[[:alpha:]]",
  ]

  static func subject(_ random: inout SeededRandom) -> String {
    let letters = [
      "a", "a", "b", "b", "c", "A", "B", "é", "É", "1", "2", "_", " ", ".", "-", "ς", "σ", "Σ",
    ]
    return (0..<Int.random(in: 0...9, using: &random)).map { _ in random.pick(letters) }.joined()
  }
}
