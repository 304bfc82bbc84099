import JSONRPC
import TestSupport

/// Messages that the fuzz tests damage.
enum FuzzMessages {
  static func samples(for option: String) -> [JSON] {
    switch option {
    case "--mcp": assistant
    case "--kernel": notebook
    default: editor
    }
  }

  private static let statements = [
    "fetch Budget where spent > limit", "count User", "= 1 / 0", "delete Budget",
    "select * from Budget",
    "fetch Budget where nme ==", "explain fetch Expense", "fetch User sort age limit 3", ".models",
    "",
    "export (fetch Budget) to \"x.csv\"", "let x = fetch Budget", "update Budget set limit = 1",
  ]

  private static var assistant: [JSON] {
    let start: [JSON] = [
      request(1, "initialize", ["protocolVersion": "2025-11-25", "capabilities": [:]]),
      notification("notifications/initialized"),
      request(2, "tools/list"), request(3, "ping"), request(4, "server/discover"),
    ]
    let tools = ["query", "explain", "trace", "preview", "list_models", "apply", "none"]
    return start
      + statements.enumerated().map { index, statement in
        request(
          10 + index,
          "tools/call",
          [
            "name": .string(tools[index % tools.count]),
            "arguments": ["statement": .string(statement), "rows": 3],
          ]
        )
      }
  }

  private static var notebook: [JSON] {
    statements.flatMap { statement -> [JSON] in
      let code: JSON = ["code": .string(statement), "cursor": 7]
      return ["complete", "inspect", "is_complete"].map { request(1, $0, code) }
        + (statement.hasPrefix("export") ? [] : [request(1, "execute", code)])
    }
  }

  private static var editor: [JSON] {
    let document: JSON = ["uri": "file:///a.fetch", "languageId": "martlet", "version": 1]
    let text =
      statements.joined(separator: ";\n") + "\n// ä😀\nmodel Trip { name: String }\nfetch Trip"
    let position: JSON = ["line": 1, "character": 6]
    let range: JSON = ["start": position, "end": ["line": 3, "character": 2]]
    let methods = [
      "completion", "hover", "definition", "prepareRename", "rename", "formatting", "foldingRange",
      "codeLens", "codeAction", "documentSymbol",
    ]
    return [
      request(1, "initialize", ["capabilities": [:]]),
      notification(
        "textDocument/didOpen",
        ["textDocument": document.with(["text": .string(text)])]
      ),
      notification(
        "textDocument/didChange",
        [
          "textDocument": document,
          "contentChanges": [["range": range, "text": "fetch Budget where ß"]],
        ]
      ),
      request(
        2,
        "workspace/executeCommand",
        ["command": "martlet.explain", "arguments": ["file:///a.fetch", position]]
      ),
    ]
      + methods.map { method in
        request(
          3,
          "textDocument/" + method,
          [
            "textDocument": document, "position": position, "range": range, "newName": "Other",
            "context": ["diagnostics": []],
          ]
        )
      }
  }

  /// The message with some of its values replaced.
  static func changed(_ json: JSON, _ random: inout SeededRandom) -> JSON {
    guard random.chance(92) else { return random.pick(replacements) }
    switch json {
    case .object(let members):
      var changed: [String: JSON] = [:]
      for (name, value) in members.sorted(by: { $0.key < $1.key }) where random.chance(98) {
        let isKept = ["jsonrpc", "method", "id"].contains(name) && random.chance(95)
        changed[name] = isKept ? value : self.changed(value, &random)
      }
      return .object(changed)
    case .array(let elements): return .array(elements.map { changed($0, &random) })
    case .int(let number):
      return random.chance(60) ? .int(number) : .int(random.pick([-1, 0, 5, 1 << 40, .max, .min]))
    case .string(let text):
      return random.chance(80) ? json : .string(String(text.shuffled(using: &random)))
    default: return json
    }
  }

  private static let replacements: [JSON] = [
    nil, true, -1, .double(1e300), "", "\u{0}", "😀", [], [:], [nil, [[]]], ["": ["": 3]],
  ]
}
