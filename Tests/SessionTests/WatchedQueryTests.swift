import Context
import Diagnostics
import Features
import Foundation
import MemoryStore
import Model
import Session
import Storage
import StoreFixtures
import Syntax
import TestSupport
import Testing

/// Compares the changes of watched queries with plain fetches.
@Suite struct WatchedQueryTests {
  private static let models = [
    "model Team { name: String unique, size: Int, tags: [Tag], players: [Player] cascade inverse team ordered }",
    "model Player { name: String, points: Int?, team: Team?, twice = points * 2 }",
    "model Tag { name: String, teams: [Team] inverse tags }",
    "model Other { n: Int }",
    "let best(least: Int = 3) = fetch Player where points >= $least sort points desc limit 4",
    "let sums = fetch Player group by team.name select team.name as team, sum(points) as points",
  ]

  private static let queries = [
    "fetch Player", "fetch Player sort points desc, name", "fetch Player where points > 4 limit 3",
    "fetch Player select name, team.name as team sort team, name limit 4 offset 1",
    "fetch Player where team.size > 3 or points is nil select name, points + 1 as more",
    "fetch Player group by team select team, count() as n, max(points) as most sort n desc limit 2",
    "fetch Player group by points % 3 having count() > 1 select points % 3 as rest, list(name) as names",
    "fetch Player select points distinct sort points desc limit 3",
    "fetch Player select sum(points) as total, count() as n",
    "fetch Team select name, players { name, points where points > 2 limit 2 }, tags { name }",
    "fetch Team where any(players where points > 8) sort count(players) desc",
    "fetch Tag sort count(teams) desc limit 2",
    "fetch Team where any players in (Player where points > 6)",
    "count Player where team.size > 2", "fetch best(least: 2)",
    "fetch best where team is not nil select name",
    "fetch sums where points > 5 sort points desc", "fetch sums limit 2",
  ]

  private static func statement(_ random: inout SeededRandom, _ number: Int) -> String {
    func n(_ random: inout SeededRandom, _ most: Int) -> Int {
      Int.random(in: 0...most, using: &random)
    }
    let points = random.chance(15) ? "nil" : "\(n(&random, 12))"
    switch n(&random, 11) {
    case 0, 1, 2:
      let team = random.chance(70) ? ", team: Team#\(1 + n(&random, 3))" : ""
      return "insert Player name: \"p\(number)\", points: \(points)\(team)"
    case 3: return "update Player where points == \(n(&random, 12)) set points = \(points)"
    case 4:
      return "update Player where points > \(n(&random, 12)) set team = Team#\(1 + n(&random, 3))"
    case 5: return "update Team where size < \(n(&random, 6)) set size += \(n(&random, 3))"
    case 6: return "delete Player where points == \(n(&random, 12))"
    case 7:
      return
        "update Team where size > \(n(&random, 6)) set tags += (Tag where name == \"t\(n(&random, 2))\")"
    case 8: return "update all Team set tags -= (Tag where name == \"t\(n(&random, 2))\")"
    case 9: return "update Team where name == \"T\(n(&random, 3))\" set name = \"U\(number)\""
    case 10: return "undo"
    default: return "insert Other n: \(number)"
    }
  }

  @Test(arguments: [ScriptStores.memory, .file])
  func changesTransformOneStateIntoTheNext(kind: ScriptStores) throws {
    for seed in 0..<UInt64(fuzzCount(1)) {
      var random = SeededRandom(seed: seed)
      let files = try ScriptFiles(kind, hasDemo: false)
      let shelf = OpenStores(files.opening)
      let session = shelf.session
      for text in Self.models { try session.answer(text) }
      for number in 0..<4 {
        try session.answer("insert Team name: \"T\(number)\", size: \(number)")
      }
      for number in 0..<3 { try session.answer("insert Tag name: \"t\(number)\"") }
      let other = QuerySession(container: session.modelContext.container)
      let watched = try Self.queries.map { try Watched($0, in: session) }
      for number in 0..<40 {
        let text = Self.statement(&random, number)
        // A violated rule changes nothing.
        _ = try? (random.chance(50) ? session : other).answer(text)
        // Several commits may happen between two refreshes.
        if random.chance(30) { continue }
        for query in watched { try query.refresh(after: text) }
      }
      withExtendedLifetime(shelf) {}
    }
  }

  /// A query with the state that results from the reported changes.
  private final class Watched {
    private let text: String
    private let session: QuerySession
    private let query: WatchedQuery
    private var rows: [(key: RowKey, fields: [ObjectField])] = []
    private var shown: [[ObjectField]] { rows.map { $0.fields } }

