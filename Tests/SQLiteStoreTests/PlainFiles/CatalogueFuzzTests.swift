import Foundation
import GRDB
import Model
import Testing

@testable import SQLiteStore

/// Random catalogues, most of them odd: none of them may stop the reader, and whatever it makes fits
/// together.
@Suite struct CatalogueFuzzTests {
  @Test func randomCatalogsAreRead() throws {
    let rounds = Int(ProcessInfo.processInfo.environment["MARTLET_FUZZ"] ?? "") ?? 150
    var tables = 0
    for seed in 0..<UInt64(clamping: rounds) {
      var generator = CatalogueGenerator(seed: seed)
      let queue = try DatabaseQueue()
      try queue.inDatabase { db in
        try db.execute(sql: "PRAGMA legacy_alter_table = ON")
        // Skip what SQLite rejects.
        for statement in generator.statements() { try? db.execute(sql: statement) }
      }
      let file = try queue.read { try PlainFileReader($0).read() }
      expectMappingFits(file)
      tables += file.schema.entities.count
    }
    #expect(tables > rounds)
  }

  @Test func manyColumns() throws {
    let columns = (0..<2000).map { "\"c \($0 % 7)\($0)\" INT" }.joined(separator: ", ")
    let file = try plainFile("CREATE TABLE Wide (\(columns))")
    #expect(file.schema.entities[0].properties.count == 2000)
    expectMappingFits(file)
  }

  @Test func manyForeignKeysToOneTable() throws {
    let columns = (0..<300).map { "p\($0)_id INT REFERENCES P" }.joined(separator: ", ")
    let file = try plainFile("CREATE TABLE P (id INTEGER PRIMARY KEY); CREATE TABLE C (\(columns))")
    #expect(file.schema.entity("P")?.relationships.count == 300)
    expectMappingFits(file)
  }
}

/// Generates declarations of tables, views and indexes with unusual names and types.
private struct CatalogueGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  private mutating func below(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }

  private mutating func pick(_ texts: [String]) -> String { texts[below(texts.count)] }

  mutating func statements() -> [String] {
    (0..<(3 + below(6))).flatMap { _ in [table(), index(), extra()] }
  }

  private static let names = [
    "a", "A", "b", "id", "a_id", "b_id", "AId", "order details", "select", "all", "é", "É", "", " ",
    "x\"y", "n\nl", "tab\t", "self", "rowid", "Data", "Date", "user", "users", "user_id", "🙂", "1",
    "@kind",
    "a.b", "`", "'", "\u{1}", "sqlite", "items", "item", "item_id", "itemId", "as", "by", "id_2",
    "a_2",
  ]
  private static let types = [
    "", "INT", "INTEGER", "TEXT", "BLOB", "REAL", "NUMERIC(10,2)", "BOOL", "DATE", "UUID", "ANY",
    "JSON",
    "\"odd (type\"", "DECIMAL(99999999999999999999,1)", "VARCHAR(-1)", "BIT(1)",
  ]
  private static let markers = [
    "", "", "", "NOT NULL", "UNIQUE", "PRIMARY KEY", "DEFAULT 1", "DEFAULT (1+1)", "DEFAULT 'x'",
    "COLLATE NOCASE", "GENERATED ALWAYS AS (1)", "CHECK (1)", "PRIMARY KEY DESC",
  ]

  private mutating func name() -> String {
    "\"\(pick(Self.names).replacingOccurrences(of: "\"", with: "\"\""))\""
  }

  private mutating func table() -> String {
    var parts = (0..<(1 + below(5))).map { _ in
      "\(name()) \(pick(Self.types)) \(pick(Self.markers)) \(reference())"
    }
    for _ in 0..<below(3) {
      parts.append(
        pick([
          "PRIMARY KEY (\(name()), \(name()))", "UNIQUE (\(name()), \(name()))",
          "FOREIGN KEY (\(name())) REFERENCES \(name()) (\(name()))",
          "FOREIGN KEY (\(name()), \(name())) REFERENCES \(name())",
          "FOREIGN KEY (\(name()), \(name())) REFERENCES \(name()) (\(name()), \(name()))",
        ])
      )
    }
    return "CREATE TABLE \(name()) (\(parts.joined(separator: ", "))) "
      + pick(["", "", "WITHOUT ROWID", "STRICT"])
  }

  private mutating func reference() -> String {
    switch below(3) {
    case 0: "REFERENCES \(name()) " + pick(["", "ON DELETE CASCADE", "ON DELETE SET NULL"])
    case 1 where below(2) == 0: "REFERENCES \(name()) (\(name()))"
    default: ""
    }
  }

  private mutating func index() -> String {
    "CREATE \(pick(["", "UNIQUE"])) INDEX \(name()) ON \(name()) (\(name())\(pick(["", " DESC", " COLLATE RTRIM"])))"
      + pick(["", "", " WHERE 1"])
  }

  private mutating func extra() -> String {
    pick([
      "CREATE VIEW \(name()) AS SELECT * FROM \(name())",
      "CREATE VIEW \(name()) AS SELECT 1, 1, count(*) AS \(name())",
      "CREATE VIEW \(name()) (\(name()), \(name())) AS SELECT * FROM \(name())",
      "CREATE VIRTUAL TABLE \(name()) USING fts5(\(name()), b)",
      "DROP TABLE \(name())", "ALTER TABLE \(name()) RENAME TO \(name())", "ANALYZE",
    ])
  }
}
