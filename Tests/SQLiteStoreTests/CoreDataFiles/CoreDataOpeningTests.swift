import CoreDataFixtures
import Foundation
import GRDB
import Model
import SQLiteStore
import Storage
import StoreFixtures
import TestSupport
import Testing

/// Opening a file of Core Data changes nothing about it, and misses nothing in its log.
@Suite struct CoreDataOpeningTests {
  /// A file that an app has open, with `later` in its log alone.
  private final class RunningApp {
    let folder: TemporaryFolder
    let path: String
    let queue: DatabaseQueue

    init(writesBack: Bool = true, _ later: String) throws {
      folder = try TemporaryFolder()
      path = folder.file("app.store")
      var file = BankModel.file
      file.usesLog = true
      try file.write(to: path)
      queue = try DatabaseQueue(path: path)
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
        if writesBack { try db.execute(sql: "DELETE FROM ZLABEL; DELETE FROM Z_1LABELS") }
        if writesBack { try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        try db.execute(sql: later)
      }
    }

    /// A copy of what the app has on the disk now.
    func copy(_ endings: [String]) throws -> TemporaryFolder {
      let copy = try TemporaryFolder()
      for ending in endings {
        try FileManager.default.copyItem(
          atPath: path + ending,
          toPath: copy.file("app.store" + ending)
        )
      }
      return copy
    }
  }

  private static let labels = "INSERT INTO ZLABEL VALUES (7, 6, 1, 'late')"

  private func labels(_ store: FileStore) throws -> Int {
    try store.snapshot().count(of: "Label")
  }

  /// The log lies beside the file, not beside a link to it.
  @Test func linksPointToTheLog() throws {
    let copy = try RunningApp(Self.labels).copy(["", "-wal"])
    let other = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: other.file("link.store"),
      withDestinationPath: copy.file("app.store")
    )
    let store = try ReopenedStore.open(other.file("link.store"))
    #expect(try labels(store) == 1)
    #expect(store.notes == [])
  }

  /// What is left of a store may be nothing but its log: no byte of it changes.
  @Test(arguments: [4096, 12_288, 20_480])
  func damagedStoresKeepTheirLog(size: Int) throws {
    let copy = try RunningApp(Self.labels).copy(["", "-wal"])
    let path = copy.file("app.store")
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.truncate(atOffset: UInt64(size))
    try file.close()
    let previous = try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: path + $0)) }
    let store = try? ReopenedStore.open(path)
    store?.close()
    let now = try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: path + $0)) }
    #expect(now == previous)
  }

  @Test func logIsRead() throws {
    let app = try RunningApp(Self.labels)
    let copy = try app.copy(["", "-wal"])
    let log = try Data(contentsOf: URL(fileURLWithPath: copy.file("app.store-wal")))
    let store = try ReopenedStore.open(copy.file("app.store"))
    #expect(try labels(store) == 1)
    #expect(store.notes == [])
    store.close()
    #expect(try copy.names() == ["app.store", "app.store-wal"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy.file("app.store-wal"))) == log)
  }

  /// Until Core Data first writes its log back, the file is little more than a header.
  @Test func tablesInTheLogAreRead() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("app.store")
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
      try db.execute(
        sql: """
          CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
          CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
          CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTEXT VARCHAR);
          INSERT INTO Z_PRIMARYKEY VALUES (1, 'Note', 0, 1);
          INSERT INTO ZNOTE VALUES (1, 1, 1, 'hello');
          """
      )
    }
    let copy = try TemporaryFolder()
    for ending in ["", "-wal"] {
      try FileManager.default
        .copyItem(atPath: path + ending, toPath: copy.file("app.store" + ending))
    }
    let store = try ReopenedStore.open(copy.file("app.store"))
    #expect(try store.snapshot().count(of: "Note") == 1)
  }

  @Test func missingLogIsReported() throws {
    let app = try RunningApp(Self.labels)
    // A file with records and without a log is not unusual.
    let full = try app.copy([""])
    #expect(try ReopenedStore.open(full.file("app.store")).notes == [])
    try app.queue.writeWithoutTransaction { db in
      let tables = ["ZACCOUNT", "ZENTRY", "ZIMAGE", "ZLABEL", "ZPROFILE"]
      for table in tables { try db.execute(sql: "DELETE FROM \(table)") }
      try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE); \(Self.labels)")
    }
    let alone = try app.copy([""])
    let store = try ReopenedStore.open(alone.file("app.store"))
    #expect(
      store.notes == [
        "the log `app.store-wal` of this store is missing; it contains the app's latest changes,"
          + " perhaps all"
      ]
    )
    let both = try app.copy(["", "-wal"])
    #expect(try ReopenedStore.open(both.file("app.store")).notes == [])
  }

  @Test func changesOfARunningAppAreVisible() throws {
    let app = try RunningApp(Self.labels)
    let store = try ReopenedStore.open(app.path)
    #expect(try labels(store) == 1)
    try app.queue.write { try $0.execute(sql: "INSERT INTO ZLABEL VALUES (8, 6, 1, 'later')") }
    #expect(try labels(store) == 2)
    store.close()
    // The app continues.
    try app.queue.write { try $0.execute(sql: "INSERT INTO ZLABEL VALUES (9, 6, 1, 'last')") }
    #expect(try app.queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM ZLABEL") } == 3)
  }

  @Test func filesWithoutALogLeaveNoFiles() throws {
    let folder = try TemporaryFolder()
    for usesLog in [false, true] {
      let path = folder.file("bank \(usesLog) ä#?.store")
      var file = BankModel.file
      file.usesLog = usesLog
      try file.write(to: path)
      let names = try folder.names()
      let store = try ReopenedStore.open(path)
      #expect(try labels(store) == 3)
      #expect(try folder.names() == names)
    }
  }

  @Test func copiesAreDeletedWithTheStore() throws {
    // Others make copies meanwhile, which have no such label.
    let mark = UUID().uuidString
    func copies() throws -> [String] {
      let folder = NSTemporaryDirectory()
      return try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
        guard name.hasPrefix("martlet-"), !name.hasPrefix("martlet-tests-"),
          let copy = FileManager.default.contents(atPath: folder + name + "/copy")
        else { return false }
        return copy.range(of: Data(mark.utf8)) != nil
      }
    }
    let app = try RunningApp("INSERT INTO ZLABEL VALUES (7, 6, 1, '\(mark)')")
    let copy = try app.copy(["", "-wal"])
    do {
      let store = try ReopenedStore.open(copy.file("app.store"))
      #expect(try labels(store) == 1)
      #expect(try copies().count == 1)
    }
    #expect(try copies().isEmpty)
  }

  @Test func foreignFilesAreUnchanged() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("plain.sqlite")
    try DatabaseQueue(path: path).inDatabase { db in
      try db.execute(sql: "CREATE TABLE Z_METADATA (a TEXT); CREATE TABLE T (b TEXT)")
    }
    let store = try ReopenedStore.open(path)
    #expect(!store.isReadOnly)
    #expect(store.schema.entities.map(\.name) == ["Z_METADATA", "T"])
  }
}
