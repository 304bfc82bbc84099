import CoreDataFixtures
import Foundation
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

  /// How SQLite looks for records: by the index that leads to few, never by that of `Z_ENT` where all rows
  /// are of the entities asked for.
  @Test(arguments: [
    ("fetch Order limit 1", "SCAN t0"),
    ("fetch Order where number == 77", "SEARCH t0 USING INDEX Z_Order_number (ZNUMBER=?)"),
    ("fetch RushOrder", "SEARCH t0 USING COVERING INDEX ZORDER_Z_ENT_INDEX (Z_ENT=?)"),
    (
      "fetch Customer where count(orders) > 12",
      "SEARCH t1 USING INDEX ZORDER_ZCUSTOMER_INDEX (ZCUSTOMER=?)"
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
      )
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
}
