import Foundation
import JSONRPC
import TestSupport
import Testing

/// `martlet --mcp`.
@Suite struct AssistantTests {
  /// The texts that tools answer to calls, and whether they are errors.
  private func call(
    _ calls: (tool: String, arguments: JSON)...,
    arguments: [String] = ["--demo"]
  ) throws -> [(text: String, isError: Bool)] {
    let messages = calls.enumerated().map { index, call in
      request(index, "tools/call", ["name": .string(call.tool), "arguments": call.arguments])
    }
    let peer = Peer(arguments: ["--mcp"] + arguments, framing: .lines)
    return try peer.answers(to: messages).map { answer in
      let result = answer["result"]
      let text = result["content"].array?.first?["text"].string ?? answer["error"]["message"].string
      return (text ?? "", result["isError"].bool ?? true)
    }
  }

  private func query(_ statement: String, _ arguments: String...) throws -> (
    text: String, isError: Bool
  ) {
    try call(("query", ["statement": .string(statement)]), arguments: ["--demo"] + arguments)[0]
  }

  @Test(arguments: [
    ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2025-03-26", "2025-03-26"),
    ("2024-11-05", "2024-11-05"), ("1999-01-01", "2025-11-25"),
  ])
  func versionsAreNegotiated(wanted: String, given: String) throws {
    let answer = try Peer.assistant("--demo").answers(to: [
      request(1, "initialize", ["protocolVersion": .string(wanted)]),
      notification("notifications/initialized"),
    ])
    #expect(answer.count == 1)
    #expect(answer[0]["result"]["protocolVersion"] == .string(given))
    #expect(answer[0]["result"]["serverInfo"]["name"] == "martlet")
  }

  @Test func requestsCanNameTheVersionThemselves() throws {
    let prefix = "io.modelcontextprotocol/"
    func parameters(_ version: JSON) -> JSON {
      ["_meta": .object([prefix + "protocolVersion": version, prefix + "clientCapabilities": [:]])]
    }
    let answers = try Peer.assistant("--demo").answers(to: [
      request(1, "server/discover", parameters("2026-07-28")),
      request(2, "tools/list", parameters("2026-07-28")),
      request(3, "tools/list", parameters("2099-01-01")), request(4, "tools/list", parameters(3)),
    ])
    #expect(answers[0]["result"]["supportedVersions"].array?.first == "2026-07-28")
    #expect(answers[1]["result"]["resultType"] == "complete")
    #expect(answers[1]["result"]["cacheScope"] == "private")
    #expect(answers[2]["error"]["code"] == -32022)
    #expect(answers[2]["error"]["data"]["supported"] == ["2026-07-28"])
    #expect(answers[3]["error"]["code"] == -32602)
  }

  @Test func toolsAreListed() throws {
    func names(_ arguments: String...) throws -> [String?] {
      let peer = Peer(arguments: ["--mcp", "--demo"] + arguments, framing: .lines)
      let tools = try peer.answers(to: [request(1, "tools/list")])[0]["result"]["tools"].array
      return (tools ?? []).map { $0["name"].string }
    }
    #expect(try names() == ["list_models", "query", "explain", "trace", "preview"])
    #expect(try names("--allow-changes").last == "apply")
  }

