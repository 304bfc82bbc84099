import Diagnostics
import Testing

@Suite struct DiagnosticRendererTests {
  /// The span of the first `part` in `text`.
  private func span(_ part: String, in text: String) -> SourceSpan {
    let bytes = Array(text.utf8)
    let wanted = Array(part.utf8)
    for start in 0...max(0, bytes.count - wanted.count)
    where bytes[start...].starts(with: wanted) {
      return SourceSpan(start, start + wanted.count)
    }
    return SourceSpan(at: bytes.count)
  }

  private func render(_ diagnostic: Diagnostic, _ text: String, name: String = "q.fetch") -> String
  {
    DiagnosticRenderer().render([diagnostic], in: SourceText(name: name, text: text))
  }

  @Test func pointsAtTheName() {
    let text = "// a report\n\nfetch Budget where nme == 1\n"
    let diagnostic = Diagnostic(
      "no attribute \"nme\" in Budget",
      at: span("nme", in: text),
      help: ["did you mean `name`?"]
    )
    #expect(
      render(diagnostic, text, name: "report.fetch") == """
        report.fetch:3:20: error: no attribute "nme" in Budget
          3 | fetch Budget where nme == 1
            |                    ^^^
        help: did you mean `name`?

        """
    )
  }

  @Test func pointsIntoItsOwnText() {
    let text = "\n\nmodel Kid { n: Itn }\n"
    let diagnostic = Diagnostic("no type `Itn`", at: span("Itn", in: text))
      .with(source: SourceText(name: "kid.fetch", text: text, firstLine: 5))
      .adding(help: ["declare it anew"])
    #expect(
      render(diagnostic, "model Parent { }") == """
        kid.fetch:7:16: error: no type `Itn`
          7 | model Kid { n: Itn }
            |                ^^^
        help: declare it anew

        """
    )
  }

  @Test func withoutAPosition() {
    let diagnostic = Diagnostic(.warning, "file is empty", at: nil, help: ["add a line"])
    #expect(
      render(diagnostic, "text") == "q.fetch: warning: file is empty\nhelp: add a line\n"
    )
    #expect(
      DiagnosticRenderer().render([diagnostic], in: nil)
        == "warning: file is empty\nhelp: add a line\n"
    )
    #expect(DiagnosticRenderer().render([], in: nil) == "")
  }

  @Test func twoLabelsOnOneLine() {
    let text = "fetch Budget where limit ~ \"x\""
    let diagnostic = Diagnostic(
      .error,
      "`~` needs text on both sides",
      at: Diagnostic.Label(span("~", in: text)),
      also: [
        Diagnostic.Label(span("limit", in: text), "this is a Double"),
        Diagnostic.Label(span("\"x\"", in: text), "this is a String"),
      ]
    )
    #expect(
      render(diagnostic, text) == """
        q.fetch:1:26: error: `~` needs text on both sides
          1 | fetch Budget where limit ~ "x"
            |                    ----- ^ --- this is a String
            |                    this is a Double

        """
    )
  }

  @Test func severalLabelsAreBelowTheLine() {
    let text = "aa bb cc"
    let diagnostic = Diagnostic(
      .error,
      "three",
      at: Diagnostic.Label(span("bb", in: text), "second"),
      also: [
        Diagnostic.Label(span("aa", in: text), "first"),
        Diagnostic.Label(span("cc", in: text), "third"),
      ]
    )
    #expect(
      render(diagnostic, text) == """
        q.fetch:1:4: error: three
          1 | aa bb cc
            | -- ^^ -- third
            | |  second
            | first

        """
    )
  }

  @Test func labelsOnOtherLines() {
    let text = "model A {\n  x: Int\n  y: Int\n  z: Int\n  x: Double\n}\n"
    let diagnostic = Diagnostic(
      .error,
      "`x` is declared twice",
      at: Diagnostic.Label(span("x: Double", in: text), "again here"),
      also: [
        Diagnostic.Label(span("x: Int", in: text), "first here"),
        Diagnostic.Label(span("A", in: text)),
      ]
    )
    #expect(
      render(diagnostic, text) == """
        q.fetch:5:3: error: `x` is declared twice
          1 | model A {
            |       -
          2 |   x: Int
            |   ------ first here
          …
          5 |   x: Double
            |   ^^^^^^^^^ again here

        """
    )
  }

  @Test func tabsAndWideCharactersKeepTheCaretInPlace() {
    let text = "\tfetch\t東京 where é👩‍👩‍👧 == nme"
    #expect(
      render(Diagnostic("unknown", at: span("nme", in: text)), text) == """
        q.fetch:1:23: error: unknown
          1 |     fetch   東京 where é👩‍👩‍👧 == nme
            |                               ^^^

        """
    )
    #expect(
      render(Diagnostic("unknown", at: span("東京", in: text)), text) == """
        q.fetch:1:8: error: unknown
          1 |     fetch   東京 where é👩‍👩‍👧 == nme
            |             ^^^^

        """
    )
  }

  @Test func controlCharactersAreEscaped() {
    let text = "fetch \u{1B}[31m x"
    let diagnostic = Diagnostic("bad \u{7} here\n", at: span("x", in: text), help: ["\u{202E}"])
    #expect(
      render(diagnostic, text, name: "a\u{1B}b") == #"""
        a\u{1B}b:1:13: error: bad \u{7} here\n
          1 | fetch \u{1B}[31m x
            |                  ^
        help: \u{202E}

        """#
    )
  }

  @Test(arguments: [
    ("", 0, "q.fetch:1:1: error: e\n  1 |\n    | ^\n"),
    ("fetch", 5, "q.fetch:1:6: error: e\n  1 | fetch\n    |      ^\n"),
    ("fetch\n", 6, "q.fetch:2:1: error: e\n  2 |\n    | ^\n"),
    ("fetch\n", 5, "q.fetch:1:6: error: e\n  1 | fetch\n    |      ^\n"),
    ("ab\r\ncd\r\n", 4, "q.fetch:2:1: error: e\n  2 | cd\n    | ^\n"),
    ("ab\r\ncd\r\n", 2, "q.fetch:1:3: error: e\n  1 | ab\n    |   ^\n"),
    ("ab", 99, "q.fetch:1:3: error: e\n  1 | ab\n    |   ^\n"),
  ])
  func pointsBetweenCharacters(text: String, offset: Int, expected: String) {
    #expect(render(Diagnostic("e", at: SourceSpan(at: offset)), text) == expected)
  }

  @Test func spanOfSeveralLinesIsUnderlinedOnItsFirst() {
    let text = "fetch (A\nwhere b)\n"
    #expect(
      render(Diagnostic("e", at: SourceSpan(6, 17)), text) == """
        q.fetch:1:7: error: e
          1 | fetch (A
            |       ^^

        """
    )
  }

  @Test func severalInOrderWithLineNumbersOfAnyLength() {
    let text = String(repeating: "\n", count: 12_344) + "x"
    let source = SourceText(name: "s", text: text)
    let diagnostics = [
      Diagnostic("one", at: SourceSpan(12_344, 12_345)), Diagnostic(.note, "two", at: nil),
    ]
    #expect(
      DiagnosticRenderer().render(diagnostics, in: source) == """
        s:12345:1: error: one
        12345 | x
              | ^
        s: note: two

        """
    )
  }

  @Test func colors() {
    let source = SourceText(name: "s", text: "x")
    let text = DiagnosticRenderer(usesColor: true).render(
      [Diagnostic("e", at: SourceSpan(0, 1))],
      in: source
    )
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "\u{1B}[1ms:1:1: \u{1B}[0m\u{1B}[1;31merror: \u{1B}[0m\u{1B}[1me\u{1B}[0m")
    #expect(lines[2].hasSuffix("\u{1B}[1;31m^\u{1B}[0m"))
  }

  @Test(arguments: 40...100)
  func linesBreakBetweenWords(width: Int) {
    let text = "fetch Budget where name == \"Rent\" and category == .food sort name limit 10"
    let diagnostic = Diagnostic(
      .error,
      "`category` is a String, and `.food` is a case of the enumeration Category",
      at: Diagnostic.Label(span(".food", in: text), "this is a case of Category"),
      also: [Diagnostic.Label(span("category", in: text), "this attribute is a String")],
      help: ["write the value in quotes, as in `fetch Budget where category == \"food\"`"]
    )
    var renderer = DiagnosticRenderer()
    renderer.lineWidth = width
    let lines = renderer.render([diagnostic], in: SourceText(name: "", text: text))
      .split(separator: "\n").map(String.init)
    #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
    let words = { (text: String) in text.split { " |^-\n".contains($0) }.map(String.init) }
    let whole = Set(words(render(diagnostic, text, name: "")))
    let gutter = lines.firstIndex { $0.hasPrefix("  1 |") } ?? 0
    let broken = (lines[..<gutter] + lines[(gutter + 1)...]).flatMap(words)
    #expect(whole.isSuperset(of: broken), "\(lines)")
  }
}
