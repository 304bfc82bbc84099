import Diagnostics
import Syntax
import Testing

/// Where statements end, and what happens after a faulty one.
@Suite struct StatementBoundaryTests {
  /// Each text with its contents: statements in canonical form, `.name` for a dot-command with its
  /// words, `!` with the text for skipped input.
  @Test(arguments: [
    ("fetch A; fetch B;; count C", ["fetch A", "fetch B", "count C"]),
    ("fetch A\nfetch B", ["fetch A", "fetch B"]),
    ("fetch A\n\nwhere x", ["fetch A", "! where x"]),
    ("fetch A\nwhere x\n  and y", ["fetch A where x and y"]),
    ("fetch A where x\n  fetch B", ["fetch A where x", "fetch B"]),
    ("fetch A where\n  count > 3", ["fetch A where count > 3"]),
    ("fetch A where\n\n  x", ["fetch A where x"]),
    ("fetch A select\n  count(b),\n  fetch", ["fetch A select count(b), fetch"]),
    ("fetch A where (x\n\nand count\n> 1)", ["fetch A where x and count > 1"]),
    ("fetch A where x in [1,\n\n2]", ["fetch A where x in [1, 2]"]),
    ("= if a\n\nthen b\n\nelse c", ["= if a then b else c"]),
    ("= x between 1\n\nand 2", ["= x between 1 and 2"]),
    ("= 1\n= 2", ["= 1", "= 2"]),
    ("= 1\n+ 2\n\n+ 3", ["= 1 + 2", "! + 3"]),
    ("= a\n== b", ["= a == b"]),
    ("= a\n// comment\n+ b", ["= a + b"]),
    ("= a // comment\n\n// comment\n= b", ["= a", "= b"]),
    ("= -5\n.models", ["= -5", ".models"]),
    ("= a\n.models x", ["= a", ".models x"]),
    ("= (a\n.b)", ["= a.b"]),
    (".mode csv;\n.quit", [".mode csv", ".quit"]),
    (".open 'a b' \"c \\\" d\" e\"f", [".open a b|c \" d|e\"f"]),
    (".read /*\n= 1 /* x */", [".read /*", "= 1"]),
    ("= 1; .mode csv ; x\n= 2", ["= 1", ".mode csv|;|x", "= 2"]),
    (".open \"x\n= 1", ["! .open \"x", "= 1"]),
    ("model A { a: Int\n\n b: Int }\n= 1", ["model A {\n  a: Int\n  b: Int\n}", "= 1"]),
    ("insert A x: 1,\n  y: 2\ninsert A x: 3", ["insert A x: 1, y: 2", "insert A x: 3"]),
    ("foo bar\nfetch A", ["! foo bar", "fetch A"]),
    ("foo; fetch A", ["! foo;", "fetch A"]),
    ("fetch A where (x\nfetch B", ["! fetch A where (x", "fetch B"]),
    (
      "fetch A where (x y\n\ncount > 1)\nfetch B",
      ["! fetch A where (x y\n\ncount > 1)", "fetch B"]
    ),
    ("fetch A where\nfetch B", ["! fetch A where", "fetch B"]),
    ("model A { a Int\n\n b: Int }\n= 1", ["! model A { a Int\n\n b: Int }", "= 1"]),
    ("= \"a\n= 1\n\n= 2", ["! = \"a", "= 1", "= 2"]),
    ("= 2026-02-30\n= 1", ["! = 2026-02-30", "= 1"]),
    ("= 2026-02-30; = 1", ["! = 2026-02-30", "= 1"]),
    ("= )\n.quit", ["! = )", ".quit"]),
    ("", []), ("  \n// only a comment\n;;", []),
  ]) func holds(_ text: String, _ expected: [String]) {
    let source = SourceText(name: "", text: text)
    #expect(items(of: text).map { summary(of: $0, in: source) } == expected)
  }

  private func summary(of item: ScriptItem, in source: SourceText) -> String {
    switch item {
    case .statement(let statement): SyntaxPrinter().text(of: statement)
    case .command(let command):
      ([".\(command.name.text)"] + (command.arguments.isEmpty ? [] : [""])).joined(separator: " ")
        + command.arguments.map(\.text).joined(separator: "|")
    case .failure(_, let span): "! \(source.text(in: span))"
    }
  }

  @Test func startsAtTheGivenPosition() {
    let source = SourceText(name: "", text: "fetch A\nfetch B where x\nfetch C")
    var parser = ScriptParser(source, startingAt: 8)
    guard case .statement(let statement) = parser.next() else {
      Issue.record("no statement")
      return
    }
    #expect(source.text(in: statement.span) == "fetch B where x")
  }

  @Test func spansOfStatementsCoverThem() {
    let source = SourceText(name: "", text: "  fetch A where (x) ;  // c\n= 1 ")
    let texts = items(of: source.text).map { item in
      if case .statement(let statement) = item { source.text(in: statement.span) } else { "" }
    }
    #expect(texts == ["fetch A where (x)", "= 1"])
  }

  @Test func commandsHaveTheirArguments() throws {
    let source = SourceText(name: "", text: "= 1\n  .output  'a b.csv'  now ;  \n= 2")
    guard case .command(let command) = items(of: source.text)[1] else {
      Issue.record("no command")
      return
    }
    #expect(source.text(in: command.span) == ".output  'a b.csv'  now")
    #expect(source.text(in: command.name.span) == "output")
    #expect(command.arguments.map(\.text) == ["a b.csv", "now"])
    #expect(command.arguments.map { source.text(in: $0.span) } == ["'a b.csv'", "now"])
    #expect(command.rest.text == "'a b.csv'  now")
    #expect(source.text(in: command.rest.span) == command.rest.text)
  }

  @Test(arguments: [
    ("", Completeness.complete), ("  // x", .complete), ("fetch Budget", .complete),
    (".mode", .complete), ("fetch Budget where x;", .complete),
    ("fetch", .incomplete(open: "fetch …")),
    ("fetch Budget where", .incomplete(open: "where …")),
    ("fetch Budget where x and", .incomplete(open: "where …")),
    ("fetch Budget sort name,", .incomplete(open: "sort …")),
    ("fetch Budget where (", .incomplete(open: "(")),
    ("fetch Budget where (x", .incomplete(open: "(")),
    ("fetch Budget where x in (Budget where", .incomplete(open: "where …")),
    ("= count(a where", .incomplete(open: "where …")),
    ("= [1,", .incomplete(open: "[")),
    ("insert A {", .incomplete(open: "{")), ("model A {\n  a: Int\n", .incomplete(open: "{")),
    ("model A", .incomplete(open: "model …")),
    ("= \"abc", .incomplete(open: "\"")), ("= 'abc", .incomplete(open: "'")),
    ("= 1 /* abc", .incomplete(open: "/*")), ("/*", .incomplete(open: "/*")),
    ("= if a", .incomplete(open: "if …")), ("= if a then b else", .incomplete(open: "= …")),
    ("= x between 1", .incomplete(open: "between …")), ("= x in 1...", .incomplete(open: "in …")),
    ("= 1; = (", .incomplete(open: "(")),
    ("= ) (", .faulty), ("fetch Budget wher", .faulty), ("= (1 ]", .faulty),
    ("fetch Budget where ;", .faulty), ("= a < b < c", .faulty), ("= 2026-02-30", .faulty),
    ("= 2026-02-30 + (", .faulty), ("= `a", .faulty), (".open \"a", .faulty),
    ("foo\n= (", .faulty),
  ]) func judgesCompleteness(_ text: String, _ expected: Completeness) {
    #expect(completeness(of: text) == expected)
  }
}
