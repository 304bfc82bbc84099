import Demo
import Diagnostics
import Features
import MemoryStore
import Session
import Syntax
import Testing

@testable import Shell

/// Candidates that are tried out, by the types of the demo's models.
@Suite struct TypedCompletionTests {
  /// Candidates that must be offered after a text, and those that must not.
  static let places: [(text: String, offered: [String], refused: [String])] = [
    (
      "fetch Budget where limit ", ["==", "<=", "between", "in", "is"],
      ["~", "contains", "like", "and", "sort"]
    ),
    (
      "fetch Budget where name ", ["==", "~", "contains", "like", "matches", "is"], ["and", "sort"]
    ),
    (
      "fetch Budget where limit > 3 ", ["and", "or", "sort"],
      ["==", "contains", "in", "where", "days"]
    ),
    (
      "fetch Budget where limit > ", ["limit", "spent"],
      [
        "name", "owner", "created", "true", "lower(", "abs(", "Budget", "Budget#", "self",
        "expenses",
        "any",
      ]
    ),
    ("fetch Budget where limit > expenses.", [], ["name", "amount"]),
    ("fetch Budget where name ~ ", ["name", "owner"], ["lower(", "limit", "created", "true"]),
    ("fetch Expense where date > ", ["date", "now", "today"], ["name", "amount", "false"]),
    ("fetch Expense where date > now - 3 ", ["days", "weeks"], ["asc"]),
    ("fetch Expense where budget == ", ["budget", "Budget#"], ["name", "Expense#", "budget."]),
    ("fetch Expense where amount > ", ["amount", "budget."], ["budget", "self"]),
    ("fetch Expense where budget.", ["name", "limit"], ["amount"]),
    ("fetch Expense where budget.lm", ["limit"], ["name"]),
    ("fetch Budget where lwr", ["lower("], ["upper("]),
    ("insert Budget name: \"A\", ", ["limit", "created"], ["name", "spent"]),
    ("insert [ { ", [], ["name"]),
    ("insert Budget [ { name: \"A\" }, { ", ["name", "limit"], []),
    ("insert Budget created: ", ["now", "today"], ["true", "nil"]),
    ("insert Budget owner: ", ["nil"], ["now", "true"]),
    ("update Budget set limit = 5, ", ["name"], ["limit"]),
    ("count Budget where any ", ["expenses"], ["name", "limit"]),
    ("count Budget where any(", ["expenses"], ["name", "count("]),
    ("count Budget where any(expenses ", ["where"], ["sort"]),
    ("count Budget where sum(expenses.", ["amount", "quantity"], ["name", "date"]),
    ("fetch Budget select if limit > 3 ", ["then", "and"], ["else", "sort"]),
    ("fetch Budget select if limit > 3 then 1 ", ["else"], ["then", "sort"]),
    ("fetch Budget select name, count() as n ", ["group", "sort"], ["as"]),
    ("fetch Budget select name as who sort ", ["who", "name"], []),
    ("fetch Budget select ", ["distinct", "name"], ["sum(", "sort"]),
    ("fetch Expense group by name select count(distinct ", ["name", "amount"], ["sort"]),
    ("fetch Budget as b where ", ["b", "name"], ["x"]),
    ("fetch Budget limit ", [], ["name", "limit", "true"]),
    ("fetch Budget sort name ", ["desc", "nulls", "limit"], ["and"]),
    ("fetch Budget sort name nulls ", ["first", "last"], ["desc"]),
    ("fetch Budget chart ", ["bar", "histogram", "line", "scatter"], ["name", "sort", "where"]),
    ("fetch Budget chart h", ["histogram"], []),
    (
      "fetch Budget where limit between ", ["limit", "spent"], ["expenses", "self", "any", "name"]
    ),
    ("insert Expense ", ["name", "amount", "budget"], ["total"]),
    ("insert Expense n", ["name"], []),
    ("insert Expense { ", ["name", "amount"], ["total"]),
    ("fetch Budget.", ["over("], ["name"]),
    ("fetch Budget.over(", ["least"], []),
    (
      "fetch Budget chart bar ", ["name", "limit", "to", "sort"],
      ["bins", "chart", "expenses.name"]
    ),
    (
      "fetch Budget select name as who, limit as most chart bar who, ", ["most", "limit"],
      ["who", "name"]
    ),
    ("fetch Expense chart histogram amount ", ["bins", "to"], ["name"]),
    ("watch fetch Budget ", ["sort"], ["chart"]),
    ("update ", ["Budget", "Expense"], ["name"]),
    ("update Budget ", ["where"], ["select", "set"]),
    ("update all Budget ", ["set"], ["select", "where"]),
    ("update Budget set ", ["name", "limit"], ["spent", "set"]),
    ("update Budget where limit > 3 set limit = ", ["limit"], ["abs(", "name", "created"]),
    ("delete ", ["Budget"], ["name"]),
    ("delete Budget ", ["where"], ["set", "select"]),
    ("preview ", ["delete", "update", "insert"], ["fetch"]),
    ("preview delete Budget where ", ["name"], []),
    ("history ", ["Budget", "since"], ["where"]),
    ("autosave ", ["on", "off"], ["fetch"]),
    ("generate 10 ", ["User"], ["seed"]),
    ("generate 10 User ", ["seed"], ["where"]),
    ("upsert Budget ", ["name", "limit"], ["spent"]),
    ("fetch Budget; count Expense where amount > ", ["amount"], ["name"]),
    ("fetch User group by b", ["bin(", "bins("], []),
    ("fetch User sort age limit 3 per c", ["city"], []),
    ("fetch User sort age limit 3 per ", ["city", "age"], ["limit"]),
    ("fetch User group by city with totals having is", ["isTotal("], []),
    ("fetch User select rank() ", ["over"], []),
    ("fetch User select length(city) ", [], ["over"]),
    ("fetch User select rank() over (sort age ", ["asc", "desc", "rows", "range"], ["group"]),
    ("expect ", ["fetch", "count", "error"], []),
    ("fetch (", ["fetch"], ["User"]),
    ("fetch Nothing where ", [], ["name", "limit"]),
  ]

