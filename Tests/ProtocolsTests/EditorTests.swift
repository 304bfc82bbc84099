import Editors
import Foundation
import JSONRPC
import TestSupport
import Testing

/// `martlet --language-server`.
@Suite struct EditorTests {
  private static let address = "file:///scripts/a.fetch"

  /// The answers to requests about a text. A `|` in the text is the position of all requests.
  private func ask(
    _ text: String,
    _ requests: (method: String, parameters: JSON)...
  ) throws -> (answers: [JSON], diagnostics: [JSON]) {
    let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let before = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
    let position: JSON = [
      "line": .int(before.count - 1), "character": .int(before.last?.utf16.count ?? 0),
    ]
    let document: JSON = ["uri": .string(Self.address)]
    let opened = document.with(["text": .string(parts.joined()), "version": 1])
    let messages =
      [
        request(1, "initialize", ["capabilities": [:]]), notification("initialized"),
        notification("textDocument/didOpen", ["textDocument": opened]),
      ]
      + requests.enumerated().map { index, one in
        let standard: JSON = ["textDocument": document, "position": position]
        return request(10 + index, one.method, standard.with(one.parameters.object ?? [:]))
      } + [request(99, "shutdown"), notification("exit")]
    let answers = try Peer.editor("--demo").answers(to: messages)
    let published = answers.last { $0["method"] == "textDocument/publishDiagnostics" }
    let results = answers.filter { (10..<99).contains($0["id"].int ?? 0) }
      .map { $0["error"] == .null ? $0["result"] : $0["error"] }
    return (results, published?["params"]["diagnostics"].array ?? [])
  }

  private func range(_ line: Int, _ start: Int, _ end: Int) -> JSON {
    [
      "start": ["line": .int(line), "character": .int(start)],
      "end": ["line": .int(line), "character": .int(end)],
    ]
  }

