import Foundation
import JSONRPC
import TestSupport
import Testing

/// `martlet --report`, and the cells of notebooks, which show the same elements.
@Suite struct ReportTests {
  private func page(_ script: String, _ arguments: String...) throws -> (
    text: String, status: Int32
  ) {
    let folder = try TemporaryFolder()
    let file = try folder.write(script, to: "analysis.fetch")
    let path = folder.file("report.html")
    let result = try BuiltCommand.run(["--demo", "-f", file, "--report", path] + arguments)
    #expect(result.output.isEmpty && result.errors.isEmpty, "\(result.errors)")
    return (try folder.text("report.html"), result.status)
  }

  @Test func scriptsBecomePages() throws {
    let (text, status) = try page(
      """
      #!/usr/bin/env -S martlet -f
      // # Spending & *limits*
      //
      // - `limit` is what **may** be spent
      // - see [the site](https://example.org) or [this](javascript:alert)

      fetch Budget where spent > limit select name, limit
      count User // all
      // ## <Chart>
      fetch Expense group by budget.name select budget.name, sum(total) as spent chart bar
      explain fetch Budget where limit > 3
      trace fetch Budget#1 where limit > 3
      .models
      /* The end. */
      """
    )
    #expect(status == 0)
    let parts = [
      "<title>Spending &amp; *limits*</title>", "<h1>Spending &amp; <em>limits</em></h1>",
      "<li><code>limit</code> is what <strong>may</strong> be spent</li>",
      "<a href=\"https://example.org\">the site</a>",
      "<span class=\"keyword\">fetch</span> <span class=\"entity\">Budget</span>",
      "<th scope=\"col\">name</th><th scope=\"col\" class=\"number\">limit</th>",
      "<p class=\"value\">10000</p>",
      "<h2>&lt;Chart&gt;</h2>", "<img src=\"data:image/svg+xml;base64,",
      "alt=\"spent by budget.name: bar chart of 12 rows: spent\"",
      "<details open class=\"section\"><summary>statement</summary>", "<ul class=\"tree\">",
      "<p>The end.</p>",
      "<pre class=\"text\">", "download=\"result-1.csv\" href=\"data:text/csv;base64,",
      "<html lang=\"en\">",
      "prefers-color-scheme: dark", "@media print",
    ]
    for part in parts { #expect(text.contains(part), "\(part)") }
    #expect(!text.contains("javascript:alert\"") && !text.contains("#!/usr"))
    for address in text.matches(of: /(?:src|href)="([^"]{0,12})/) {
      #expect(["data:", "https://exam", "#"].contains { address.1.hasPrefix($0) }, "\(address.1)")
    }
  }

  @Test func errorsAreShownWhereTheyHappen() throws {
    let (text, status) = try page("count User\nfetch Budget where nme == 1\ncount Budget")
    #expect(status == 1)
    #expect(text.contains("role=\"alert\"") && text.contains("did you mean `name`?"))
    #expect(
      text.contains("nme == 1\n") && text.contains("^^^")
        && !text.contains("<p class=\"value\">12</p>")
    )
    let all = try page("fetch Budget where nme == 1\ncount Budget\nfetch", "--no-bail")
    #expect(all.text.contains("<p class=\"value\">12</p>") && all.status == 1)
  }

  @Test func dataIsEscaped() throws {
    let (text, _) = try page(
      "= \"<script>alert(1)</script>\"\nfetch Budget limit 1 select \"<b>&\" as `<i>`"
    )
    #expect(
      text.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && !text.contains("<script>alert")
    )
    #expect(text.contains("<td>&lt;b&gt;&amp;</td>") && text.contains(">&lt;i&gt;</th>"))
  }

  @Test func longTablesShowTheirBeginning() throws {
    let (text, _) = try page("fetch User select surname, age")
    #expect(text.contains("The first 200 of 10,000 rows"))
    let body = text.firstRange(of: "</tbody>").map { text[..<$0.lowerBound] } ?? ""
    #expect(body.matches(of: /<tr>/).count == 201)
    let csv = try #require(text.firstMatch(of: /text\/csv;base64,([A-Za-z0-9+\/=]+)/))
    let data = try #require(Data(base64Encoded: String(csv.1)))
    #expect(String(decoding: data, as: UTF8.self).split(separator: "\n").count == 10_001)
  }

  @Test func aReportThatCannotBeWrittenIsAnError() throws {
    let result = try BuiltCommand.run(
      "--demo",
      "-c",
      "count User",
      "--report",
      "/nowhere/report.html"
    )
    #expect(result.status == 1 && result.errors.contains("cannot write"), "\(result.errors)")
  }

  @Test func aReportReplacesNoStoreAndNoScript() throws {
    let folder = try TemporaryFolder()
    let store = folder.file("a.store")
    let script = try folder.write("count A", to: "a.fetch")
    let opening = try folder.write(".open \(store)", to: "open.fetch")
    _ = try BuiltCommand.run(store, "-c", "model A { x: Int }", "-c", "insert A x: 1")
    for (arguments, path, reason) in [
      ([store, "-f", script], store, "it is the file of the open store `a`"),
      (["-f", opening], store, "it is the file of the open store `a`"),
      ([store, "-f", script], script, "it is the script of the report"),
    ] {
      let result = try BuiltCommand.run(arguments + ["--report", path])
      #expect(result.status == 1 && result.errors.contains(reason), "\(result.errors)")
    }
    #expect(try BuiltCommand.run(store, "-f", script).output == "1\n")
  }

  @Test func aReportCanBePrinted() throws {
    let result = try BuiltCommand.run("--demo", "-c", "count User", "--report", "-")
    #expect(result.status == 0 && result.output.hasPrefix("<!DOCTYPE html>"))
    #expect(result.output.contains("<p class=\"value\">10000</p>"))
  }

  /// Nothing that a cell prints or reads is part of the protocol.
  @Test(arguments: [
    ".once |cat\ncount User", ".output /dev/stdout\ncount User\n.output",
    "export (count User) to \"/dev/stdout\"", ".read -", ".read /dev/stdin",
  ])
  func cellsCannotReachTheProtocol(cell: String) throws {
    let peer = Peer(arguments: ["--kernel", "--demo"], framing: .lines)
    let answers = try peer.answers(to: [
      request(1, "execute", ["code": .string(cell)]),
      request(2, "execute", ["code": "= 1 + 1"]),
    ])
    #expect(answers.map { $0["id"] } == [1, 2])
    #expect(answers.last?["result"]["failed"] == false)
  }

  @Test func cellsAreRun() throws {
    let peer = Peer(arguments: ["--kernel", "--demo"], framing: .lines)
    let cells = [
      "fetch Budget limit 2 select name", "fetch Budget where nme == 1", "fetch Budget chart bar",
      ".mode csv\ncount User",
      "let rich = fetch Budget where limit > 1000", "count rich", ".quit",
    ]
    let answers = try peer.answers(
      to: cells.enumerated().map { request($0, "execute", ["code": .string($1)]) }
    )
    .map { $0["result"] }
    let first = answers[0]["outputs"].array?.first ?? nil
    #expect(first["text/html"].string?.contains("<th scope=\"col\">name</th>") == true)
    #expect(first["text/html"].string?.contains("download") == false)
    #expect(first["text/plain"].string?.contains("│ name") == true, "\(first)")
    #expect(
      answers[1]["failed"] == true
        && answers[1]["errors"].array?[0].string?.contains("did you mean `name`?") == true
    )
    #expect(answers[2]["outputs"].array?[0]["image/svg+xml"].string?.hasPrefix("<svg") == true)
    #expect(answers[3]["outputs"] == [["stdout": "count\n10000\n"]], "\(answers[3])")
    #expect(answers[5]["failed"] == false)
    #expect(answers[6]["quits"] == true)
    let words = try peer.answers(to: [
      request(1, "complete", ["code": "fetch Bud", "cursor": 9]),
      request(2, "inspect", ["code": "fetch Budget", "cursor": 8]),
      request(3, "is_complete", ["code": "fetch Budget where ("]),
      request(4, "is_complete", ["code": "count User"]),
    ]).map { $0["result"] }
    #expect(words[0]["matches"].array?[0]["text"] == "Budget" && words[0]["replaced"] == 3)
    #expect(words[1]["markdown"].string?.contains("model Budget") == true)
    #expect(words[2]["status"] == "incomplete" && words[3]["status"] == "complete")
  }
}
