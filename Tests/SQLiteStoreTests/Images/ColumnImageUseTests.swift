import ColumnImages
import Columns
import CoreDataFixtures
import Foundation
import GRDB
import Model
import Session
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import SQLiteStore

/// When images are written, and when they serve.
@Suite struct ColumnImageUseTests {
  private let file: ImagedFile
  private static let question = "fetch A where n > 1 select n, t sort n"

  init() throws { file = try ImagedFile() }

  private func fillPlain() throws {
    try file.sql(
      """
      CREATE TABLE A (id INTEGER PRIMARY KEY, n INTEGER, t TEXT, d BLOB, up INTEGER REFERENCES A);
      INSERT INTO A VALUES (1, 1, 'a', NULL, NULL), (2, 2, 'b', x'00', 1), (5, 3, NULL, NULL, 2)
      """
    )
  }

  @Test func theSecondProcessReadsThem() throws {
    try fillPlain()
    file.settle()
    #expect(try file.answer(Self.question) == ("2,b\n3,", false))
    #expect(try file.answer(Self.question) == ("2,b\n3,", true))
    #expect(try file.answer("count A where n > 1").isFromImages)
    #expect(try file.answer("fetch A where up.t == \"a\" select n").rows == "2")
    #expect(try file.answer("fetch A where up.t == \"a\" select n").rows == "2")
    // Data has no images.
    for _ in 0..<2 {
      let answer = try file.answer("fetch A where d is nil or n > 0 select n, d")
      #expect(answer.rows == "1,\n2,AA==\n3,")
      #expect(!answer.isFromImages)
    }
  }

  /// Scans of images and of cached columns are divided; those of the file are not. The rows at places
  /// are those of the whole scan, also if an image is gone meanwhile.
  @Test(arguments: [false, true]) func theirScansAreDivided(keepsColumns: Bool) throws {
    try file.sql(
      """
      CREATE TABLE A (id INTEGER PRIMARY KEY, n INTEGER, t TEXT);
      WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < 20000)
      INSERT INTO A SELECT i * 2, i % 777, 'text ' || (i % 30) FROM k
      """
    )
    file.settle()
    _ = try file.answer("fetch A where n > 1 select n, t sort t limit 1")
    let (_, store) = try file.session(file.cache(), keepsColumns: keepsColumns)
    defer { store.release() }
    let sources = ["n", "t"].map { ColumnSource.attribute(AttributePath([$0])) }
    func rows(_ reader: any BatchReader) throws -> [[Value]] {
      var rows: [[Value]] = []
      while let batch = try reader.next() {
        for row in 0..<batch.count {
          let values = batch.columns.map { $0.value(at: batch.start + row) }
          rows.append([.int(batch.reference(at: row))] + values)
        }
      }
      return rows
    }
    let (_, other) = try file.session()
    defer { other.release() }
    let truth = try rows(other.snapshot().scan("A", sources))
    #expect(truth.count == 20_000)
    #expect(try other.fileSnapshot().divisiblePlaces(of: "A", sources) == nil)
    for round in 0..<3 {
      let snapshot = try store.fileSnapshot()
      #expect(snapshot.divisiblePlaces(of: "A", sources) == 20_000, "round \(round)")
      for places in [0..<64, 64..<4_224, 6_400..<20_000, 19_968..<20_000] {
        if round == 2 { file.cache().clear() }
        let read = try rows(snapshot.scan("A", sources, places: places))
        #expect(read == Array(truth[places]), "round \(round)")
      }
      #expect(try rows(snapshot.scan("A", sources)) == truth, "round \(round)")
    }
  }

  /// A statement that reads more columns than a reader keeps files open reads whole columns.
  @Test func manyColumnsHaveThem() throws {
    let names = (0..<ColumnImageCache.mostOpen + 3).map { "n\($0)" }
    try file.sql(
      "CREATE TABLE A (id INTEGER PRIMARY KEY, \(names.joined(separator: " INTEGER, ")) INTEGER);"
        + "INSERT INTO A VALUES (1, \(names.map { _ in "1" }.joined(separator: ", ")))"
    )
    file.settle()
    let query = "fetch A where \(names.joined(separator: " + ")) > 1 select n0"
    #expect(try file.answer(query) == ("1", false))
    #expect(try file.answer(query) == ("1", true))
  }

  @Test func nativeStoresHaveThem() throws {
    let (session, store) = try file.session()
    _ = try session.told("model A { n: Int, t: String? }")
    _ = try session.told("insert A [{ n: 1, t: \"a\" }, { n: 2, t: \"b\" }, { n: 3 }]")
    store.release()
    file.settle()
    #expect(try file.answer(Self.question) == ("2,b\n3,", false))
    #expect(try file.answer(Self.question) == ("2,b\n3,", true))
    let (other, second) = try file.session()
    _ = try other.told("update A where n == 2 set n = 7")
    second.release()
    file.settle()
    #expect(try file.answer(Self.question) == ("3,\n7,b", false))
    #expect(try file.answer(Self.question) == ("3,\n7,b", true))
  }