  @Test func errorsHavePlacesInUTF16() throws {
    let text =
      "// 😀 ä\nfetch Budget where name == \"😀\" and nme == 1\n\nfetch Budget wher limit\n.modls"
    let found = try ask(text).diagnostics
    #expect(found.map { $0["range"] }.first == range(1, 36, 39), "\(found)")
    #expect(
      found[0]["message"].string == "Budget has no attribute `nme`\nhelp: did you mean `name`?"
    )
    #expect(found.contains { $0["message"].string?.contains(".modls") == true })
    #expect(found.allSatisfy { $0["severity"] == 1 && $0["source"] == "martlet" })
  }

  @Test func scriptsKnowWhatTheyDeclare() throws {
    let text = """
      enum Kind { short, long }
      model Trip { name: String, kind: Kind, budget: Budget? }
      let long = fetch Trip where kind == long
      fetch long where budget.limit > 3
      fetch Trip where nights > 3
      extend Trip { nights: Int? }
      fetch Trip where nights > 3
      """
    let found = try ask(text).diagnostics
    #expect(found.map { $0["range"]["start"]["line"] } == [4], "\(found)")
    // After a file is read, any name can be right.
    #expect(try ask("import \"trips.csv\"\nfetch trips where x == 1").diagnostics.isEmpty)
    #expect(try ask(".open other.store\nfetch Whatever").diagnostics.isEmpty)
  }

  @Test func changesAreApplied() throws {
    let document: JSON = ["uri": .string(Self.address), "version": 2]
    let changes: JSON = [
      ["range": range(0, 9, 9), "text": "d"], ["range": range(0, 0, 2), "text": ""],
    ]
    let answers = try Peer.editor("--demo").answers(to: [
      request(1, "initialize"),
      notification(
        "textDocument/didOpen",
        ["textDocument": document.with(["text": "ä😀fetch Buget\r\n"])]
      ),
      notification(
        "textDocument/didChange",
        ["textDocument": document, "contentChanges": [["range": range(0, 11, 11), "text": "d"]]]
      ),
      notification(
        "textDocument/didChange",
        ["textDocument": document, "contentChanges": [["range": range(0, 0, 3), "text": ""]]]
      ),
      notification(
        "textDocument/didChange",
        ["textDocument": document, "contentChanges": changes]
      ),
      notification(
        "textDocument/didChange",
        ["textDocument": document, "contentChanges": [["text": "count User"]]]
      ),
      request(2, "shutdown"), notification("exit"),
    ])
    let counts = answers.compactMap { $0["params"]["diagnostics"].array?.count }
    #expect(counts == [2, 1, 0, 1, 0] || counts == [1, 1, 0, 1, 0], "\(counts)")
  }

  @Test func wordsAreCompleted() throws {
    let complete = ("textDocument/completion", JSON.object([:]))
    func labels(_ text: String) throws -> [String] {
      let items = try ask(text, complete).answers[0]["items"].array ?? []
      return items.compactMap { $0["label"].string }
    }
    #expect(try labels("// ä😀\nfetch Budget where li|").first == "limit")
    #expect(try labels("fetch Exp|").contains("Expense"))
    #expect(try labels("fetch Budget where name == \"Ca|").contains { $0.contains("Car") })
    #expect(try labels("fetch Expense where budget.ow|") == ["owner"])
    #expect(try labels("model Trip { nights: Int }\nfetch Trip where ni|").first == "nights")
    #expect(try labels("count User;\nfetch Budget so|rt name").contains("sort"))
    let item = try ask("fetch Budget where li|", complete).answers[0]["items"].array?[0] ?? nil
    #expect(item["textEdit"]["range"] == range(0, 19, 21))
    #expect(item["detail"].string == "Double" && item["kind"] == 5, "\(item)")
  }

  @Test(arguments: [
    ("fetch Bud|get where limit > 3", "model Budget"),
    ("fetch Budget where lim|it > 3", "limit: Double"),
    ("fetch Budget wh|ere limit > 3", "where"), ("= rou|nd(2.5)", "round(x, digits?)"),
    (".mod|els", ".models"), ("fetch Expense where budget.na|me == nil", "name: String"),
    ("model Trip { nights: Int }\nfetch Tri|p", "nights: Int"),
  ])
  func wordsAreExplained(text: String, part: String) throws {
    let hover = try ask(text, ("textDocument/hover", [:])).answers[0]
    #expect(hover["contents"]["value"].string?.contains(part) == true, "\(hover)")
  }

  @Test func declarationsAreFoundAndRenamed() throws {
    let text = """
      model Trip { name: String, days: Int }
      let Trip.long = fetch Trip where days > 7
      fetch Trip.long where self in (Tri|p where days < 3)
      count Trip
      """
    let (answers, found) = try ask(
      text,
      ("textDocument/definition", [:]),
      ("textDocument/prepareRename", [:]),
      ("textDocument/rename", ["newName": "Journey"]),
      ("textDocument/rename", ["newName": "Budget"]),
      ("textDocument/rename", ["newName": ""]),
      ("textDocument/definition", ["position": ["line": 2, "character": 12]])
    )
    #expect(found.isEmpty, "\(found)")
    #expect(answers[0]["range"] == range(0, 6, 10))
    #expect(answers[1]["placeholder"] == "Trip")
    let edits = answers[2]["changes"][Self.address].array ?? []
    #expect(edits.map { $0["range"]["start"]["line"] } == [0, 1, 1, 2, 2, 3], "\(answers[2])")
    #expect(edits.allSatisfy { $0["newText"] == "Journey" })
    #expect(answers[3]["code"] == -32803 && answers[4]["code"] == -32602, "\(answers[3])")
    #expect(answers[5]["range"] == range(1, 9, 13))
    let model = try ask("fetch Bud|get", ("textDocument/rename", ["newName": "X"])).answers[0]
    #expect(model["code"] == -32803)
  }

  /// The other script does not declare the model, which is an error in it before and after.
  @Test func namesAreRenamedInAllScriptsOfTheFolder() throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("model Trip { name: String }\n", to: "a.fetch")
    _ = try folder.write("fetch Trip where name == \"x\"\n", to: "b.fetch")
    let address = URL(fileURLWithPath: script).absoluteString
    let root = URL(fileURLWithPath: script).deletingLastPathComponent().absoluteString
    let document: JSON = ["uri": .string(address)]
    let answers = try Peer.editor("--demo").answers(to: [
      request(1, "initialize", ["capabilities": [:], "rootUri": .string(root)]),
      notification(
        "textDocument/didOpen",
        ["textDocument": document.with(["text": "model Trip { name: String }\n", "version": 1])]
      ),
      request(
        2,
        "textDocument/rename",
        [
          "textDocument": document, "position": ["line": 0, "character": 7],
          "newName": "Journey",
        ]
      ),
      request(3, "shutdown"), notification("exit"),
    ])
    let changes = answers.first(where: { $0["id"] == 2 })?["result"]["changes"].object ?? [:]
    #expect(changes.count == 2, "\(answers)")
    #expect(changes.values.allSatisfy { $0.array?.first?["newText"] == "Journey" })
  }

  @Test func suggestionsAreQuickFixes() throws {
    let actions =
      try ask(
        "fetch Budget where nme == \"Car\"",
        ("textDocument/codeAction", ["range": range(0, 20, 20), "context": ["diagnostics": []]])
      ).answers[0].array ?? []
    #expect(actions.map { $0["title"] } == ["Replace with `name`"], "\(actions)")
    let edit = actions.first?["edit"]["changes"][Self.address].array?.first ?? nil
    #expect(edit == ["range": range(0, 19, 22), "newText": "name"])
  }

  @Test func scriptsAreFormattedFoldedAndExplained() throws {
    let text = "// a\n// b\nFETCH   Budget\n  where limit>3\n  sort name\nmodel X {\n  y: Int\n}"
    let argument: JSON = [.string(Self.address), ["line": 2, "character": 0]]
    let (answers, _) = try ask(
      text,
      ("textDocument/formatting", [:]),
      ("textDocument/foldingRange", [:]),
      ("textDocument/codeLens", [:]),
      ("textDocument/documentSymbol", [:]),
      ("workspace/executeCommand", ["command": "martlet.explain", "arguments": argument])
    )
    let formatted = answers[0].array?.first?["newText"].string ?? ""
    #expect(
      formatted.hasPrefix("// a\n// b\nfetch Budget where limit > 3 sort name\nmodel X {"),
      "\(formatted)"
    )
    #expect(answers[1].array?.map { $0["startLine"] } == [2, 5, 0])
    #expect(answers[2].array?.count == 1)
    #expect(answers[3].array?.map { $0["name"] } == ["X"])
    #expect(
      answers[4].string?.contains("fetch Budget where limit > 3 sort name") == true,
      "\(answers[4])"
    )
  }

  @Test func theLifeCycleIsKept() throws {
    let early = try Peer.editor("--demo").answers(to: [
      request(1, "textDocument/hover"), request(2, "initialize"),
    ])
    #expect(early.map { $0["error"]["code"] } == [-32002, .null])
    let peer = Peer.editor("--demo")
    let ended = try peer.run(peer.frame(Array(notification("exit").text.utf8)))
    #expect(ended.status == 1)
  }

  /// The patterns for editors are those of the vocabulary; `MARTLET_RECORD=1` writes them.
  @Test func thePatternsAreUpToDate() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent("Integrations/vscode/syntaxes/martlet.tmLanguage.json")
    let text = TextMateGrammar.text
    if ProcessInfo.processInfo.environment["MARTLET_RECORD"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }
}
