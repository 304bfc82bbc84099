import Diagnostics
import Syntax
import TestSupport
import Testing

/// Sentences that are made from the grammar are read by the parser and kept by the printer.
@Suite struct SentenceTests {
  @Test func sentencesOfTheGrammarParseAndPrint() throws {
    var sentences = try GrammarSentences(seed: 11)
    for round in 0..<fuzzCount(20_000) {
      let text = sentences.statement(size: 5 + round % 60)
      guard let tree = statement(text) else {
        Issue.record("does not parse: \(text)\n\(diagnostics(of: text).map(\.message))")
        return
      }
      let printed = SyntaxPrinter().text(of: tree)
      let reread = statement(printed)
      guard reread.map(describe) == describe(tree) else {
        Issue.record("prints as another tree: \(text)\n\(printed)")
        return
      }
      guard reread.map({ SyntaxPrinter().text(of: $0) }) == printed else {
        Issue.record("prints differently the second time: \(printed)")
        return
      }
    }
  }

  /// What the makers of sentences say themselves belongs to a rule of the grammar.
  @Test func everySpecialRuleIsNecessary() throws {
    let rules = try GrammarExpression.rules()
    #expect(Set(GrammarSentences.specialRules.keys).subtracting(rules.keys).sorted() == [])
  }
}
