import Demo
import Diagnostics
import Features
import MemoryStore
import Model
import Session
import Storage
import Syntax
import TestSupport
import Testing

import struct Diagnostics.SourceText

/// Saved queries of saved queries against a plain reading: each level filters, orders and cuts what
/// the one inside it found, whichever way the engine merges them.
@Suite struct SavedQueryTests {
  /// What a query does with the records that it asks.
  private struct Level {
    var condition: String?
    var key: String?
    var offset: Int?
    var limit: Int?

    var clauses: String {
      [
        condition.map { "where \($0)" }, key.map { "sort \($0)" }, offset.map { "offset \($0)" },
        limit.map { "limit \($0)" },
      ].compactMap { $0 }.joined(separator: " ")
    }
  }

  private static let conditions = [
    "amount > 30", "quantity == 1", "name ~ \"a\"", "date is nil", "budget.limit > 500",
    "not (budget.owner ~ \"o\")", "total / quantity < 50",
  ]
  private static let keys = [
    "name", "amount desc", "quantity", "budget.name desc nulls last", "quantity desc, name", "date",
  ]

  @Test(arguments: 0..<UInt64(fuzzCount(20)))
  func levelsApplyToNestedParts(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let session = try DemoRows()
    for round in 0..<6 {
      var expected = try session.ids("fetch Expense select @id")
      var source = "Expense"
      for depth in 0..<Int.random(in: 2...4, using: &random) {
        let level = Self.level(&random)
        expected = try Self.applying(level, to: expected, session)
        let name = "q\(round)x\(depth)"
        try session.run("let \(name) = fetch \(source) \(level.clauses)")
        source = name
        #expect(try session.ids("fetch \(source) select @id") == expected, "seed \(seed): \(level)")
        #expect(try session.count("count \(source)") == expected.count)
        let found = try session.ids("fetch Expense where self in (\(source)) select @id")
        #expect(Set(found) == Set(expected), "seed \(seed): \(level)")
      }
    }
  }

  private static func level(_ random: inout SeededRandom) -> Level {
    Level(
      condition: random.chance(50) ? random.pick(conditions) : nil,
      key: random.chance(50) ? random.pick(keys) : nil,
      offset: random.chance(30) ? Int.random(in: 0...6, using: &random) : nil,
      limit: random.chance(50) ? Int.random(in: 1...30, using: &random) : nil
    )
  }

  /// Records that are equal by the key stay in their order.
  private static func applying(
    _ level: Level,
    to ids: [Value],
    _ session: DemoRows
  ) throws -> [Value] {
    var ids = ids
    if let condition = level.condition {
      let matching = Set(try session.ids("fetch Expense where \(condition) select @id"))
      ids = ids.filter(matching.contains)
    }
    if let key = level.key {
      let ranks = try session.ranks(key)
      ids = ids.enumerated().sorted {
        let (left, right) = (ranks[$0.element] ?? 0, ranks[$1.element] ?? 0)
        return (left, $0.offset) < (right, $1.offset)
      }.map(\.element)
    }
    return Array(ids.dropFirst(level.offset ?? 0).prefix(level.limit ?? .max))
  }

  @Test func manyLevelsAreRejectedSafely() throws {
    let session = try DemoRows()
    try session.run("let q0 = fetch Expense where amount > 1")
    var failure: String?
    for depth in 1...60 where failure == nil {
      let text = "let q\(depth) = fetch q\(depth - 1) where amount > \(depth)"
      failure = session.failure(text)
    }
    #expect(failure?.contains("too large") == true)
  }

  @Test func exponentialQueriesAreRejected() throws {
    let session = try DemoRows()
    try session.run("let q0 = fetch Expense where amount > 1")
    var failure: String?
    for depth in 1...60 where failure == nil {
      let inner = "q\(depth - 1)"
      failure = session.failure(
        "let q\(depth) = fetch Expense where self in (\(inner)) or self in (\(inner) limit 3)"
      )
    }
    #expect(failure?.contains("too large") == true)
  }

  @Test func queriesAreListedAndDropped() throws {
    let session = try DemoRows()
    try session.run(
      "let Budget.big = fetch budget where limit>$least".replacing("$least", with: "3")
    )
    #expect(
      session.session.namedQueries.map(\.text) == [
        "let Budget.big = fetch budget where limit > 3"
      ]
    )
    #expect(try session.session.dropQuery("Budget.big"))
    #expect(try !session.session.dropQuery("Budget.big"))
    #expect(session.failure("fetch Budget.big") != nil)
  }
}

/// A session over the demo, with answers as values.
private struct DemoRows {
  let session = QuerySession(store: InMemoryStore())

  init() throws { try session.loadDemo() }

  @discardableResult
  func run(_ text: String) throws(SessionError) -> StatementOutcome {
    let source = SourceText(name: "", text: text)
    var parser = ScriptParser(source)
    guard case .statement(let statement)? = parser.next() else {
      throw .unreadable(FileFindings([.init("does not parse: \(text)", file: nil)]))
    }
    return try session.run(statement, in: source)
  }

  func failure(_ text: String) -> String? {
    do throws(SessionError) {
      try run(text)
      return nil
    } catch {
      if case .failed(let findings) = error { return findings.first?.message ?? "" }
      return "\(error)"
    }
  }

  private func rows(_ text: String) throws -> [[Value]] {
    guard case .rows(let rows) = try run(text).answer else { return [] }
    let batch = try rows.rows(0..<rows.rowCount)
    return (0..<rows.rowCount).map { row in
      rows.headers.indices.map { batch.value(row: row, column: $0) }
    }
  }

  func ids(_ text: String) throws -> [Value] { try rows(text).map { $0[0] } }

  func count(_ text: String) throws -> Int {
    guard case .value(.int(let count), _) = try run(text).answer else { return -1 }
    return Int(count)
  }

  /// The place of each record in the order of a key; records with equal values share one.
  func ranks(_ key: String) throws -> [Value: Int] {
    let expressions = key.replacing(" desc", with: "").replacing(" nulls last", with: "")
    var first: [[Value]: Int] = [:]
    var ranks: [Value: Int] = [:]
    for (place, row) in try rows("fetch Expense sort \(key) select @id, \(expressions)")
      .enumerated()
    {
      let values = Array(row.dropFirst())
      first[values] = first[values] ?? place
      ranks[row[0]] = first[values]
    }
    return ranks
  }
}
