import Binding
import Demo
import Features
import Foundation
import MemoryStore
import Session
import Syntax
import TestSupport
import Testing

import struct Diagnostics.SourceSpan
import struct Diagnostics.SourceText

/// Translations of SQL are correct, and no input is harmful.
@Suite struct ForeignInputTests {
  /// The equivalents that `foreign-input.script` names.
  static func equivalents() throws -> [String] {
    let document = ScriptDocument(try ScriptTests.text(of: "foreign-input.script"))
    return document.exchanges.flatMap { exchange in
      exchange.expected.split(separator: "\n").compactMap { line in
        let marks = ["help: in Martlet: `", "help: write `"]
        guard let mark = marks.first(where: line.hasPrefix), line.hasSuffix("`"),
          // `…` and `Model` are placeholders.
          !line.contains("…"), !line.contains(" Model ")
        else { return nil }
        return String(line.dropFirst(mark.count).dropLast())
      }
    }
  }

  @Test func equivalentsCanBeRun() throws {
    let texts = try Self.equivalents()
    #expect(texts.count > 25)
    for text in texts {
      let session = QuerySession(store: InMemoryStore())
      try session.loadDemo()
      session.settings.parameters = ["p": "3", "name": "x", "wanted": "x"]
      let source = SourceText(name: "", text: text)
      var parser = ScriptParser(source)
      guard case .statement(let statement)? = parser.next() else {
        Issue.record("does not parse: \(text)")
        continue
      }
      // An insert of the demo's models lacks what SQL left out.
      if case .insert = statement.kind { continue }
      #expect(throws: Never.self, "\(text)") { try session.run(statement, in: source) }
    }
  }

  private static let words = [
    "SELECT", "FROM", "WHERE", "GROUP", "BY", "HAVING", "ORDER", "LIMIT", "OFFSET", "JOIN", "ON",
    "AS",
    "AND", "OR", "NOT", "IN", "LIKE", "BETWEEN", "IS", "NULL", "CASE", "WHEN", "THEN", "ELSE",
    "END",
    "DISTINCT", "COUNT", "sum", "budget", "expenses", "b", "name", "limit", "owner", "INSERT",
    "INTO",
    "VALUES", "CREATE", "TABLE", "TEXT", "PRIMARY", "KEY", "DESC", "NULLS", "LAST", "UNION", "DATE",
    "EXTRACT", "YEAR", "EXPLAIN", "describe", "use", "\\d", "help", "db.budget.find()",
    "(", ")", ",", ".", "*", "+", "-", "/", "%", "=", "<>", "<=", "||", ";", "'a'", "'%x_'",
    "\"b c\"",
    "$0", ".", "{", "}", "count", "contains", "filter", "isEmpty", "!", "#Predicate<Budget>", "var",
    "`d`", "[e]", "?", ":f", "@g", "$1", "1", "2.5", "--", "/*", "*/", "'", "é", "\u{0}", "\n",
  ]

  /// Any row of words is answered somehow, and what is named as an equivalent parses.
  @Test(arguments: 0..<UInt64(fuzzCount(8)))
  func anySequenceOfWordsIsHandled(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let session = QuerySession(store: InMemoryStore())
    try session.loadDemo()
    for _ in 0..<1_500 {
      let start = random.pick([
        "SELECT", "SELECT * FROM budget", "SELECT name FROM expense e JOIN budget b ON",
        "INSERT INTO budget",
        "#Predicate<Budget> {", "FetchDescriptor<Budget>(predicate: #Predicate { $0.",
        "budgets.filter { $0.", "@Model class X { var", "CREATE TABLE x (", "EXPLAIN SELECT",
        "describe", "\\d", "",
      ])
      let rest = (0..<Int.random(in: 0...14, using: &random)).map { _ in random.pick(Self.words) }
      let text = ([start] + rest).joined(separator: " ")
      let source = SourceText(name: "", text: text)
      let span = SourceSpan(0, source.bytes.count)
      guard
        case .finding(let finding, _)? = session.foreignInput(at: span, in: source)
      else { continue }
      #expect(!finding.help.isEmpty)
      for line in finding.help where line.hasPrefix("in Martlet: `") {
        let equivalent = line.dropFirst("in Martlet: `".count).dropLast()
        var parser = ScriptParser(SourceText(name: "", text: String(equivalent)))
        guard case .statement? = parser.next(), parser.next() == nil else {
          Issue.record("\(text.debugDescription) gives \(equivalent)")
          continue
        }
      }
    }
  }

  @Test(.timeLimit(.minutes(5))) func hostilePatternsEndSoon() throws {
    let session = QuerySession(store: InMemoryStore())
    try session.loadDemo()
    let texts = [
      "SELECT " + String(repeating: "(", count: 5_000),
      "SELECT * FROM budget WHERE " + String(repeating: "NOT ", count: 1_900) + "limit",
      "SELECT * FROM budget WHERE " + String(repeating: "(", count: 500) + "1"
        + String(repeating: ")", count: 500),
      "SELECT " + Array(repeating: "limit", count: 900).joined(separator: "+") + " FROM budget",
      "SELECT * FROM budget WHERE "
        + Array(repeating: "limit = 1", count: 400).joined(separator: " OR "),
      "#Predicate<Budget> { " + String(repeating: "(", count: 900)
        + String(repeating: ")", count: 900) + " }",
      "#Predicate<Budget> { " + String(repeating: "$0.expenses.contains { ", count: 600),
      "#Predicate<Budget> { " + String(repeating: "true ? 1 : ", count: 600) + "2 }",
      "SELECT " + String(repeating: "CASE WHEN ", count: 900),
      "INSERT INTO budget VALUES " + Array(repeating: "(1)", count: 600).joined(separator: ","),
    ]
    for text in texts {
      let source = SourceText(name: "", text: text)
      _ = session.foreignInput(at: SourceSpan(0, source.bytes.count), in: source)
    }
  }
}