    init(_ text: String, in session: QuerySession) throws {
      (self.text, self.session) = (text, session)
      guard case .watch(let query) = try session.answer("watch " + text).answer else {
        throw NoAnswer()
      }
      self.query = query
      apply(query.firstChanges)
    }

    func refresh(after statement: String) throws {
      let before = shown
      switch try query.refresh() {
      case .same: break
      case .changed(let changes):
        apply(changes)
        #expect(rows.count == changes.rowCount, "\(text) behind \(statement)")
        #expect(shown != before, "\(text) behind \(statement)")
      case .failing(let error): throw error
      }
      let expected = try plain()
      #expect(shown == expected, "\(text) behind \(statement)")
    }

    /// The rows that the query gives by itself.
    private func plain() throws -> [[ObjectField]] {
      switch try session.answer(text).answer {
      case .rows(let rows):
        let batch = try rows.rows(0..<rows.rowCount)
        return (0..<rows.rowCount).map { row in
          rows.headers.enumerated().map { ObjectField($1.name, batch.value(row: row, column: $0)) }
        }
      case .value(let value, _): return [[ObjectField("count", value)]]
      default: throw NoAnswer()
      }
    }

    private func apply(_ changes: ResultChanges) {
      var placed: [(place: Int, key: RowKey, fields: [ObjectField])] = []
      for change in changes.changes {
        let place = rows.firstIndex { $0.key == change.key }
        var fields = place.map { rows[$0].fields } ?? []
        switch change.kind {
        case .inserted, .entered:
          #expect(place == nil)
          fields = change.new
        case .removed, .left: #expect(fields == change.old)
        case .changed:
          for (old, new) in zip(change.old, change.new) {
            let field = fields.firstIndex { $0.name == new.name } ?? 0
            #expect(fields[field] == old && old != new)
            fields[field] = new
          }
        case .moved:
          let isNamed = if case .values = change.key { false } else { true }
          #expect(change.old.isEmpty && change.new == (isNamed ? [] : fields))
        }
        if change.kind == .changed, change.place == nil, let place {
          rows[place].fields = fields
        } else {
          if let place { rows.remove(at: place) }
          if let new = change.place { placed.append((new, change.key, fields)) }
        }
      }
      for row in placed { rows.insert((row.key, row.fields), at: row.place) }
    }
  }

  struct NoAnswer: Error {}

  /// Only commits that touch what a query reads run it.
  @Test(arguments: [ScriptStores.memory, .file, .reopenedFile])
  func unrelatedCommitsRunNoQuery(kind: ScriptStores) throws {
    let files = try ScriptFiles(kind, hasDemo: false)
    let shelf = OpenStores(files.opening)
    let session = shelf.session
    for text in Self.models { try session.answer(text) }
    try session.answer("insert Team name: \"T\", size: 1")
    let reads = [
      ("fetch Player", ["Player", "Team"]), ("count Other", ["Other"]),
      ("fetch Tag select name", ["Tag"]),
      ("fetch Team where count(tags) > 1 select size", ["Tag", "Team"]),
      (
        "fetch Tag where any teams in (Team where any players in (Player where points > 1)) select name",
        ["Player", "Tag", "Team"]
      ),
      ("fetch sums", ["Player", "Team"]), ("fetch best select name", ["Player"]),
    ]
    let watched = try reads.map { text, entities in
      guard case .watch(let query) = try session.answer("watch " + text).answer else {
        throw NoAnswer()
      }
      #expect(query.entitiesRead.sorted() == entities, "\(text)")
      return query
    }
    let changes = [
      ("insert Other n: 1", "Other"), ("insert Player name: \"p\", points: 5", "Player"),
      ("insert Tag name: \"t\"", "Tag"), ("update all Team set size = 2", "Team"),
      ("update all Player set points = 6", "Player"), ("delete all Other", "Other"),
      ("undo", "Other"),
    ]
    for (text, entity) in changes {
      files.close()
      try session.answer(text)
      for (query, (name, entities)) in zip(watched, reads) {
        let before = query.runCount
        _ = try query.refresh()
        let expected = entities.contains(entity) ? 1 : 0
        #expect(query.runCount - before == expected, "\(text) and \(name)")
      }
    }
    withExtendedLifetime(shelf) {}
  }
}

extension QuerySession {
  /// What the session answers to the one statement of a text.
  @discardableResult
  fileprivate func answer(_ text: String) throws -> StatementOutcome {
    let source = SourceText(name: "", text: text)
    var parser = ScriptParser(source)
    guard case .statement(let statement)? = parser.next() else {
      throw WatchedQueryTests.NoAnswer()
    }
    return try run(statement, in: source)
  }
}
