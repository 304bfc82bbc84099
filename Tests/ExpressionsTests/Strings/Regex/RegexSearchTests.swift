import Expressions
import Foundation
import Model
import TestSupport
import Testing

/// Compares groups of regular expressions with those of Foundation.
@Suite struct RegexSearchTests {
  private static func call(_ function: ScalarFunction, _ arguments: [Value]) throws -> Value {
    let context = EvaluationContext(now: Timestamp(microseconds: 0), timeZone: .gmt)
    return try FunctionEvaluator(context: context).call(function, arguments)
  }

  private static let patterns = [
    "a", "a*", "a+?b", "(a|ab)(c|bcd)(d*)", "(a+)(b+)?", "^(\\w+)\\s(\\w+)$", "(a)|(b)", "x*",
    "(?:ab)+(c)?", "(\\d+)-(\\d+)", "\\b(\\w)", "(a|b)*?c", "((a)(b))+", "[^b]+$", "a{2,3}?",
    "(?i)A(b)", "(?<name>b+)a",
  ]

  @Test(arguments: patterns)
  func groupsAreThoseOfFoundation(pattern: String) throws {
    let expression = try NSRegularExpression(pattern: pattern)
    var random = SeededRandom(seed: 51)
    let fixed = ["", "abcd", "ab cd", "12-34 56-78", "aab aaab", "AbC", "bbba"]
    let others = (0..<fuzzCount(100)).map { _ in
      String((0..<random.pick([2, 5, 9])).map { _ in random.pick(Array("aabbcd1- ")) })
    }
    for text in fixed + others {
      let whole = NSRange(text.startIndex..., in: text)
      let match = expression.firstMatch(in: text, range: whole)
      for group in 0...expression.numberOfCaptureGroups {
        let range = match.flatMap { Range($0.range(at: group), in: text) }
        let expected = range.map { Value.string(String(text[$0])) } ?? .null
        let found = try Self.call(
          .match,
          [.string(text), .string(pattern), .int(Int64(group))]
        )
        #expect(found == expected, "group \(group) of \(pattern) in \(text.debugDescription)")
      }
      let replaced = expression.stringByReplacingMatches(
        in: text,
        range: whole,
        withTemplate: "<$0>"
      )
      let result = try Self.call(
        .replaceMatches,
        [.string(text), .string(pattern), .string("<$0>")]
      )
      #expect(result == .string(replaced), "\(pattern) in \(text.debugDescription)")
    }
  }

  @Test func manyAlternativesTakeLinearTime() throws {
    let text = String(repeating: "a", count: 2000)
    #expect(try Self.call(.match, [.string(text), .string("(a*)*b"), .int(0)]) == .null)
  }
}
