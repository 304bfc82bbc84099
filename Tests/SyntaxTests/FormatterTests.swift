import Diagnostics
import Syntax
import TestSupport
import Testing

/// Scripts in the canonical spelling.
@Suite struct FormatterTests {
  static let scripts: [(text: String, formatted: String)] = [
    ("", ""),
    ("fetch  Budget", "fetch Budget\n"),
    ("fetch A;count B", "fetch A\ncount B\n"),
    ("fetch A\n\n\n\ncount B;\n", "fetch A\n\ncount B\n"),
    ("// one\n// two\nfetch A", "// one\n// two\nfetch A\n"),
    ("#!/usr/bin/env martlet\nfetch A", "#!/usr/bin/env martlet\nfetch A\n"),
    ("fetch A // behind\ncount B", "fetch A  // behind\ncount B\n"),
    ("fetch A\n\n// at the end   \n\n", "fetch A\n\n// at the end\n"),
    ("/* a */ fetch A", "/* a */\nfetch A\n"),
    (
      "fetch A\n  WHERE x=1 // why\n  limit 3\n= 1+1",
      "fetch A\n  WHERE x=1 // why\n  limit 3\n= 1 + 1\n"
    ),
    (".mode   csv\nfetch A", ".mode   csv\nfetch A\n"),
    ("fetch A where x == \"// no comment\"", "fetch A where x == \"// no comment\"\n"),
    ("model A{x:Int}", "model A {\n  x: Int\n}\n"),
  ]

  @Test(arguments: scripts)
  func isWrittenInOneWay(text: String, formatted: String) throws {
    let once = try ScriptFormatter.text(of: SourceText(name: "", text: text))
    #expect(once == formatted)
    #expect(try ScriptFormatter.text(of: SourceText(name: "", text: once)) == formatted)
  }

  @Test func longQueriesHaveALineForEachClause() throws {
    let text = """
      fetch Budget as b where spent > limit and name ~ "vac" group by owner having count() > 3 \
      select owner, count() as n sort n desc offset 3 limit 10
      """
    let formatted = """
      fetch Budget as b
        where spent > limit and name ~ "vac"
        group by owner
        having count() > 3
        select owner, count() as n
        sort n desc
        offset 3
        limit 10

      """
    #expect(try ScriptFormatter.text(of: SourceText(name: "", text: text)) == formatted)
    #expect(try ScriptFormatter.text(of: SourceText(name: "", text: formatted)) == formatted)
  }

  @Test func nestedQueriesStayOnTheirLine() throws {
    let text = """
      let recent(days: Int = 7) = fetch Expense where budget in (Budget where limit > 3 limit 10) \
      select name, budget { name, expenses { name where amount > 3 } }
      """
    let formatted = """
      let recent(days: Int = 7) = fetch Expense
        where budget in (Budget where limit > 3 limit 10)
        select name, budget { name, expenses { name where amount > 3 } }

      """
    #expect(try ScriptFormatter.text(of: SourceText(name: "", text: text)) == formatted)
  }

  @Test func manyRecordsHaveALineEach() throws {
    let record = "{ name: \"a name that is somewhat long\", limit: 100 }"
    let text = "insert Budget [\(record), \(record)]"
    #expect(
      try ScriptFormatter.text(of: SourceText(name: "", text: text))
        == "insert Budget [\n  \(record),\n  \(record)\n]\n"
    )
  }

  @Test func parseErrorsAreReported() {
    #expect(throws: DiagnosticList.self) {
      try ScriptFormatter.text(of: SourceText(name: "", text: "fetch A\nfetch B where"))
    }
  }

  /// The examples of the grammar: the formatted script says the same, and formats as itself.
  @Test func examplesKeepTheirMeaning() throws {
    for path in try Repository.files(in: "Grammar/Accepted") {
      let text = try Repository.text(path)
      let once = try ScriptFormatter.text(of: SourceText(name: path, text: text))
      #expect(try ScriptFormatter.text(of: SourceText(name: path, text: once)) == once, "\(path)")
      #expect(Self.statements(once) == Self.statements(text), "\(path)")
    }
  }

  /// Every input of the scripts.
  @Test func inputsOfScriptsKeepTheirMeaning() throws {
    var count = 0
    for path in try Repository.files(in: "Tests/Scripts") {
      for input in Self.inputs(try Repository.text(path)) where diagnostics(of: input).isEmpty {
        try Self.check(input)
        count += 1
      }
    }
    #expect(count > 2_000)
  }

  /// Scripts of sentences of the grammar, with comments before, after and within them.
  @Test func randomScriptsKeepTheirMeaningAndComments() throws {
    var sentences = try GrammarSentences(seed: 31)
    for round in 0..<fuzzCount(3_000) {
      var script = ""
      for _ in 0..<sentences.pick([1, 2, 3]) {
        if sentences.random.chance(30) { script += "// before\n" }
        let sentence = sentences.statement(size: 5 + round % 50)
        script += sentences.random.chance(20) ? Self.commented(sentence) : sentence
        script += sentences.pick([";\n", ";\n\n\n", "; // after\n", ";\n/* a\n b */\n"])
      }
      guard diagnostics(of: script).isEmpty else { continue }
      try Self.check(script)
    }
  }

  /// The sentence with a comment after its first token.
  private static func commented(_ sentence: String) -> String {
    let source = SourceText(name: "", text: sentence)
    var lexer = Lexer(source)
    let end = lexer.next().span.upperBound
    return source.text(in: SourceSpan(0, end)) + " /* within */ "
      + source.text(in: SourceSpan(end, source.bytes.count))
  }

  /// The formatted script has the same trees and comments, and formats as itself.
  private static func check(_ text: String) throws {
    let once = try ScriptFormatter.text(of: SourceText(name: "", text: text))
    #expect(items(of: once).map(describe) == items(of: text).map(describe), "\(text)")
    // Only the parser knows that the slashes of a regular expression are not a comment.
    if !text.contains("\\//") { #expect(comments(once) == comments(text), "\(text)") }
    #expect(try ScriptFormatter.text(of: SourceText(name: "", text: once)) == once, "\(text)")
  }

  private static func describe(_ item: ScriptItem) -> String {
    switch item {
    case .statement(let statement): SyntaxTests.describe(statement)
    case .command(let line): "command \(line.name.text) \(line.rest.text)"
    case .failure(let failures, _): "\(failures.map(\.message))"
    }
  }

  private static func comments(_ text: String) -> [String] {
    let source = SourceText(name: "", text: text)
    var lexer = Lexer(source, keepsComments: true)
    var comments: [String] = []
    while true {
      let token = lexer.next()
      if token.kind == .end { return comments }
      if token.kind == .comment {
        comments.append(source.text(in: token.span).split(separator: "\n").joined())
      }
    }
  }

  /// The inputs of a script of the tests: the lines after `>`.
  private static func inputs(_ script: String) -> [String] {
    var inputs: [String] = []
    var isInput = false
    for line in script.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("> ") {
        inputs.append(String(line.dropFirst(2)))
        isInput = true
      } else if isInput, line != "---", !line.isEmpty {
        inputs[inputs.count - 1] += "\n" + line
      } else {
        isInput = false
      }
    }
    return inputs
  }

  private static func statements(_ text: String) -> [String] {
    var parser = ScriptParser(SourceText(name: "", text: text))
    var texts: [String] = []
    while let item = parser.next() {
      if case .statement(let statement) = item { texts.append(SyntaxPrinter().text(of: statement)) }
    }
    return texts
  }
}
