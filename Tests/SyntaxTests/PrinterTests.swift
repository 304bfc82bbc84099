import Diagnostics
import Syntax
import TestSupport
import Testing

@Suite struct PrinterTests {
  /// What is printed reads back as the same tree, and prints the same again.
  @Test func printingAndParsingAreInverse() {
    var trees = RandomTrees(seed: 1)
    for round in 0..<fuzzCount(3000) {
      let tree = trees.statement(1 + round % 5)
      let text = SyntaxPrinter().text(of: tree)
      guard let read = statement(text) else {
        Issue.record("does not parse: \(text)\n\(diagnostics(of: text).map(\.message))")
        return
      }
      guard describe(read) == describe(tree), SyntaxPrinter().text(of: read) == text else {
        Issue.record("reads differently: \(text)\n\(describe(tree))\n\(describe(read))")
        return
      }
    }
  }

  /// Without any one pair of its parentheses, a text means something else or nothing.
  @Test func parenthesesAreNeeded() {
    var trees = RandomTrees(seed: 2)
    for round in 0..<fuzzCount(1500) {
      let tree = trees.expression(2 + round % 3)
      let text = "= " + SyntaxPrinter().text(of: tree)
      for shorter in withoutOnePairOfParentheses(text) {
        guard statement(shorter).map(describe) == "(= \(describe(tree)))" else { continue }
        Issue.record("needless parentheses: \(text)\nthe same is: \(shorter)")
        return
      }
    }
  }

  /// The text without each pair of parentheses that groups, one pair at a time.
  private func withoutOnePairOfParentheses(_ text: String) -> [String] {
    let source = SourceText(name: "", text: text)
    var lexer = Lexer(source)
    var open: [SourceSpan] = []
    var pairs: [(SourceSpan, SourceSpan)] = []
    while case let token = lexer.next(), token.kind != .end {
      if token.kind == .symbol(.leftParenthesis) { open.append(token.span) }
      if token.kind == .symbol(.rightParenthesis), let start = open.popLast() {
        pairs.append((start, token.span))
      }
    }
    return pairs.map { start, end in
      source.text(in: SourceSpan(0, start.lowerBound)) + " "
        + source.text(in: SourceSpan(start.upperBound, end.lowerBound)) + " "
        + source.text(in: SourceSpan(end.upperBound, source.bytes.count))
    }
  }

  @Test(arguments: [
    ("name", "name"), ("größe", "größe"), ("where", "where"), ("Nil", "`Nil`"),
    ("self", "`self`"), ("order by", "`order by`"), ("", "``"), ("1st", "`1st`"), ("a-b", "`a-b`"),
    ("a`b\\", "`a\\`b\\\\`"), ("a\nb", "`a\\nb`"), ("\u{FEFF}a", "`\\u{FEFF}a`"), ("a ", "`a `"),
    ("a//b", "`a//b`"), ("/*", "`/*`"), ("$a", "`$a`"), ("😀", "`😀`"), ("a\u{0}", "`a\\u{0}`"),
  ]) func quotesNames(_ name: String, _ expected: String) {
    #expect(quotedIfNeeded(name) == expected)
  }

  @Test func modelsHaveALineForEachMember() throws {
    let tree = try #require(statement("model A { a: Int, b = a + 1, display a }"))
    guard case .model(let declaration) = tree.kind else {
      Issue.record("no model")
      return
    }
    let expected = """
      model A {
        a: Int
        b = a + 1
        display a
      }
      """
    #expect(SyntaxPrinter().text(of: declaration) == expected)
  }

  @Test func queriesPrintWithoutTheirStatement() {
    guard case .count(let query) = statement("count A limit 3 where x")?.kind else {
      Issue.record("no count")
      return
    }
    #expect(SyntaxPrinter().text(of: query) == "A where x limit 3")
  }
}
