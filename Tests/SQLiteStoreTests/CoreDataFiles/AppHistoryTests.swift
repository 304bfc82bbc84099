import CoreDataFixtures
import Foundation
import GRDB
import Model
import SQLiteStore
import Storage
import StoreFixtures
import TestSupport
import Testing

/// The history that Core Data keeps of what an app saved.
@Suite struct AppHistoryTests {
  private let folder: TemporaryFolder
  private let console: PlainConsole

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    let path = folder.file("bank.store")
    try BankModel.trackedFile.write(to: path)
    console = try PlainConsole(opening: path)
  }

  private static let (first, second, third) = (
    "1,2026-07-01T12:00:00Z", "2,2026-07-01T13:00:00.25Z", "3,2026-07-01T14:00:00Z"
  )
  private static let header = "save,time,author,change,record,property,old,new"

  /// Bits stand for members by name, inherited ones among them; what cannot be read is nil.
  @Test(arguments: [
    (
      "history",
      [
        "\(first),com.example.bank,inserted,Account#1 to Account#3,,,3 records",
        "\(first),com.example.bank,inserted,Entry#7,,,",
        "\(second),Zoë,updated,Account#2,limit,,",
        "\(second),Zoë,deleted,Entry#7,,\"tombstone0: \"\"seventh\"\", tombstone1: 12\",",
        "\(third),importer,updated,Account#1,balance,,",
        "\(third),importer,updated,Account#1,name,,",
        "\(third),importer,updated,Account#1,site,,",
        "\(third),importer,updated,Account#3,,,",
        "\(third),importer,updated,Profile#1,,,",
        "\(third),importer,updated,Profile#2,friends,,",
      ]
    ),
    (
      "history Account#2",
      [
        "\(first),com.example.bank,inserted,Account#2,,,",
        "\(second),Zoë,updated,Account#2,limit,,",
      ]
    ),
    (
      "history Account where name == \"Card\"",
      [
        "\(first),com.example.bank,inserted,Account#3,,,",
        "\(third),importer,updated,Account#3,,,",
      ]
    ),
    (
      "history Entry",
      [
        "\(first),com.example.bank,inserted,Entry#7,,,",
        "\(second),Zoë,deleted,Entry#7,,\"tombstone0: \"\"seventh\"\", tombstone1: 12\",",
      ]
    ),
    // A deleted record is named, too.
    (
      "history Entry#7 since 2026-07-01T12:00:01Z",
      ["\(second),Zoë,deleted,Entry#7,,\"tombstone0: \"\"seventh\"\", tombstone1: 12\","]
    ),
    (
      "history Account since 2026-07-01T13:00:00.25Z",
      [
        "\(second),Zoë,updated,Account#2,limit,,",
        "\(third),importer,updated,Account#1,balance,,",
        "\(third),importer,updated,Account#1,name,,",
        "\(third),importer,updated,Account#1,site,,",
        "\(third),importer,updated,Account#3,,,",
      ]
    ),
    (
      "history CreditAccount",
      [
        "\(first),com.example.bank,inserted,Account#3,,,",
        "\(third),importer,updated,Account#3,,,",
      ]
    ),
    ("history Label", []), ("history since 2026-07-02", []),
  ])
  func tells(statement: String, rows: [String]) {
    let expected = ([Self.header] + rows).joined(separator: " | ")
    #expect(console.answer(statement) == expected, "\(statement)")
  }

  @Test func noChangesWithoutTracking() throws {
    let path = folder.file("untracked.store")
    try BankModel.file.write(to: path)
    let other = try PlainConsole(opening: path)
    #expect(try other.store.savedHistory == nil)
    #expect(other.answer("history") == Self.header)
  }

  /// Older and damaged files have not all of the tables and columns.
  @Test(arguments: [
    ("ALTER TABLE ACHANGE DROP COLUMN ZCOLUMNS", "updated,Account#1,,,"),
    ("DROP TABLE ATRANSACTIONSTRING", "2026-07-01T13:00:00.25Z,,updated,Account#2,limit,,"),
    ("ALTER TABLE ATRANSACTION DROP COLUMN ZAUTHOR", "com.example.bank,updated,Account#1,name,,"),
    ("UPDATE ATRANSACTION SET ZTIMESTAMP = 'never' WHERE Z_PK = 1", "updated,Account#1,name,,"),
    ("UPDATE ATRANSACTION SET ZTIMESTAMP = 1e300 WHERE Z_PK = 1", "updated,Account#1,name,,"),
    ("UPDATE ACHANGE SET ZENTITYPK = 9223372036854775807 WHERE Z_PK = 1", "Account#2 to Account#3"),
    ("ALTER TABLE ACHANGE DROP COLUMN ZENTITYPK", header),
    ("DROP TABLE ATRANSACTION", header),
  ])
  func isReadWhateverIsMissing(sql: String, part: String) throws {
    let path = folder.file("other.store")
    var builder = BankModel.trackedFile
    builder.sql += sql + ";"
    try builder.write(to: path)
    let other = try PlainConsole(opening: path)
    let answer = other.answer("history")
    #expect(answer.hasPrefix(Self.header), "\(answer)")
    #expect(answer.contains(part), "\(answer)")
  }

  /// Every change of a file that an app wrote is reported, as SQLite counts them.
  @Test(
    .enabled(if: SharedStores.folder != nil, SharedStores.note),
    arguments: SharedStores.names
  )
  func sharedStoresAreReported(name: String) throws {
    let target = try TemporaryFolder()
    let path = try SharedStores.copy(name, to: target)
    let expected = try DatabaseQueue(path: path).read { db -> [String: Int]? in
      guard try db.tableExists("ACHANGE") else { return nil }
      let sql = """
        SELECT coalesce(s.Z_NAME, e.Z_NAME) AS name, count(*) AS count
        FROM ACHANGE AS c JOIN Z_PRIMARYKEY AS e ON e.Z_ENT = c.ZENTITY
          LEFT JOIN Z_PRIMARYKEY AS s ON s.Z_ENT = e.Z_SUPER
        GROUP BY 1
        """
      return Dictionary(
        uniqueKeysWithValues: try Row.fetchAll(db, sql: sql).map { ($0["name"], $0["count"]) }
      )
    }
    let store = try ReopenedStore.open(path)
    #expect(try (store.savedHistory != nil) == (expected != nil))
    var found: [String: Int] = [:]
    try store.savedHistory?.readHistory(HistoryFilter()) { event in
      #expect(event.author?.isEmpty == false)
      for run in event.bulkInserts { found[run.entity, default: 0] += run.keys.count }
      for record in event.records { found[record.record.entity, default: 0] += 1 }
    }
    #expect(found == expected ?? [:])
  }
}
