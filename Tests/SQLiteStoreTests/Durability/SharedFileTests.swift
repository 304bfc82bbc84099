import Features
import Foundation
import GRDB
import Session
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import SQLiteStore

/// Several processes use one file.
@Suite struct SharedFileTests {
  private let folder: TemporaryFolder
  private let file: String
  private let session: QuerySession
  private let store: FileStore

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    file = folder.file("shared.store")
    var options = FileOptions()
    options.busyTimeout = 0.2
    store = try ReopenedStore.open(file, options: options)
    session = QuerySession(store: store)
    _ = try session.told("model A { n: Int, t: String? }")
    _ = try session.told("insert A n: 1")
  }

  @Test func savedChangesAreOnDisk() throws {
    let writer = try store.file.writer()
    let settings = try writer.perform { db in
      try ["journal_mode", "synchronous", "foreign_keys"].map {
        try String.fetchOne(db, sql: "PRAGMA \($0)") ?? ""
      }
    }
    #expect(settings == ["wal", "2", "1"])
  }

  @Test func changesOfAnotherProcessAreVisible() throws {
    let result = try BuiltCommand.run(file, "-c", "insert A n: 2", "-c", "model B { m: Int }")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try session.rows("fetch A select n sort n") == "1\n2")
    #expect(try session.rows("fetch B") == "")
  }

  @Test func changesOfOtherProgramsAreVisible() throws {
    let other = try DatabaseQueue(path: file)
    try other.write { try $0.execute(sql: "UPDATE A SET n = 7, t = 'other'") }
    #expect(try session.rows("fetch A") == "7,other")
    #expect(try other.read { try Int.fetchOne($0, sql: "SELECT n FROM A") } == 7)
  }

  @Test func readersDoNotWaitForAWriter() throws {
    let other = try DatabaseQueue(path: file)
    try other.writeWithoutTransaction { db in
      try db.beginTransaction(.immediate)
      try db.execute(sql: "UPDATE A SET n = 9")
      #expect(try session.rows("fetch A select n") == "1")
      #expect(throws: SessionError.self) { try session.told("insert A n: 3") }
      try db.rollback()
    }
    _ = try session.told("insert A n: 3")
    #expect(try session.rows("fetch A select n sort n") == "1\n3")
  }

  @Test func aWriterDoesNotWaitForReaders() throws {
    let other = try DatabaseQueue(path: file)
    try other.writeWithoutTransaction { db in
      try db.beginTransaction(.deferred)
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM A") == 1)
      _ = try session.told("insert A n: 4")
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM A") == 1)
      try db.rollback()
    }
  }

  private func importNumbers(_ clauses: String = "") throws {
    let path = folder.file("numbers.csv")
    let text = "n\n" + (100..<120).map { "\($0)\n" }.joined()
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    _ = try session.told("import \"\(path)\" into A \(clauses)")
  }

  private func changeCount(_ other: DatabaseQueue) throws -> Int64 {
    try other.read { db in
      try Int64.fetchOne(db, sql: "SELECT value FROM martlet_store WHERE key = 'changes of A'") ?? 0
    }
  }

  @Test func batchedImportCountsAsAChange() throws {
    let other = try DatabaseQueue(path: file)
    let before = try changeCount(other)
    session.settings.importBatchSize = 16
    try importNumbers()
    #expect(try changeCount(other) > before)
  }

  @Test func batchedImportNumbersFollowThoseOfOthers() throws {
    let other = try DatabaseQueue(path: file)
    try other.write { try $0.execute(sql: "INSERT INTO A (rowid, n) VALUES (5000, 2)") }
    session.settings.importBatchSize = 16
    try importNumbers()
    let numbers = try other.read { db in
      try Int64.fetchAll(db, sql: "SELECT rowid FROM A WHERE n >= 100 ORDER BY n")
    }
    #expect(numbers == Array(5001...5020))
  }

  @Test func importBeyondTheLastNumberIsRejected() throws {
    let other = try DatabaseQueue(path: file)
    try other.write { db in
      try db.execute(sql: "INSERT INTO A (rowid, n) VALUES (9223372036854775806, 2)")
    }
    #expect(throws: SessionError.self) { try importNumbers("skip bad") }
    #expect(try session.rows("fetch A select n sort n") == "1\n2")
  }
}
