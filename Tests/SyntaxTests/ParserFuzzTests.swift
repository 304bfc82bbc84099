import Diagnostics
import Syntax
import TestSupport
import Testing

/// Whatever is fed, the parser answers, makes progress, and points into the text.
@Suite struct ParserFuzzTests {
  @Test func mutatedExamplesAreHandled() throws {
    let texts = try ExampleBlock.all(in: "Grammar/Accepted").map { $0.lines(without: "//>") }
    var random = SeededRandom(seed: 3)
    for _ in 0..<fuzzCount(4000) {
      let text = texts.randomElement(using: &random) ?? ""
      let other = texts.randomElement(using: &random) ?? ""
      check(mutated(Array(text.utf8), with: Array(other.utf8), &random))
    }
  }

  @Test func randomBytesAreHandled() {
    var random = SeededRandom(seed: 4)
    for _ in 0..<fuzzCount(2000) {
      let count = Int.random(in: 0..<60, using: &random)
      check((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
  }

  @Test func randomTokensAreHandled() {
    let words = Keyword.allCases.map(\.rawValue) + Symbol.allCases.map(\.rawValue)
    let others = ["a", "`b c`", "1", "2.5", "\"s\"", "2026-11-21", "$p", "days", "\n", "\n\n"]
    var random = SeededRandom(seed: 5)
    for _ in 0..<fuzzCount(4000) {
      let count = Int.random(in: 1..<25, using: &random)
      let parts = (0..<count).compactMap { _ in
        (words + others + others).randomElement(using: &random)
      }
      check(Array(parts.joined(separator: " ").utf8))
    }
  }

  @Test func sentencesWithChangedTokensAreHandled() throws {
    var sentences = try GrammarSentences(seed: 6)
    for round in 0..<fuzzCount(3000) {
      var tokens = sentences.statement(size: 10 + round % 40).split(separator: " ").map(String.init)
      for _ in 0...round % 3 {
        tokens.swapAt(
          Int.random(in: 0..<tokens.count, using: &sentences.random),
          Int.random(in: 0..<tokens.count, using: &sentences.random)
        )
      }
      check(Array(tokens.joined(separator: " ").utf8))
    }
  }

  private func mutated(
    _ text: [UInt8],
    with other: [UInt8],
    _ random: inout SeededRandom
  ) -> [UInt8] {
    var text = text
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0...text.count, using: &random)
      let end = min(text.count, place + Int.random(in: 0...6, using: &random))
      switch Int.random(in: 0..<4, using: &random) {
      case 0: text.removeSubrange(place..<end)
      case 1: text.insert(UInt8.random(in: 0...255, using: &random), at: place)
      case 2: text.replaceSubrange(place..<end, with: "(){}[];\"`\n".utf8.shuffled(using: &random))
      default: text.insert(contentsOf: other.prefix(10), at: place)
      }
    }
    return text
  }

  private func check(_ bytes: [UInt8]) {
    let source = SourceText(name: "", text: String(decoding: bytes, as: UTF8.self))
    var parser = ScriptParser(source)
    var end = 0
    while let item = parser.next() {
      let span = span(of: item)
      #expect(span.lowerBound >= end && span.upperBound <= source.bytes.count, "\(source.text)")
      end = span.upperBound
      check(item, in: source)
    }
    _ = completeness(of: source.text)
  }

  private func check(_ item: ScriptItem, in source: SourceText) {
    switch item {
    case .failure(let all, _):
      #expect(!all.isEmpty)
      for label in all.flatMap({ $0.secondary + ($0.primary.map { [$0] } ?? []) }) {
        #expect(label.span.upperBound <= source.bytes.count, "\(source.text)")
      }
    case .statement(let tree):
      let printed = SyntaxPrinter().text(of: tree)
      #expect(statement(printed).map(describe) == describe(tree), "\(printed)")
    case .command: break
    }
  }

  private func span(of item: ScriptItem) -> SourceSpan {
    switch item {
    case .statement(let statement): statement.span
    case .command(let command): command.span
    case .failure(_, let span): span
    }
  }
}
