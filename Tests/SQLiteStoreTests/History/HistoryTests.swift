import Context
import Features
import GRDB
import MemoryStore
import Model
import NativeStores
import Session
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import SQLiteStore

/// History of a file after it is reopened, and in other processes.
@Suite struct HistoryTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    file = folder.file("history.store")
  }

  private func open() throws -> QuerySession {
    QuerySession(store: try ReopenedStore.open(file))
  }

  private static func history(_ session: QuerySession) throws -> [HistoryEvent] {
    try session.modelContext.history()
  }

  @Test func authorAndTime() throws {
    var told: [HistoryEvent] = []
    do {
      let session = try open()
      _ = try session.told("model A { n: Int }")
      for (author, second) in [(nil, 1), ("Zoë", 2), ("\"x\"\n\u{0}", 3)] as [(String?, Int64)] {
        session.author = author
        session.settings.clock = { Timestamp(microseconds: second * 1_000_000 + 1) }
        _ = try session.told("insert A n: \(second)")
      }
      told = try Self.history(session)
    }
    let session = try open()
    #expect(try Self.history(session) == told)
    #expect(told.map(\.author) == [nil, "Zoë", "\"x\"\n\u{0}"])
    #expect(told.map(\.time.microseconds) == [1_000_001, 2_000_001, 3_000_001])
    #expect(told.map(\.title) == ["insert A n: 1", "insert A n: 2", "insert A n: 3"])
    #expect(
      try session.modelContext.history(since: Timestamp(microseconds: 2_000_001)).count == 2
    )
  }

  @Test func sessionsOnOneFileNoticeEachOther() throws {
    let (first, second) = (try open(), try open())
    _ = try first.told("model A { n: Int }")
    _ = try first.told("insert A n: 1")
    _ = try second.told("update A#1 set n = 2")
    let other = try BuiltCommand.run(file, "-c", ".author Eve", "-c", "delete A#1")
    #expect(other.status == 0, "\(other.errors)")
    #expect(
      try Self.history(first).map(\.title) == [
        "insert A n: 1", "update A#1 set n = 2", "delete A#1",
      ]
    )
    #expect(try Self.history(second) == Self.history(first))
    #expect(try Self.history(first).last?.author == "Eve")
  }

  @Test func rolledBackAndRejectedChangesAreNotReported() throws {
    let session = try open()
    _ = try session.told("model A { n: Int unique }")
    _ = try session.told("begin")
    _ = try session.told("insert A n: 1")
    #expect(try Self.history(session).isEmpty)
    _ = try session.told("rollback")
    _ = try session.told("insert A n: 1")
    #expect(throws: SessionError.self) { try session.told("insert A n: 1") }
    #expect(try Self.history(open()).map(\.title) == ["insert A n: 1"])
  }

  /// A statement that makes very many records costs a row, and reads as it did in memory.
  @Test func manyNewRecordsAreOneRow() throws {
    let memory = QuerySession(store: InMemoryStore())
    let session = try open()
    let statements = [
      "model A { n: Int, b: B?, cs: [C] inverse as }", "model B { as: [A] inverse b }",
      "model C { t: String, as: [A] }", "insert C t: \"c\"", "generate 1000 A seed 1",
      "generate 1001 A seed 2", "update A#1500 set n = 1", "delete A#1",
      "update A where @id == A#2 or @id == A#3 set cs = [C#1]",
    ]
    for each in [memory, session] {
      each.settings.clock = { Timestamp(microseconds: 1) }
      for statement in statements { _ = try each.told(statement) }
    }
    let told = try Self.history(memory)
    #expect(try Self.history(session) == told)
    let again = try open()
    #expect(try Self.history(again) == told)
    #expect(told[1].records.count == 1_000)
    #expect(told[2].records.isEmpty)
    #expect(told[2].bulkInserts == [RecordSelection(entity: "A", keys: .range(1_001..<2_002))])
    for selection in [
      "A#1", "A#1001", "A#2001", "A#2002", "A where n < 0", "A limit 5", "C", "A#99999",
      "A where @id == A#1 or @id == A#1600 or @id == A#1601",
    ] {
      let rows = try memory.rows("history \(selection)")
      #expect(try session.rows("history \(selection)") == rows)
      #expect(try again.rows("history \(selection)") == rows)
    }
    #expect(
      try again.rows("history A#1500")
        .hasPrefix("3,1970-01-01T00:00:00.000001Z,,inserted,A#1500,,,\n")
    )
  }

  @Test func oldestStatementsAreDropped() throws {
    let database = try DatabaseQueue()
    try database.inDatabase { db in
      try MartletTables.create(db.native)
      func event(_ number: Int64, values: Int) -> HistoryEvent {
        HistoryEvent(
          time: Timestamp(microseconds: number),
          author: nil,
          title: "",
          records: (0..<values).map {
            let id = RecordID(entity: "A", key: .number(Int64($0)))
            return RecordChange(record: id, action: .inserted, values: [], links: [])
          }
        )
      }
      func told() throws -> [Int64] {
        var times: [Int64] = []
        try HistoryReader(db: db.native, filter: HistoryFilter()).read {
          times.append($0.time.microseconds)
        }
        return times
      }
      let tables = HistoryTables(db: db.native, capacity: 100)
      for number in 0..<50 { try tables.add([event(Int64(number), values: 9)]) }
      #expect(try told() == Array(40..<50))
      #expect(try tables.size() == 100)
      try tables.add([event(50, values: 10), event(51, values: 9)])
      #expect(try told() == Array(43..<52))
      // The last statement is kept, however large.
      try tables.add([event(52, values: 1_000)])
      #expect(try told() == [52])
      try tables.add([event(53, values: 9)])
      #expect(try told() == [53])
      #expect(try tables.size() == 10)
      // Others may remove anything.
      try db.execute(
        sql: "UPDATE martlet_store SET value = \(Int64.max) WHERE key = 'history size'"
      )
      try tables.add([event(54, values: 9)])
      #expect(try told() == [54])
      #expect(try tables.size() == 10)
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM martlet_changes") == 9)
      #expect(try Int.fetchOne(db, sql: "SELECT sum(size) FROM martlet_history") == 10)
    }
  }

  /// Files that were made before there was a history get one with the next change.
  @Test func filesWithoutAHistory() throws {
    do {
      let session = try open()
      _ = try session.told("model A { n: Int }")
      _ = try session.told("insert A n: 1")
    }
    try DatabaseQueue(path: file).write {
      try $0.execute(
        sql: """
          DROP TABLE martlet_history; DROP TABLE martlet_changes;
          DELETE FROM martlet_store WHERE key = 'history size'
          """
      )
    }
    var options = FileOptions()
    options.isReadOnly = true
    let reader = QuerySession(store: try ReopenedStore.open(file, options: options))
    #expect(try Self.history(reader).isEmpty)
    let session = try open()
    #expect(try Self.history(session).isEmpty)
    _ = try session.told("update A#1 set n = 2")
    #expect(try Self.history(session).count == 1)
    #expect(try Self.history(reader) == Self.history(session))
  }

  /// What waited was saved when `save` ran, so that the times are in the order of what others see.
  @Test func pendingChangesGetTheTimeOfTheSave() throws {
    let session = try open()
    let other = try open()
    _ = try session.told("model A { n: Int }")
    for (each, second, text) in [
      (session, 1, "begin"), (session, 2, "insert A n: 2"), (other, 3, "insert A n: 3"),
      (session, 4, "save"),
    ] as [(QuerySession, Int64, String)] {
      each.settings.clock = { Timestamp(microseconds: second * 1_000_000) }
      _ = try each.told(text)
    }
    let told = try Self.history(session)
    #expect(told.map(\.title) == ["insert A n: 3", "insert A n: 2"])
    #expect(told.map(\.time.microseconds) == [3_000_000, 4_000_000])
  }

  @Test func everySQLiteReadsIt() throws {
    let session = try open()
    _ = try session.told("model Budget { name: String, limit: Double, start: Date? }")
    session.author = "Zoë"
    session.settings.clock = { Timestamp(microseconds: 1_000_000) }
    _ = try session.told("insert Budget { name: \"Trip\", limit: 900, start: 2026-01-01 }")
    _ = try session.told("update Budget#1 set limit = 950")
    let rows = try DatabaseQueue(path: file).read {
      try String.fetchAll(
        $0,
        sql: """
          SELECT format('%s|%s|%s|%s|%s|%s|%s', datetime(time / 1000000, 'unixepoch'), author, title,
            action, entity, key, fields)
          FROM martlet_history JOIN martlet_changes USING (statement)
          """
      )
    }
    #expect(
      rows == [
        "1970-01-01 00:00:01|Zoë|insert Budget { name: \"Trip\", limit: 900, start: 2026-01-01 }|inserted|"
          + "Budget|1|{\"name\":\"Trip\",\"limit\":900.0,\"start\":{\"date\":1767225600000000}}",
        "1970-01-01 00:00:01|Zoë|update Budget#1 set limit = 950|updated|"
          + "Budget|1|{\"limit\":[900.0,950.0]}",
      ]
    )
  }

  /// Rows that others wrote into the tables cause an error, and nothing worse.
  @Test(arguments: [
    "fields = ''", "fields = '{'", "fields = '[1]'", "fields = '{\"n\":1}x'", "fields = '{\"n\":}'",
    "fields = '{\"n\":--1}'", "fields = '{\"n\":\"\\u12\"}'",
    "fields = '{\"n\":\"\\x\"}'", "fields = '{\"n\":\"\\'", "fields = '{\"n\":{\"date\":\"x\"}}'",
    "fields = '{\"n\":{\"date\":9223372036854775808}}'", "fields = '{\"n\":{\"uuid\":\"1\"}}'",
    "fields = '{\"n\":{\"record\":\"A#\"}}'", "fields = x'00'", "fields = 5",
    "fields = '{\"n\":tru}'",
    "links = '[]x'", "links = '[[\"added\",\"a\"]]'", "links = '[[\"left\",\"a\",\"A#1\"]]'",
    "action = 'moved'", "key = 9223372036854775807", "fields = NULL, last = 0",
    "fields = NULL, last = 9223372036854775807", "fields = NULL, last = 'x'", "entity = x'ff'",
    "fields = '{\"n\":' || replace(hex(zeroblob(500000)), '00', '{\"date\":')",
    "fields = '{\"n\":' || replace(hex(zeroblob(500000)), '00', '[')",
  ])
  func damagedRows(_ assignment: String) throws {
    let session = try open()
    _ = try session.told("model A { n: Int }")
    _ = try session.told("insert A n: 1")
    try DatabaseQueue(path: file).write {
      try $0.execute(sql: "UPDATE martlet_changes SET \(assignment)")
    }
    #expect {
      try Self.history(session)
    } throws: { error in
      guard case .damaged(let reason)? = (error as? StoreFileError)?.fault else { return false }
      return reason == "the history of statement 1 cannot be read"
    }
    #expect(try session.check().lines == ["the history of statement 1 cannot be read"])
    #expect(try session.rows("fetch A") == "1")
    _ = try session.told("insert A n: 2")
  }

  /// Renamed properties have their current names, as models have.
  @Test func historyShowsRecordsWithCurrentNames() throws {
    let told = try {
      let session = try open()
      _ = try session.told("model A { n: Int, t: String?, b: B? inverse as }")
      _ = try session.told("model B { as: [A] }")
      _ = try session.told("insert A { n: 1, t: \"x\", b: {} }")
      _ = try session.told("update A#1 set t = nil, b = nil")
      let told = try Self.history(session)
      _ = try session.told("model A { m: Int was n, c: B? was b inverse as }")
      let renamed = try Self.history(session)
      let names = renamed.map { $0.records.map { $0.values.map(\.property.description) } }
      #expect(names == [[["m", "t", "c"], []], [["c", "t"]]])
      let values = { (events: [HistoryEvent]) in
        events.map { $0.records.map { $0.values.map { [$0.old, $0.new] } } }
      }
      #expect(values(renamed) == values(told))
      _ = try session.told("update A#1 set m = 2")
      return renamed
    }()
    let now = try Self.history(open())
    #expect(Array(now.prefix(2)) == told)
    #expect(now.last?.records.first?.values.map(\.property.description) == ["m"])
  }
}
