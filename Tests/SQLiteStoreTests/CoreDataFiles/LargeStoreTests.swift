import CoreDataFixtures
import Foundation
import GRDB
import Model
import SQLGeneration
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import SQLiteStore

/// Large stores of Core Data are read by the indexes that Core Data makes.
@Suite struct LargeStoreTests {
  private static let wanted = ProcessInfo.processInfo.environment["MARTLET_LARGE_STORE"]

  /// Writes the store that `Scripts/bench-core-data` measures.
  @Test(.enabled(if: wanted != nil, "MARTLET_LARGE_STORE names no file"))
  func theLargeStoreIsWritten() throws {
    let path = try #require(Self.wanted)
    try LargeStore.file(records: 1_000_000).write(to: path)
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  private func console() throws -> PlainConsole {
    let path = folder.file("large.store")
    try LargeStore.file(records: 3000).write(to: path)
    return try PlainConsole(opening: path)
  }

  /// How SQLite looks for records: by the index that finds few, never by that of `Z_ENT` if all
  /// rows are of the requested entities.
  @Test(arguments: [
    ("fetch Order limit 1", "SCAN t0"),
    ("fetch Order where number == 77", "SEARCH t0 USING COVERING INDEX Z_Order_number (ZNUMBER=?)"),
    ("fetch RushOrder", "SEARCH t0 USING COVERING INDEX ZORDER_Z_ENT_INDEX (Z_ENT=?)"),
    (
      "fetch Customer where count(orders) > 12",
      "SEARCH t1 USING COVERING INDEX ZORDER_ZCUSTOMER_INDEX (ZCUSTOMER=?)"
    ),
    (
      "fetch Order where any tags.name == \"Tag 3\"",
      "SEARCH t2 USING COVERING INDEX sqlite_autoindex_Z_2TAGS_1 (Z_2ORDERS=?)"
    ),
    (
      "fetch Order where customer.name == \"Customer 5\"",
      "SEARCH t1 USING INTEGER PRIMARY KEY (rowid=?)"
    ),
  ])
  func indexesAreUsed(statement: String, step: String) throws {
    let console = try console()
    let plan = console.answer("explain \(statement)")
    #expect(plan.contains("\"\(step)\""), "\(plan)")
    #expect(!plan.contains("USE TEMP B-TREE"), "\(plan)")
  }

  /// The members of one owner and of some are found by indexes, not among all records.
  @Test(arguments: [
    ("Customer", "orders", "Order"), ("Tag", "orders", "Order"), ("Order", "tags", "Tag"),
  ])
  func membersAreFoundByIndexes(entity: String, name: String, destination: String) throws {
    let console = try console()
    let snapshot = try console.store.fileSnapshot()
    let query = try snapshot.memberQuery(
      of: RelationshipReference(
        entity: entity,
        name: name,
        destination: destination,
        isToMany: true
      ),
      owners: 3
    )
    for sql in [
      SQLFragment(query.ofOneOwner, [.integer(1)]),
      SQLFragment(query.ofOwnersInRange, [.integer(1), .integer(3)]),
    ] {
      let steps = try snapshot.queryPlan(sql).map(\.text)
      #expect(steps.contains { $0.hasPrefix("SEARCH t USING") }, "\(steps)")
      #expect(!steps.contains { $0.hasPrefix("SCAN") }, "\(steps)")
    }
  }

  /// Rows of no entity are kept out of every answer, also where an index has all that is asked.
  @Test(arguments: [true, false])
  func strayRowsAreExcluded(hasIndex: Bool) throws {
    let path = folder.file("large.store")
    try LargeStore.file(records: 12_000).write(to: path)
    let db = try DatabaseQueue(path: path)
    let kept = try db.write { db in
      if !hasIndex { try db.execute(sql: "DROP INDEX ZORDER_Z_ENT_INDEX") }
      try db.execute(
        sql:
          "UPDATE ZORDER SET Z_ENT = CASE Z_PK % 60 WHEN 0 THEN 77 WHEN 20 THEN NULL ELSE 1 END WHERE Z_PK % 20 = 0"
      )
      return try Int.fetchAll(
        db,
        sql: """
          SELECT count(*) FROM ZORDER WHERE Z_ENT IN (2, 3) UNION ALL
          SELECT count(*) FROM ZORDER WHERE Z_ENT IN (2, 3) AND ZNUMBER < 70000 UNION ALL
          SELECT count(*) FROM ZCUSTOMER AS c WHERE
            (SELECT count(*) FROM ZORDER WHERE ZCUSTOMER = c.Z_PK AND Z_ENT IN (2, 3)) > 8
          """
      )
    }
    try db.close()
    let console = try PlainConsole(opening: path)
    #expect(kept.allSatisfy { $0 > 10 }, "\(kept)")
    #expect(console.answer("count Order") == "\(kept[0])")
    #expect(console.answer("count Order where number < 70000") == "\(kept[1])")
    #expect(console.answer("count Customer where count(orders) > 8") == "\(kept[2])")
    #expect(
      console.answer("fetch Customer select sum(count(orders))")
        == "sum(count(orders)) | \(kept[0])"
    )
  }

  /// What is found out of a file holds for the state that was looked at.
  @Test func laterStrayRowsAreExcluded() throws {
    let console = try console()
    let path = folder.file("large.store")
    let before = Int(console.answer("count Order")) ?? 0
    let db = try DatabaseQueue(path: path)
    try db.write { try $0.execute(sql: "UPDATE ZORDER SET Z_ENT = 77 WHERE Z_PK <= 10") }
    try db.close()
    #expect(before > 100)
    #expect(console.answer("count Order") == "\(before - 10)")
  }
}
