import CoreDataFixtures
import CoreDataModels
import Foundation
import GRDB
import KeyedArchives
import Model
import SQLiteStore
import Storage
import StoreFixtures
import TestSupport
import Testing

/// Damaged and invalid files in Core Data's format give an error, a note or nil, never a crash.
@Suite struct HostileStoreTests {
  /// Opens a file and reads all of it; whether it could be opened.
  @discardableResult
  private func readAll(_ path: String) -> Bool {
    guard let store = try? ReopenedStore.open(path) else { return false }
    _ = try? store.facts()
    try? store.savedHistory?.readHistory(HistoryFilter()) { _ in }
    guard let snapshot = try? store.snapshot() else { return true }
    for entity in store.schema.asStored.entities {
      var sources = entity.storedFields.map { ColumnSource.attribute($0.path) }
      sources += entity.relationships.filter { !$0.isToMany }.map { .toOne($0.name) }
      if let reader = try? snapshot.scan(entity.name, sources) {
        while (try? reader.next()) != nil {}
      }
      for relationship in entity.relationships {
        _ = try? snapshot.pairs(of: relationship, in: entity.name)
      }
    }
    return true
  }

  private func file(_ folder: TemporaryFolder) -> String {
    folder.file(UUID().uuidString + ".store")
  }