  @Test(arguments: places)
  func acceptedAndRejected(text: String, offered: [String], refused: [String]) throws {
    let found = try Self.completer().languageCompletion(text).candidates.map(\.text)
    for text in offered { #expect(found.contains(text), "\(text) in \(found)") }
    for text in refused { #expect(!found.contains(text), "\(text)") }
  }

  /// Texts that end in quotes, with the candidates for them.
  static let quoted: [(text: String, candidates: [String])] = [
    ("fetch Budget where name == \"Wi", ["Winter \\\"1\\\"\""]),
    ("fetch Budget where name == 'Wi", ["Winter \"1\"'"]),
    ("fetch Budget where name ~ \"1", ["Winter \\\"1\\\"\""]),
    ("fetch Budget where name == \"1", []),
    ("fetch Budget where name in [\"x\", \"su", ["Summer\""]),
    ("fetch Expense where budget.name != \"S", ["Summer\""]),
    ("fetch Budget where name not in [\"S", ["Summer\""]),
    ("fetch Budget where any(expenses where name starts with \"R", ["Rent\""]),
    ("fetch Budget where limit == \"S", []),
    ("fetch Budget select \"S", []),
    ("= \"S", []),
  ]

  @Test(arguments: quoted)
  func valuesThatOccur(text: String, candidates: [String]) throws {
    var completer = try Self.completer()
    completer.values = { path, entity in
      guard path == ["name"] else { return [] }
      return entity == "Budget" ? ["Winter \"1\"", "Summer", "a\nb"] : ["Rent"]
    }
    #expect(completer.languageCompletion(text).candidates.map(\.text) == candidates)
  }

  @Test func valuesAreOfferedWithTheirQuotes() throws {
    var completer = try Self.completer()
    completer.values = { path, entity in path == ["name"] ? ["Rent", "Winter \"1\""] : [] }
    let found = { completer.languageCompletion($0).candidates.map(\.text) }
    #expect(
      found("fetch Budget where name == ").prefix(2) == ["\"Rent\"", "\"Winter \\\"1\\\"\""]
    )
    #expect(found("fetch Budget where name == Re").first == "\"Rent\"")
    #expect(found("fetch Budget where limit > ").first != "\"Rent\"")
  }

  @Test func recordsAreOfferedForRelationships() throws {
    var completer = try Self.completer()
    completer.records = { [("\($0)#1", "Rent"), ("\($0)#2", "Car")] }
    let found = completer.languageCompletion("insert Expense name: \"x\", budget: ").candidates
    #expect(found.map(\.text) == ["Budget#1", "Budget#2", "(Budget where", "nil"])
    #expect(found.first?.detail == "Rent")
    let set = completer.languageCompletion("update Expense set budget = ").candidates.map(\.text)
    #expect(set.contains("Budget#2") && set.contains("(Budget where"))
  }

  @Test func recordsAreOfferedAfterTheirModel() throws {
    var completer = try Self.completer()
    completer.records = { [("\($0)#1", "Rent"), ("\($0)#2", "Car")] }
    let found = { completer.languageCompletion($0).candidates.map(\.text) }
    #expect(found("fetch Budget#") == ["1", "2"])
    #expect(found("update Budget#") == ["1", "2"])
    #expect(found("fetch Expense where budget == ").prefix(2) == ["Budget#1", "Budget#2"])
    #expect(found("fetch Expense where amount > ").allSatisfy { !$0.contains("#") })
  }

  @Test func clausesComeBeforeOperatorsAfterAColumn() throws {
    let found = try Self.completer().languageCompletion("fetch Budget select name ").candidates
    #expect(found.first?.text == "where" && found.contains { $0.text == "contains" })
  }

  @Test func statementsAreInOrderOfUse() throws {
    let found = try Self.completer().languageCompletion("").candidates.map(\.text)
    #expect(found.prefix(6) == ["fetch", "count", "insert", "update", "delete", "import"])
  }

  @Test func recordsOfTheStoreHaveLabels() throws {
    let records = try Self.session().sampleRecords(of: "Budget")
    #expect(records.first?.id == "Budget#1" && records.first?.label == "Summer Vacation")
  }

  @Test func valuesOfTheStoreAreSuggested() throws {
    let session = try Self.session()
    let names = session.sampleTexts(of: ["name"], in: "Budget")
    #expect(names.contains("Winter vacation") && names == names.sorted())
    #expect(session.sampleTexts(of: ["limit"], in: "Budget").isEmpty)
    #expect(session.sampleTexts(of: ["nothing"], in: "Budget").isEmpty)
    #expect(session.sampleTexts(of: ["name"], in: "Nothing").isEmpty)
  }

  @Test func typesAreNextToNames() throws {
    let found = try Self.completer().languageCompletion("fetch Budget where ").candidates
    let details = Dictionary(
      found.map { ($0.text, $0.detail) },
      uniquingKeysWith: { first, _ in first }
    )
    #expect(details["name"] == "String" && details["owner"] == "String?")
    #expect(details["expenses"] == "[Expense]")
    let functions = try Self.completer().languageCompletion("fetch Budget where len").candidates
    #expect(functions.first?.text == "length(" && functions.first?.detail == "Int")
  }

  private static func session() throws -> QuerySession {
    let session = QuerySession(store: InMemoryStore())
    try session.loadDemo()
    let query = "let Budget.over(least: Double) = fetch Budget where limit > $least"
    let source = SourceText(name: "", text: query)
    var parser = ScriptParser(source)
    if case .statement(let statement)? = parser.next() {
      _ = try session.run(statement, in: source)
    }
    return session
  }

  private static func completer() throws -> Completer {
    let session = try session()
    let names = CompletionNames(session)
    return Completer(
      names: names,
      check: ContinuationCheck(checker: session.checker, names: names)
    )
  }

  @Test(arguments: [
    ("fetch Budget where nme == 1 and lim", "limit"),
    ("fetch Budget where limit ~ 1 and na", "name"),
  ])
  func anEarlierErrorHidesNothing(text: String, candidate: String) throws {
    let found = try Self.completer().languageCompletion(text).candidates.map(\.text)
    #expect(found == [candidate])
  }

  @Test func retriesEnd() throws {
    let check = try #require(try Self.completer().check)
    let candidates = ["name", "limit"].map { Completion.Candidate($0) }
    let text = "fetch Budget where limit > "
    #expect(check.possible(candidates, after: text).map(\.text) == ["limit"])
    #expect(check.possible(candidates, after: text, tries: 0).count == 2)
  }

  @Test func invisibleValuesAreOmitted() throws {
    var completer = try Self.completer()
    let odd = ["\u{9B}31m", "\u{9D}x", "a\u{202E}b", "c\u{7F}", "d\u{1B}[m"]
    completer.values = { _, _ in odd + ["zoë 東京"] }
    let found = completer.languageCompletion("fetch Budget where name == \"").candidates
    #expect(found.map(\.text) == ["zoë 東京\""])
  }
}