  @Test func queriesAreAnswered() throws {
    let budgets = try query("fetch Budget where spent > limit select name, limit sort name")
    #expect(!budgets.isError)
    #expect(budgets.text.hasPrefix("name,limit\nBooks & Music,180.0\n"))
    #expect(try query("count User").text == "10000")
    #expect(try query("= 2 + 3").text == "5")
    #expect(try query("fetch Budget where false").text == "no rows")
    #expect(
      try query("fetch Expense group by budget.name chart bar").text.hasPrefix("budget.name,")
    )
  }

  @Test func longAnswersAreCut() throws {
    let users = try query("fetch User select surname")
    #expect(
      users.text.hasSuffix(
        "the first 100 of 10,000 rows: select fewer columns, add conditions, group, or continue with `offset 100`"
      )
    )
    let more = try call(("query", ["statement": "fetch User", "rows": 1_000]))[0]
    #expect(more.text.utf8.count <= 50_000)
    #expect(more.text.contains("since more would be too long"))
  }

  @Test func longValuesAreCut() throws {
    let list = try query("= (fetch User select list(firstName))").text
    #expect(list.utf8.count <= 50_000 && list.hasSuffix("…"), "\(list.utf8.count)")
    let row = try query("fetch User select repeated(\"xé\", 900000) limit 2").text
    #expect(row.utf8.count <= 50_000 && row.contains("xéxé"))
    #expect(
      row.hasSuffix("the first of 2 rows is too long and was cut: select fewer columns"),
      "\(row.suffix(100))"
    )
  }

  @Test(arguments: [0, -5, 1_001])
  func theNumberOfRowsHasBounds(rows: Int) throws {
    let answer = try call(("query", ["statement": "count User", "rows": .int(rows)]))[0]
    #expect(answer.isError && answer.text.contains("`rows` must be between 1 and 1000"))
  }

  @Test func longStatementsAreRefused() throws {
    let answer = try query("= 1" + String(repeating: " + 1", count: 30_000))
    #expect(answer.isError && answer.text.contains("`statement` must have at most 100000 bytes"))
  }

  /// What a person would read, with the caret and the suggestion.
  @Test(arguments: [
    ("fetch Budget where nme == \"Car\"", "Budget has no attribute `nme`", "did you mean `name`?"),
    ("fetch Budgets", "no model is named `Budgets`", "did you mean `Budget`?"),
    ("SELECT * FROM Budget WHERE spent > 3", "error", "fetch Budget where spent > 3"),
    ("fetch Budget where name > 3", "error", "^"), ("fetch Budget where", "error", "^"),
    ("", "there is no statement", "error"),
    (".models", "commands of the shell cannot be used here", "list_models"),
    ("count Budget; count User", "one statement at a time", "count User"),
    ("= 9223372036854775807 + 1", "is out of range", "error"),
  ])
  func mistakesAreExplained(statement: String, message: String, help: String) throws {
    let answer = try query(statement)
    #expect(answer.isError)
    #expect(answer.text.contains(message) && answer.text.contains(help), "\(answer.text)")
  }

  /// No statement that changes a store or uses a file is a query, by its grammar.
  @Test(arguments: [
    "insert Budget name: \"x\", limit: 1, created: now", "update Budget set limit = 1",
    "delete Budget",
    "upsert Budget name: \"x\" by (name)", "generate 3 User", "undo", "begin", "save",
    "autosave off",
    "let x = fetch Budget", "do x()", "model A {}", "extend Budget { x: Int? }",
    "import \"/etc/passwd\" as csv",
    "export (fetch Budget) to \"/tmp/martlet-never.csv\"", "copy Budget from other", "use other",
    "history",
    "watch fetch Budget", "explain run fetch Budget", "preview delete Budget", "migrate 2",
    "expect 1 == 1",
    "fetch Budget chart bar to \"/tmp/martlet-never.svg\"", "version 2 {}",
    "relate Expense.budget to Budget.id",
  ])
  func queriesCannotChangeAnything(statement: String) throws {
    let answers = try call(
      ("query", ["statement": .string(statement)]),
      ("trace", ["statement": .string(statement)]),
      ("explain", ["statement": .string(statement)]),
      ("query", ["statement": "count Budget"]),
      arguments: ["--demo", "--allow-changes"]
    )
    #expect(answers[0].isError && answers[1].isError, "\(answers[0].text)")
    #expect(answers[3].text == "12")
    #expect(!FileManager.default.fileExists(atPath: "/tmp/martlet-never.csv"))
    #expect(!FileManager.default.fileExists(atPath: "/tmp/martlet-never.svg"))
  }

  @Test func changesNeedAPreviewAndPermission() throws {
    let preview: (String, JSON) = (
      "preview", ["statement": "update Budget where name == \"Car\" set limit = 1"]
    )
    let limit: (String, JSON) = (
      "query", ["statement": "fetch Budget where name == \"Car\" select limit"]
    )
    let refused = try call(preview, ("apply", ["change": "change-1"]), limit)
    #expect(refused[0].text.contains("started without --allow-changes"))
    #expect(refused[1].text.contains("there is no tool"))
    let applied = try call(
      ("apply", ["change": "change-1"]),
      preview,
      preview,
      ("apply", ["change": "change-1"]),
      limit,
      ("apply", ["change": "change-1"]),
      ("apply", ["change": "change-2"]),
      arguments: ["--demo", "--allow-changes"]
    )
    #expect(applied[0].isError)
    #expect(
      applied[1].text.contains("this would update 1 record (nothing changed)"),
      "\(applied[1].text)"
    )
    #expect(applied[3].text == "1 updated")
    #expect(applied[4].text == "limit\n1.0\n\n1 row")
    #expect(applied[5].isError)
    // The second preview showed another value.
    #expect(
      applied[6].text.contains("the store has changed since the preview"),
      "\(applied[6].text)"
    )
  }

  /// The values that were shown are stored; a UUID is another one.
  @Test func changesWithTheTimeAreApplied() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("notes.store")
    _ = try BuiltCommand.run(
      path,
      "-c",
      "model A { time: Date = now, id: UUID = uuid(), x: Double }"
    )
    let answers = try call(
      ("preview", ["statement": "insert A x: random()"]),
      ("apply", ["change": "change-1"]),
      ("query", ["statement": "fetch A select x"]),
      arguments: [path, "--allow-changes"]
    )
    #expect(answers.map(\.isError) == [false, false, false], "\(answers)")
    let value = try #require(answers[2].text.split(separator: "\n").dropFirst().first)
    #expect(answers[0].text.contains("x: \(value.prefix(6))"), "\(answers)")
  }

  @Test func storesAreReadOnlyUnlessChangesAreAllowed() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("budget.store")
    _ = try BuiltCommand.run(path, "-c", "model A { x: Int }", "-c", "insert A x: 1")
    let change: (String, JSON) = ("preview", ["statement": "insert A x: 2"])
    let both = try call(
      change,
      ("apply", ["change": "change-1"]),
      arguments: [path, "--allow-changes"]
    )
    #expect(both.map(\.isError) == [false, false], "\(both)")
    let alone = try call(change, ("query", ["statement": "count A"]), arguments: [path])
    #expect(alone[1].text == "2")
    let missing = try BuiltCommand.run("--mcp", folder.file("nowhere.store"))
    #expect(missing.status == 3)
  }

  // MARK: Hidden attributes

  /// Every way to see an attribute, and what depends on it.
  @Test func hiddenAttributesAreNowhere() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("people.store")
    _ = try BuiltCommand.run(
      path,
      "-c",
      "model Person { name: String\n email: String unique\n tag = email + \"!\"\n twice = tag + tag\n short = name + \"!\"\n display email }",
      "-c",
      "model Letter { text: String\n to: Person? }",
      "-c",
      "let withMail = fetch Person where email ~ \"@\"",
      "-c",
      "let outer = fetch withMail where name != \"\"",
      "-c",
      "let named = fetch Person where name ~ \"A\"",
      "-c",
      "let old = fetch Person as of save 1",
      "-c",
      "insert Person name: \"Ada\", email: \"secret@example.org\"",
      "-c",
      "insert Letter text: \"hi\", to: Person#1"
    )
    let statements = [
      "fetch Person", "fetch Person select *", "fetch Person where email ~ \"s\"",
      "fetch Person sort email",
      "fetch Person select tag", "fetch Person select twice", "fetch Letter select to.email",
      "fetch Letter",
      "fetch withMail", "fetch outer", "= (fetch Person select email)",
      "fetch Person select { name, email }",
      "count Person where email starts with \"secret\"", "fetch Person group by email",
      "fetch Person where emial == nil", "fetch Person as of save 1",
      "fetch (fetch Person as of save 1) where true", "fetch Person as of 1 day ago select *",
      "fetch old", "history Person", "diff Person since save 0", "restore all Person as of save 1",
    ]
    let tools = statements.flatMap { statement -> [(String, JSON)] in
      ["query", "explain", "trace"].map { ($0, ["statement": .string(statement)]) }
    }
    let peer = Peer(
      arguments: ["--mcp", path, "--hide", "Person.email", "--allow-changes"],
      framing: .lines
    )
    let messages = (tools + [("list_models", [:])]).enumerated().map { index, call in
      request(index, "tools/call", ["name": .string(call.0), "arguments": call.1])
    }
    let answers = try peer.answers(to: messages)
    for (message, answer) in zip(messages, answers) {
      let text = answer["result"]["content"].array?.first?["text"].string ?? ""
      #expect(!text.contains("secret@"), "\(message.text): \(text)")
      // The statement itself is repeated in messages about it.
      let isMentioned = message.text.contains("email")
      #expect(isMentioned || !text.contains("email"), "\(message.text): \(text)")
    }
    let models = answers.last?["result"]["content"].array?.first?["text"].string ?? ""
    #expect(models.contains("short") && !models.contains("tag") && !models.contains("twice"))
    #expect(models.contains("named") && !models.contains("withMail") && !models.contains("outer"))
  }

  /// The history has the values of hidden attributes.
  @Test func thePastIsHiddenWithAttributes() throws {
    let statement: JSON = ["statement": "fetch Budget as of save 0 where false"]
    let hidden = try call(
      ("query", statement),
      ("explain", statement),
      arguments: ["--demo", "--hide", "User.surname"]
    )
    for answer in hidden {
      #expect(answer.isError && answer.text.contains("the past cannot be read here"))
    }
    #expect(try call(("query", statement), arguments: ["--demo"])[0].text == "no rows")
  }

  /// The history is complete even if the assistant does not see it.
  @Test func appliedChangesAreInTheHiddenHistory() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("letters.store")
    _ = try BuiltCommand.run(
      path,
      "-c",
      "model Person { email: String }",
      "-c",
      "model Letter { text: String }",
      "-c",
      "insert Letter text: \"first\""
    )
    let answers = try call(
      ("preview", ["statement": "update Letter#1 set text = \"second\""]),
      ("apply", ["change": "change-1"]),
      arguments: [path, "--hide", "Person.email", "--allow-changes"]
    )
    #expect(answers.map(\.isError) == [false, false], "\(answers)")
    let past = try BuiltCommand.run(
      path,
      statements: [
        "fetch Letter as of save 1 select text", "fetch Letter as of save 2 select text",
      ]
    )
    #expect(past.output.contains("first") && past.output.contains("second"), "\(past)")
  }

  /// Another store may have a model of the same name without the attribute.
  @Test func attributesAreHiddenInEachStore() throws {
    let folder = try TemporaryFolder()
    let (first, second) = (folder.file("first.store"), folder.file("second.store"))
    _ = try BuiltCommand.run(
      first,
      "-c",
      "model Person { name: String, email: String, index (name, email) }",
      "-c",
      "insert Person name: \"Ada\", email: \"ada@example.org\""
    )
    _ = try BuiltCommand.run(
      second,
      "-c",
      "model Person { name: String }",
      "-c",
      "insert Person name: \"Bob\""
    )
    let answers = try call(
      ("query", ["statement": "fetch Person"]),
      ("query", ["statement": "fetch Person", "store": "second"]),
      ("preview", ["statement": "delete all Person", "store": "second"]),
      ("explain", ["statement": "count Person where name == \"Ada\""]),
      arguments: [first, second, "--hide", "Person.email", "--allow-changes"]
    )
    #expect(answers.map(\.isError) == [false, false, false, false], "\(answers)")
    #expect(answers[0].text.contains("Ada") && !answers[0].text.contains("@"))
    #expect(answers[1].text.contains("Bob"))
    #expect(!answers[3].text.contains("email"), "\(answers[3].text)")
  }

  @Test func modelsWithHiddenAttributesCannotBeChanged() throws {
    let answers = try call(
      ("preview", ["statement": "update User where age > 30 set age = 3"]),
      ("preview", ["statement": "update Budget where name == \"Car\" set limit = 1"]),
      ("apply", ["change": "change-1"]),
      arguments: ["--demo", "--allow-changes", "--hide", "User.surname"]
    )
    #expect(
      answers[0].isError && answers[0].text.contains("some of its attributes are hidden"),
      "\(answers[0].text)"
    )
    #expect(answers[2].text == "1 updated")
  }

  @Test(arguments: [
    ("User.surnme", "did you mean `User.surname`?"), ("email", "there is no such attribute"),
    ("Budget.expenses", "it is a relationship"),
  ])
  func hiddenAttributesMustExist(name: String, message: String) throws {
    let result = try BuiltCommand.run("--mcp", "--demo", "--hide", name)
    #expect(result.status == 3 && result.errors.contains(message), "\(result.errors)")
  }

  @Test func requestsAreLogged() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("requests.log")
    for _ in 0..<2 {
      _ = try call(
        ("query", ["statement": "count User"]),
        ("query", ["statement": "count Usr"]),
        arguments: ["--demo", "--log", path]
      )
    }
    let lines = try folder.text("requests.log").split(separator: "\n").map {
      try JSON(Array($0.utf8))
    }
    #expect(lines.map { $0["isError"] } == [false, true, false, true])
    #expect(lines[0]["tool"] == "query" && lines[0]["arguments"]["statement"] == "count User")
  }

  @Test func theLogIsNotAnOpenStore() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.store")
    _ = try BuiltCommand.run(path, "-c", "model A { x: Int }")
    let result = try BuiltCommand.run("--mcp", path, "--log", path)
    #expect(result.status == 3 && result.errors.contains("the open store `a`"), "\(result.errors)")
  }
}
