import Diagnostics
import Syntax
import Testing

/// How much of a script can be run while the rest still comes.
@Suite struct RunnablePartTests {
  static let cases: [(text: String, certain: String)] = [
    ("", ""),
    ("// nothing\n", ""),
    ("fetch A\n", ""),
    ("fetch A;\n", "fetch A;\n"),
    ("fetch A; // all\n", "fetch A; // all\n"),
    ("fetch A /* all */ ; /* of them */\n", "fetch A /* all */ ; /* of them */\n"),
    ("fetch A // all;\n", ""),
    ("fetch A // all\n\n", "fetch A // all\n"),
    ("fetch A // all\nfetch B\n", "fetch A // all\n"),
    ("fetch A\n\n", "fetch A\n"),
    ("fetch A\n  where n > 1\n", ""),
    ("fetch A where\n", ""),
    ("insert A [\n", ""),
    ("insert A [\n\n", ""),
    (".models\n", ".models\n"),
    ("fetch A\n.models\n", "fetch A\n.models\n"),
    ("fetch A\nfetch B\n", "fetch A\n"),
    ("fetch A; fetch B\n", ""),
    ("fetch A; fetch B;\n", "fetch A; fetch B;\n"),
    ("fetch A\nfetch B where\n", "fetch A\n"),
    ("fetch A\n/// A\nmodel A {\n", "fetch A\n"),
    ("fetch A /* one\ntwo */\nfetch B\n", ""),
    ("fetch A\n/* one\n", ""),
    ("= ) 1\n", ""),
    ("= ) 1\nfetch A\n", "= ) 1\n"),
  ]

  @Test(arguments: cases)
  func part(text: String, certain: String) {
    let part = runnablePart(of: SourceText(name: "", text: text))
    #expect(String(decoding: text.utf8.prefix(part), as: UTF8.self) == certain)
  }
}