  /// While a log holds the latest changes, images are of the log's state, too.
  @Test func filesWithALog() throws {
    try fillPlain()
    let queue = try DatabaseQueue(path: file.path)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
      try db.execute(sql: "UPDATE A SET n = 4 WHERE n = 3")
    }
    file.settle()
    #expect(try file.answer(Self.question, keepsColumns: true) == ("2,b\n4,", false))
    #expect(try file.answer(Self.question, keepsColumns: true) == ("2,b\n4,", true))
    try queue.writeWithoutTransaction { try $0.execute(sql: "UPDATE A SET n = 5 WHERE n = 4") }
    // The file itself has not been written.
    #expect(try file.answer(Self.question, keepsColumns: true) == ("2,b\n5,", false))
    #expect(try file.answer(Self.question, keepsColumns: true) == ("2,b\n5,", true))
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    file.settle()
    #expect(try file.answer(Self.question, keepsColumns: true) == ("2,b\n5,", false))
    #expect(try file.answer(Self.question, keepsColumns: true) == ("2,b\n5,", true))
  }

  @Test func aSnapshotOfAnEarlierStateHasNone() throws {
    try fillPlain()
    let queue = try DatabaseQueue(path: file.path)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
    }
    file.settle()
    #expect(try !file.answer("count A where n > 1").isFromImages)
    let cache = file.cache()
    let (_, store) = try file.session(cache)
    let before = try store.fileSnapshot()
    try queue.writeWithoutTransaction { try $0.execute(sql: "DELETE FROM A WHERE n = 3") }
    #expect(before.images?.state(before.connection) == nil)
    #expect(try before.count(of: "A") == 3)
    let after = try store.fileSnapshot()
    #expect(after.images?.state(after.connection) != nil)
    #expect(try after.count(of: "A") == 2)
  }

  @Test func freshFilesHaveNone() throws {
    try fillPlain()
    var settings = ColumnImageCache.Settings()
    settings.writingTime = .seconds(600)
    settings.minimumRows = 0
    settings.granularity = 1e9
    let cache = ColumnImageCache(folder: file.folder.file("images"), settings: settings)
    for _ in 0..<2 {
      let (session, _) = try file.session(cache)
      #expect(try session.rows(Self.question) == "2,b\n3,")
      cache.writePending()
    }
    #expect(cache.contents.isEmpty)
  }

  /// A process that has read a file before it was overwritten writes no images afterwards: SQLite
  /// may still have the old pages.
  @Test func overwrittenFilesHaveNone() throws {
    let twin = file.folder.file("twin")
    try fillPlain()
    try FileManager.default.copyItem(atPath: file.path, toPath: twin)
    // The same steps with another value: SQLite's counters and the sizes are equal.
    try file.sql("UPDATE A SET n = 2 WHERE id = 2")
    try DatabaseQueue(path: twin).writeWithoutTransaction {
      try $0.execute(sql: "UPDATE A SET n = 9 WHERE id = 2")
    }
    file.settle()
    let cache = file.cache()
    let (session, _) = try file.session(cache)
    #expect(try session.rows(Self.question) == "2,b\n3,")
    try Data(contentsOf: URL(fileURLWithPath: twin)).write(to: URL(fileURLWithPath: file.path))
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file.path))
    try handle.write(contentsOf: try Data(contentsOf: URL(fileURLWithPath: twin)))
    try handle.close()
    file.settle()
    _ = try? session.rows(Self.question)
    cache.writePending()
    #expect(try file.answer(Self.question).rows == "3,\n9,b")
    #expect(try file.answer(Self.question) == ("3,\n9,b", true))
  }

  @Test func manyGatheredRowsComeFromThem() throws {
    try file.sql(
      """
      CREATE TABLE B (id INTEGER PRIMARY KEY, t TEXT);
      CREATE TABLE A (id INTEGER PRIMARY KEY, b INTEGER REFERENCES B);
      WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 500)
      INSERT INTO B SELECT i, 'text ' || i FROM c;
      WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 500)
      INSERT INTO A SELECT i, 501 - i FROM c;
      """
    )
    file.settle()
    let question = "fetch A where b.t ends with \"7\" select b.t sort b.t limit 3"
    for _ in 0..<3 { #expect(try file.answer(question).rows == (try file.truth(question))) }
  }

  /// Values that do not fit their types are reported each time.
  @Test func invalidValuesHaveNone() throws {
    try file.sql("CREATE TABLE A (n INTEGER, t TEXT); INSERT INTO A VALUES (1, 'a'), ('x', 'b')")
    file.settle()
    for _ in 0..<3 {
      let cache = file.cache()
      let (session, store) = try file.session(cache)
      #expect(try session.rows("fetch A where n is nil select t") == "b")
      #expect(store.invalidValueLog.take().map(\.path.description) == ["n"])
      cache.writePending()
    }
  }

  @Test(arguments: [true, false])
  func coreDataStoresHaveThem(usesLog: Bool) throws {
    var app = BankModel.file
    app.usesLog = usesLog
    try app.write(to: file.path)
    file.settle()
    let question = "fetch Label where text != \"two\" select text sort text"
    let before = try file.truth(question)
    #expect(try file.answer(question) == (before, false))
    #expect(try file.answer(question) == (before, true))
    try file.sql("UPDATE ZLABEL SET ZTEXT = 'never' WHERE Z_PK = 1")
    file.settle()
    let after = try file.truth(question)
    #expect(after != before)
    #expect(try file.answer(question) == (after, false))
    #expect(try file.answer(question) == (after, true))
  }
}
