import Diagnostics
import Syntax
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

  private static func statements(_ text: String) -> [String] {
    var parser = ScriptParser(SourceText(name: "", text: text))
    var texts: [String] = []
    while let item = parser.next() {
      if case .statement(let statement) = item { texts.append(SyntaxPrinter().text(of: statement)) }
    }
    return texts
  }
}
