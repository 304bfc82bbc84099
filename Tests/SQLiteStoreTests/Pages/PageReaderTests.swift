import Columns
import Foundation
import GRDB
import Model
import SQLGeneration
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import SQLiteStore

/// Reading pages directly returns the same as SQLite.
@Suite struct PageReaderTests {
  /// The rows of a scan: their numbers and values.
  private struct Rows: Equatable {
    var numbers: [Int64] = []
    var values: [[Value]] = []

    init() {}

    init(_ reader: any BatchReader) throws {
      while let batch = try reader.next() {
        for row in 0..<batch.count {
          numbers.append(batch.reference(at: row))
          values.append(batch.columns.map { $0.value(at: batch.start + row) })
        }
      }
    }
  }

  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    path = folder.file("any.sqlite")
  }

  /// The file as SQLite reads it, and as its pages are read.
  private func snapshots() throws -> (bySQL: FileSnapshot, byPages: FileSnapshot) {
    var options = FileOptions.asLarge(keepsColumns: false)
    let byPages = try ReopenedStore.open(path, options: options)
    options.minimumPages = .max
    return (
      try ReopenedStore.open(path, options: options).fileSnapshot(), try byPages.fileSnapshot()
    )
  }

  private func sources(_ snapshot: FileSnapshot) throws -> [ColumnSource] {
    try snapshot.model.table("t").layout.fields.map { .attribute($0.path) }
  }

  /// Whether the table's own columns, or at least its row numbers, come from pages.
  private func isPaged(_ snapshot: FileSnapshot) throws -> Bool {
    try snapshot.pagedTable(of: "t") != nil
  }

  @Test(arguments: 0..<UInt64(fuzzCount(24)))
  func tablesOfAnyKind(seed: UInt64) throws {
    try RandomTable(seed: seed).make(path)
    let (bySQL, byPages) = try snapshots()
    let sources = try sources(bySQL)
    #expect(try isPaged(byPages))
    #expect(try !isPaged(bySQL))
    let expected = try Rows(bySQL.scan("t", sources))
    #expect(try Rows(byPages.scan("t", sources)) == expected)
    // They are reported in the order of their occurrence.
    #expect(Set(bySQL.invalidValueLog.take()) == Set(byPages.invalidValueLog.take()))
    for source in sources {
      #expect(try Rows(byPages.scan("t", [source])) == Rows(bySQL.scan("t", [source])))
    }
    #expect(try Rows(byPages.scan("t", [])).numbers == expected.numbers)
    try gathers(expected, sources, byPages, seed)
  }

  private func gathers(
    _ rows: Rows,
    _ sources: [ColumnSource],
    _ snapshot: FileSnapshot,
    _ seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let values = Dictionary(uniqueKeysWithValues: zip(rows.numbers, rows.values))
    let nothing = sources.map { _ in Value.null }
    for kind in 0..<3 where !rows.numbers.isEmpty {
      var wanted = (0..<200).map { _ in random.pick(rows.numbers) }
      if kind == 0 { wanted = Array(Set(wanted)).sorted() }
      if kind == 2 { wanted += [Column.nullReference] }
      let columns = try snapshot.gather(sources, of: "t", at: wanted)
      for (place, number) in wanted.enumerated() {
        #expect(columns.map { $0.value(at: place) } == values[number] ?? nothing)
      }
    }
  }

  /// Many leaves, several levels, batches across chunks, a limit that stops early.
  @Test func manyRows() throws {
    try DatabaseQueue(path: path).inDatabase { db in
      try db.execute(
        sql: """
          CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, n REAL);
          WITH RECURSIVE i (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM i WHERE i < 60000)
          INSERT INTO t SELECT 3 * i, 'name ' || (i % 977), i FROM i;
          """
      )
    }
    let (bySQL, byPages) = try snapshots()
    let sources = try sources(bySQL)
    let expected = try Rows(bySQL.scan("t", sources))
    #expect(expected.numbers.count == 60000)
    #expect(try Rows(byPages.scan("t", sources)) == expected)
    let wanted = stride(from: Int64(3), to: 180_000, by: 41).map { $0 }
    let found = try byPages.gather(sources, of: "t", at: wanted.filter { $0 % 3 == 0 })
    #expect(found.first?.count == wanted.count { $0 % 3 == 0 })
  }

  @Test func logIsReadBySQLite() throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA journal_mode = wal;
          PRAGMA wal_autocheckpoint = 0;
          CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER);
          INSERT INTO t VALUES (1, 10);
          """
      )
    }
    let (_, first) = try snapshots()
    #expect(try !isPaged(first))
    #expect(try Rows(first.scan("t", try sources(first))).values == [[.int(1), .int(10)]])
    _ = try queue.writeWithoutTransaction { try $0.checkpoint(.passive) }
    let (_, second) = try snapshots()
    #expect(try isPaged(second))
    // Later log entries are invisible, and are not copied to the file meanwhile.
    try queue.writeWithoutTransaction { try $0.execute(sql: "UPDATE t SET n = 11") }
    _ = try? queue.writeWithoutTransaction { try $0.checkpoint(.passive) }
    #expect(try Rows(second.scan("t", try sources(second))).values == [[.int(1), .int(10)]])
    let (_, third) = try snapshots()
    #expect(try Rows(third.scan("t", try sources(third))).values == [[.int(1), .int(11)]])
  }

  @Test func twoByteStrings() throws {
    try DatabaseQueue(path: path).inDatabase { db in
      try db.execute(
        sql: "PRAGMA encoding = 'UTF-16'; CREATE TABLE t (s TEXT); INSERT INTO t VALUES ('é')"
      )
    }
    let (_, byPages) = try snapshots()
    #expect(try !isPaged(byPages))
    #expect(try Rows(byPages.scan("t", try sources(byPages))).values == [[.string("é")]])
  }

  /// Whatever the pages contain: an error or some rows, never a crash, and always an end.
  @Test(arguments: 0..<UInt64(fuzzCount(30)))
  func damagedPages(seed: UInt64) throws {
    var random = SeededRandom(seed: 7000 + seed)
    try RandomTable(seed: seed % 20).make(path)
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    let pageSize = max(512, Int(data[16]) << 8 | Int(data[17]))
    guard data.count > 2 * pageSize else { return }
    for _ in 0..<Int.random(in: 1...60, using: &random) {
      let page = Int.random(in: 1..<data.count / pageSize, using: &random)
      // Page headers and the pointers in them are the most interesting.
      let offset =
        random.chance(50)
        ? Int.random(in: 0..<64, using: &random) : Int.random(in: 0..<pageSize, using: &random)
      data[page * pageSize + offset] = random.pick([
        0, 1, 5, 13, 127, 128, 255, UInt8.random(in: 0...255, using: &random),
      ])
    }
    if random.chance(20) { data = data.prefix(data.count - pageSize) }
    try data.write(to: URL(fileURLWithPath: path))
    guard let (_, byPages) = try? snapshots(), let sources = try? sources(byPages) else { return }
    let rows = try? Rows(byPages.scan("t", sources))
    let wanted = Array((rows?.numbers ?? []).prefix(100))
    _ = try? byPages.gather(sources, of: "t", at: wanted + wanted.reversed())
  }
}
