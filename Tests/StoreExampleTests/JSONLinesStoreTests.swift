import Diagnostics
import Features
import Martlet
import Session
import Syntax
import TestSupport
import Testing

@testable import StoreContractSuite
@testable import StoreExample

/// The store of the example answers as a store in memory does that holds the same records.
@Suite struct JSONLinesStoreTests {
  @Test(arguments: [0, 1, 40, Batch.defaultCount + 10])
  func keepsTheContract(members: Int) throws {
    let records = try ExampleRecords(seed: UInt64(members), members: members)
    defer { withExtendedLifetime(records) {} }
    try StoreContract.expectSameRecords(in: records.lines, as: records.known)
  }

  @Test func isOnlyRead() throws {
    let records = try ExampleRecords(seed: 7, members: 7)
    defer { withExtendedLifetime(records) {} }
    try StoreContract.expectOnlyRead(records.lines)
  }

  @Test(arguments: 0..<UInt64(fuzzCount(6)))
  func answersMatchMemory(seed: UInt64) throws {
    let records = try ExampleRecords(seed: seed, members: 60)
    defer { withExtendedLifetime(records) {} }
    for query in Self.queries {
      let expected = try Self.answer(query, from: records.known)
      #expect(try Self.answer(query, from: records.lines) == expected, "seed \(seed): \(query)")
    }
  }

  /// What needs more than reading is refused at its statement, and the rest works.
  @Test(arguments: refused)
  func rejectsUnsupportedParts(text: String, message: String) throws {
    let records = try ExampleRecords(seed: 7, members: 7)
    defer { withExtendedLifetime(records) {} }
    let source = SourceText(name: "", text: text)
    var parser = ScriptParser(source)
    let session = QuerySession(store: records.lines)
    let refusal = #expect(throws: SessionError.self) {
      while case .statement(let statement) = parser.next() {
        _ = try session.run(statement, in: source)
      }
    }
    guard case .failed(let diagnostics) = refusal else { return }
    #expect(diagnostics.map(\.message) == [message])
    #expect(diagnostics.allSatisfy { $0.primary != nil && !$0.help.isEmpty })
  }

  private static let refused = [
    ("insert Badge { number: 1 }", "this store is read-only"),
    ("preview insert Badge { number: 1 }", "this store is read-only"),
    ("update all Badge set number = 2", "this store is read-only"),
    ("delete all Badge", "this store is read-only"),
    ("begin\nupdate all Badge set number = 2", "this store is read-only"),
    ("model New { n: Int }", "this store is read-only"),
    ("version 2 { model A { n: Int } }\nmigrate 2", "the models of this store cannot be changed"),
  ]

  private static let queries = [
    #"Member where nick == "b""#,
    #"Member where nick == "a" and age > 2"#,
    #"Member where nick == "b" or rank == high"#,
    #"Member where team.name == "b""#,
    #"Member where boss.nick == "a" and nick == "b""#,
    #"Member where not (nick == "a")"#,
    #"Member where "a" == nick"#,
    #"Member where nick == """#,
    #"Member where nick == "\"""#,
    #"Member where nick == "\\""#,
    #"Member where nick == "a\nb""#,
    #"Member where nick == "/""#,
    #"Member where nick == "日本" and home.city == "a""#,
    "Member where nick == \"\u{e9}\"",
    "Member where nick == \"e\u{301}\"",
    #"Member where nick =~ "A""#,
    #"Member where nick is nil"#,
    #"Member where rank == high sort nick desc, age limit 5"#,
    #"Member where nick == "a" limit 3 offset 1"#,
    #"Member where nick == "a" and rank == low sort score desc limit 2"#,
    #"Member where nick in ["a", "b"]"#,
    #"Member where nick == "a" and age + 1 > 0"#,
    #"Member where boss.boss is not nil select nick, boss.nick, count(reports)"#,
    #"Member select distinct nick"#,
    #"Member group by rank select rank, max(wage), sum(score) sort rank"#,
    #"Member where nick == "a" group by team select team.name, avg(age) sort team.name"#,
    #"Member where team in (Team where motto == "a")"#,
    #"Member where badge.number > 10 select nick, badge.number"#,
    #"Team where any(members where nick == "a")"#,
    #"Team where all(members where age > 2)"#,
    #"Team where name == "a" select name, size, members { nick sort nick limit 2 }"#,
    #"Team select name, size, sum(members.score), avg(members.wage) sort size desc, name"#,
    #"Badge where holder.team.name == "a""#,
  ]

  /// The rows of a query, or its error.
  private static func answer(_ query: String, from store: any Store) throws -> Answer {
    let source = SourceText(name: "", text: query)
    var parser = ScriptParser(source)
    guard case .statement(let statement) = parser.next() else { return .failure("no statement") }
    do {
      guard case .rows(let rows) = try QuerySession(store: store).run(statement, in: source).answer
      else { return .failure("no rows") }
      let batch = try rows.rows(0..<rows.rowCount)
      return .rows(
        (0..<batch.count).map { row in
          batch.cells.indices.map { batch.value(row: row, column: $0) }
        }
      )
    } catch SessionError.failed(let diagnostics) {
      return .failure(diagnostics.map(\.message).joined(separator: "\n"))
    }
  }

  private enum Answer: Equatable {
    case rows([[Value]])
    case failure(String)
  }
}