  @Test func damagedModelsAreSafe() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let archive = ModelArchiver.archive(BankModel.model)
    var random = SeededRandom(seed: 66)
    var opened = 0
    let rounds = fuzzCount(60)
    for _ in 0..<rounds {
      var damaged = archive
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let place = Int.random(in: 0..<damaged.count, using: &random)
        damaged[place] = UInt8.random(in: 0...255, using: &random)
      }
      var builder = BankModel.file
      builder.cache = Deflater.pack(damaged)
      let path = file(folder)
      try builder.write(to: path)
      if readAll(path) { opened += 1 }
      try FileManager.default.removeItem(atPath: path)
    }
    // The file can be read whatever the model declares.
    #expect(opened == rounds)
  }

  @Test func damagedFilesAreSafe() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let path = file(folder)
    try BankModel.trackedFile.write(to: path)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    var random = SeededRandom(seed: 67)
    for round in 0..<fuzzCount(120) {
      var damaged = whole
      if round.isMultiple(of: 5) {
        damaged = damaged.prefix(Int.random(in: 0..<whole.count, using: &random))
      }
      for _ in 0..<Int.random(in: 1...20, using: &random) where !damaged.isEmpty {
        let place = Int.random(in: 0..<damaged.count, using: &random)
        damaged[place] = UInt8.random(in: 0...255, using: &random)
      }
      try damaged.write(to: URL(fileURLWithPath: path))
      readAll(path)
    }
  }

  /// Files that apps wrote, with damage in their pages, and in the models in them.
  @Test(.enabled(if: SharedStores.folder != nil, SharedStores.note), arguments: SharedStores.names)
  func damagedFilesOfAppsAreSafe(name: String) throws {
    let folder = try TemporaryFolder(inMemory: true)
    let path = try SharedStores.copy(name, to: folder)
    let queue = try DatabaseQueue(path: path)
    _ = try queue.inDatabase { try String.fetchOne($0, sql: "PRAGMA journal_mode = DELETE") }
    let cache = try queue.read { db in
      try db.tableExists("Z_MODELCACHE")
        ? Data.fetchOne(db, sql: "SELECT Z_CONTENT FROM Z_MODELCACHE") : nil
    }
    let archive = try cache.map { try Inflater.inflate($0, limit: 64 << 20) }
    var random = SeededRandom(seed: 68)
    for _ in 0..<fuzzCount(3) {
      guard var damaged = archive else { break }
      damage(&damaged, &random)
      let packed = Deflater.pack(damaged)
      try queue.write {
        try $0.execute(sql: "UPDATE Z_MODELCACHE SET Z_CONTENT = ?", arguments: [packed])
      }
      #expect(readAll(path))
    }
    try queue.close()
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for round in 0..<fuzzCount(4) {
      var damaged = whole
      if round.isMultiple(of: 4) {
        damaged = damaged.prefix(Int.random(in: 1..<whole.count, using: &random))
      }
      damage(&damaged, &random)
      try damaged.write(to: URL(fileURLWithPath: path))
      readAll(path)
    }
  }

  private func damage(_ data: inout Data, _ random: inout SeededRandom) {
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      let place = Int.random(in: 0..<data.count, using: &random)
      data[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    }
  }

  @Test func unusualEntitiesAreSafe() throws {
    let folder = try TemporaryFolder()
    let path = file(folder)
    var builder = BankModel.file
    builder.sql += """
      INSERT INTO Z_PRIMARYKEY VALUES (500, NULL, 0, 0), (501, x'00FF', 0, 0), (502, '', 'x', 0), (503, 'Account', 503, 0),
        (504, 'Round', 505, 0), (505, 'Trip', 504, 0), (-3, 'Minus', 0, 0), (9223372036854775807, 'Last', -1, 0);
      CREATE TABLE ZROUND (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZTRIP INTEGER, Z504_TRIP INTEGER, Z9223372036854775808X INTEGER);
      CREATE TABLE ZTRIP (Z_ENT TEXT);
      UPDATE ZACCOUNT SET ZMENTOR = -9223372036854775808, ZCREATED = 9e999, ZBALANCE = 'much', ZTAGS = x'62706C69737430300000',
        ZAVATAR = CAST(x'02' || '../../../../../../../../../etc/passwd' || x'00' AS BLOB), ZIDENTIFIER = 'no', ZISOPEN = 7;
      """
    for hasModel in [true, false] {
      if !hasModel { builder.model = nil }
      try? FileManager.default.removeItem(atPath: path)
      try builder.write(to: path)
      #expect(readAll(path))
    }
    let console = try PlainConsole(opening: path)
    #expect(console.answer("count Account where created is not nil or balance is not nil") == "0")
    _ = console.answer(".check")
  }

  @Test func contradictoryModelsAreSafe() throws {
    let relationships = ["a", "b", "c"].flatMap { name in
      [
        ModelRelationship(name: name, destination: "B", inverse: "a", maxCount: 0, isOrdered: true),
        ModelRelationship(name: name + "1", destination: "Nobody", inverse: "x"),
        ModelRelationship(name: name + "2", destination: "A", inverse: name + "2"),
      ]
    }
    let model = ManagedObjectModel(entities: [
      ModelEntity(name: "A", parent: "C", relationships: relationships, uniqueKeys: [[], ["z"]]),
      ModelEntity(name: "B", parent: "A", relationships: relationships, indexes: [[""]]),
      ModelEntity(
        name: "C",
        parent: "A",
        attributes: [ModelAttribute(name: "deep", type: .composite)]
      ),
      ModelEntity(name: "a", relationships: relationships),
    ])
    let folder = try TemporaryFolder()
    let path = file(folder)
    var builder = CoreDataFileBuilder(
      model: model,
      sql: """
        CREATE TABLE ZA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZA INTEGER, ZA2 INTEGER, ZB2 INTEGER);
        CREATE TABLE ZC (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZA INTEGER, ZA2 INTEGER, ZB2 INTEGER);
        CREATE TABLE Z_1A (Z_1A INTEGER, Z_2A INTEGER);
        INSERT INTO ZA VALUES (1, 1, 1, 1, 1, 1), (2, 4, 1, 1, 2, 1);
        """
    )
    builder.entities = [("A", 3), ("B", 1), ("C", 1), ("a", 0)]
    try builder.write(to: path)
    #expect(readAll(path))
  }

  /// Many entities, each above the next one, with many tables that join two of them.
  @Test(.timeLimit(.minutes(5))) func manyEntitiesAreReadQuickly() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let path = file(folder)
    let names = (0..<1000).map { "E\($0)" }
    let tables = names.indices.map { "CREATE TABLE Z_\($0)R (Z_1R INTEGER, Z_1S INTEGER);" }
    var builder = CoreDataFileBuilder(
      model: ManagedObjectModel(entities: []),
      sql: "CREATE TABLE ZE0 (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER);"
        + tables.joined()
    )
    builder.entities = names.enumerated().map { ($1, Int64($0)) }
    builder.model = nil
    try builder.write(to: path)
    #expect(readAll(path))
  }
}
