import Columns
import Features
import Foundation
import GRDB
import Model
import Session
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import SQLiteStore

/// Cached columns match the file, no matter which process changes it.
@Suite struct CachedColumnTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    path = folder.file("kept.store")
  }

  /// A session whose columns are kept when they are first read.
  private func session(
    _ memory: ColumnCacheBudget = ColumnCacheBudget(),
    statementsBefore: Int = 0
  ) throws -> QuerySession {
    var options = FileOptions.asLarge(keepsColumns: true)
    options.statementsBeforeCaching = statementsBefore
    options.columnCacheBudget = memory
    return QuerySession(store: try ReopenedStore.open(path, options: options))
  }

  private func fill(_ session: QuerySession) throws {
    _ = try session.told("model A { n: Int, t: String? }")
    _ = try session.told("insert A [{ n: 1, t: \"a\" }, { n: 2, t: \"b\" }, { n: 3 }]")
  }

  /// Whether the columns that a statement reads are kept.
  private func isKept(_ session: QuerySession, _ text: String) throws -> Bool {
    "\(try session.told("explain \(text)"))".contains("cached columns")
  }

  private static let question = "fetch A where n > 1 and t != \"x\" or t is nil select n, t sort n"

  @Test func secondQuestionKeepsThem() throws {
    let memory = ColumnCacheBudget()
    let session = try session(memory, statementsBefore: 1)
    try fill(session)
    #expect(try session.rows(Self.question) == "2,b\n3,")
    #expect(memory.used == 0)
    #expect(try session.rows(Self.question) == "2,b\n3,")
    #expect(memory.used > 0)
    #expect(try isKept(session, Self.question))
    #expect(try session.rows(Self.question) == "2,b\n3,")
  }

  @Test func changesOfOtherProgramsAreVisible() throws {
    let session = try session()
    try fill(session)
    #expect(try session.rows(Self.question) == "2,b\n3,")
    let other = try DatabaseQueue(path: path)
    try other.write { try $0.execute(sql: "UPDATE A SET n = 7, t = 'other' WHERE n = 2") }
    #expect(try session.rows(Self.question) == "3,\n7,other")
    try other.write { try $0.execute(sql: "DELETE FROM A WHERE n = 3") }
    #expect(try session.rows(Self.question) == "7,other")
    try other.writeWithoutTransaction { db in
      try db.beginTransaction(.immediate)
      try db.execute(sql: "UPDATE A SET n = 100")
      #expect(try session.rows(Self.question) == "7,other")
      try db.rollback()
    }
    #expect(try session.rows(Self.question) == "7,other")
  }

  @Test func ownChangesAreVisible() throws {
    let session = try session()
    try fill(session)
    #expect(try session.rows(Self.question) == "2,b\n3,")
    _ = try session.told("update A where n == 2 set n = n + 10")
    #expect(try session.rows(Self.question) == "3,\n12,b")
    _ = try session.told("undo")
    #expect(try session.rows(Self.question) == "2,b\n3,")
    _ = try session.told("begin")
    _ = try session.told("insert A n: 5, t: \"c\"")
    #expect(try session.rows(Self.question) == "2,b\n3,\n5,c")
    _ = try session.told("rollback")
    #expect(try session.rows(Self.question) == "2,b\n3,")
    _ = try session.told("begin")
    _ = try session.told("delete A where n == 3")
    #expect(try session.rows(Self.question) == "2,b")
    _ = try session.told("save")
    #expect(try session.rows(Self.question) == "2,b")
    _ = try session.told("extend A { d: Double = 1.5 }")
    #expect(try session.rows("fetch A where d > 1 select n, d sort n") == "1,1.5\n2,1.5")
  }

  @Test func twoStoresOfOneFile() throws {
    let memory = ColumnCacheBudget()
    let (first, second) = (try session(memory), try session(memory))
    try fill(first)
    for _ in 0..<2 {
      #expect(try first.rows(Self.question) == "2,b\n3,")
      #expect(try second.rows(Self.question) == "2,b\n3,")
    }
    _ = try second.told("delete A where n == 2")
    #expect(try first.rows(Self.question) == "3,")
    #expect(try second.rows(Self.question) == "3,")
  }

  @Test func snapshotDoesNotChange() throws {
    var options = FileOptions.asLarge(keepsColumns: true)
    options.columnCacheBudget = ColumnCacheBudget()
    let store = try ReopenedStore.open(path, options: options)
    let session = QuerySession(store: store)
    try fill(session)
    let sources = [ColumnSource.attribute(AttributePath(["n"]))]
    func numbers(_ snapshot: FileSnapshot) throws -> [Int] {
      var numbers: [Int] = []
      let reader = try snapshot.scan("A", sources)
      while let batch = try reader.next() {
        for row in 0..<batch.count {
          if case .int(let number) = batch.columns[0].value(at: batch.start + row) {
            numbers.append(Int(number))
          }
        }
      }
      return numbers
    }
    let before = try store.fileSnapshot()
    #expect(try numbers(before) == [1, 2, 3])
    _ = try session.told("delete A where n == 2")
    #expect(try numbers(store.fileSnapshot()) == [1, 3])
    #expect(try numbers(before) == [1, 2, 3])
    #expect(try numbers(store.fileSnapshot()) == [1, 3])
    #expect(try before.count(of: "A") == 3)
  }

  @Test func limitIsKept() throws {
    let memory = ColumnCacheBudget(limit: 40_000)
    let session = try session(memory)
    _ = try session.told("model A { a: Int, b: Int, c: Int }")
    _ = try session.told("generate 1000 A")
    for name in ["a", "b", "c", "a"] {
      _ = try session.rows("fetch A where \(name) > 0 select \(name)")
      #expect(memory.used <= memory.limit)
      #expect(memory.used > 0)
      #expect(try isKept(session, "fetch A where \(name) > 0 select \(name)"))
    }
    memory.limit = 0
    #expect(memory.used == 0)
    _ = try session.rows("fetch A where a > 0 select a")
    #expect(memory.used == 0)
    memory.limit = 1000
    _ = try session.rows("fetch A where a > 0 select a")
    #expect(memory.used == 0)
    #expect(memory.refused == ["A"])
    memory.limit = 40_000
    #expect(memory.refused.isEmpty)
    _ = try session.rows("fetch A where a > 0 select a")
    #expect(memory.kept.map(\.name) == ["A"])
    #expect(memory.kept.map(\.bytes) == [memory.used])
  }

  @Test func memoryIsFreedWithItsFile() throws {
    let memory = ColumnCacheBudget()
    do {
      let session = try session(memory)
      try fill(session)
      _ = try session.rows(Self.question)
      #expect(memory.used > 0)
    }
    #expect(memory.used == 0)
  }

  /// Values that do not fit read as nil, and are reported each time.
  @Test func invalidValuesAreReportedEachTime() throws {
    try DatabaseQueue(path: path).inDatabase { db in
      try db.execute(
        sql: "CREATE TABLE A (n INTEGER, t TEXT); INSERT INTO A VALUES (1, 'a'), ('none', 'b')"
      )
    }
    var options = FileOptions.asLarge(keepsColumns: true)
    options.columnCacheBudget = ColumnCacheBudget()
    let store = try ReopenedStore.open(path, options: options)
    let session = QuerySession(store: store)
    for _ in 0..<3 {
      #expect(try session.rows("fetch A select t where n is nil") == "b")
      #expect(store.invalidValueLog.take().map(\.path.description) == ["n"])
      #expect(try session.rows("fetch A select t where t == \"a\"") == "a")
    }
  }

  /// Files without a log cannot be written while they are read: our own snapshots yield.
  @Test func filesWithoutALog() throws {
    try DatabaseQueue(path: path).inDatabase { db in
      try db.execute(
        sql:
          "CREATE TABLE A (n INTEGER, t TEXT); INSERT INTO A VALUES (1, 'a'), (2, 'b'), (3, NULL)"
      )
    }
    let session = try session()
    for _ in 0..<2 { #expect(try session.rows(Self.question) == "2,b\n3,") }
    do {
      guard case .rows(let held) = try session.told("fetch A select n").answer else { return }
      _ = try session.told("insert A n: 4, t: \"d\"")
      #expect(try session.rows(Self.question) == "2,b\n3,\n4,d")
      #expect(held.rowCount == 3)
    }
    let other = try DatabaseQueue(path: path)
    try other.write { try $0.execute(sql: "UPDATE A SET t = 'z' WHERE n = 4") }
    #expect(try session.rows(Self.question) == "2,b\n3,\n4,z")
  }

  /// What a view shows may change though the file does not.
  @Test func viewsAreNotCached() throws {
    let memory = ColumnCacheBudget()
    try DatabaseQueue(path: path).inDatabase { db in
      try db.execute(
        sql: "CREATE TABLE A (n INTEGER); CREATE VIEW V AS SELECT n, random() AS r FROM A"
      )
    }
    let session = try session(memory)
    for _ in 0..<3 { _ = try session.rows("fetch V select n, r") }
    #expect(memory.used == 0)
  }
}
