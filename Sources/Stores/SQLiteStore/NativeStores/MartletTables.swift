import Foundation
import GRDB
import Storage

/// What a file of our own keeps besides records, in tables whose names begin with `martlet_`.
enum MartletTables {
  /// `Mrtl`, in the file's header; by it our files are known.
  static let applicationID: Int64 = 0x4d72_746c
  /// The version of the format that is written, in the file's header.
  static let formatVersion: Int64 = 1

  /// One of the tables.
  struct Table {
    let name: String
    /// What it keeps, in words.
    let contents: String
    /// Makes it, and what it begins with.
    let creation: String
    /// Whether there is no store without it.
    let isEssential: Bool
  }

  /// The tables that every file has.
  static let all = [
    Table(
      name: "martlet_store",
      contents: "the state of the file",
      creation: """
        CREATE TABLE martlet_store (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
        INSERT INTO martlet_store VALUES ('models', 1), ('next position', 1);
        """,
      isEssential: true
    ),
    Table(
      name: "martlet_models",
      contents: "the models",
      creation: """
        CREATE TABLE martlet_models (declarations TEXT NOT NULL);
        INSERT INTO martlet_models VALUES ('');
        """,
      isEssential: true
    ),
    Table(
      name: "martlet_numbers",
      contents: "the numbers that come next",
      creation: """
        CREATE TABLE martlet_numbers (entity TEXT PRIMARY KEY, next INTEGER NOT NULL) WITHOUT ROWID;
        """,
      isEssential: false
    ),
    Table(
      name: "martlet_queries",
      contents: "the saved queries",
      creation: "CREATE TABLE martlet_queries (place INTEGER PRIMARY KEY, text TEXT NOT NULL);",
      isEssential: false
    ),
    Table(
      name: "martlet_versions",
      contents: "the versions of the models",
      creation: """
        CREATE TABLE martlet_versions (
          place INTEGER PRIMARY KEY, version INTEGER NOT NULL, checksum TEXT NOT NULL,
          time DATE_MICROSECONDS NOT NULL);
        """,
      isEssential: false
    ),
  ]

  /// Makes the tables in an empty database.
  static func create(_ db: Database) throws {
    for table in all { try db.execute(sql: table.creation) }
    try db.execute(
      sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(formatVersion);"
    )
  }

  /// Raised by every change of the models.
  static func modelsVersion(_ db: Database) throws -> Int64 {
    try db.number("SELECT value FROM martlet_store WHERE key = 'models'")
  }

  /// The declarations of all models.
  static func declarations(_ db: Database) throws -> String {
    try String.fetchOne(db, sql: "SELECT declarations FROM martlet_models") ?? ""
  }

  /// Puts other declarations in the place of those before.
  static func setDeclarations(_ text: String, _ db: Database) throws {
    try db.execute(sql: "UPDATE martlet_models SET declarations = ?", arguments: [text])
    try db.execute(sql: "UPDATE martlet_store SET value = value + 1 WHERE key = 'models'")
  }

  /// The version that the models were given last; nil if none was.
  static func schemaVersion(_ db: Database) throws -> SchemaVersion? {
    guard try db.number("SELECT count(*) FROM sqlite_schema WHERE name = 'martlet_versions'") > 0,
      let row = try Row.fetchOne(
        db,
        sql: "SELECT version, checksum FROM martlet_versions ORDER BY place DESC LIMIT 1"
      ),
      let number = Int.fromDatabaseValue(row[0] as DatabaseValue),
      let checksum = String.fromDatabaseValue(row[1] as DatabaseValue)
    else { return nil }
    return SchemaVersion(number: number, checksum: checksum)
  }

  /// Notes that the models have got a version.
  static func add(_ version: SchemaVersion, _ db: Database) throws {
    try db.execute(
      sql: "INSERT INTO martlet_versions (version, checksum, time) VALUES (?, ?, ?)",
      arguments: [
        version.number, version.checksum, Int64(Date().timeIntervalSince1970 * 1_000_000),
      ]
    )
  }

  /// The number that the next record of an entity gets.
  static func nextNumber(of entity: String, _ db: Database) throws -> Int64 {
    let sql = "SELECT next FROM martlet_numbers WHERE entity = ?"
    return max(1, try db.number(sql, [entity]))
  }

  /// Makes sure that the next record of an entity gets at least `number`.
  static func raiseNextNumber(of entity: String, to number: Int64, _ db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO martlet_numbers VALUES (?, ?)
        ON CONFLICT (entity) DO UPDATE SET next = max(next, excluded.next)
        """,
      arguments: [entity, number]
    )
  }

  /// Says which number the next record of an entity gets.
  static func setNextNumber(of entity: String, to number: Int64, _ db: Database) throws {
    try db.execute(
      sql: "UPDATE martlet_numbers SET next = ? WHERE entity = ?",
      arguments: [number, entity]
    )
  }

  /// The position that the next member of an ordered relationship gets.
  static func nextPosition(_ db: Database) throws -> Int64 {
    max(1, try db.number("SELECT value FROM martlet_store WHERE key = 'next position'"))
  }

  /// Makes sure that the next member of an ordered relationship gets at least `position`.
  static func raiseNextPosition(to position: Int64, _ db: Database) throws {
    try db.execute(
      sql: "UPDATE martlet_store SET value = max(value, ?) WHERE key = 'next position'",
      arguments: [position]
    )
  }

  /// Says which position the next member of an ordered relationship gets.
  static func setNextPosition(to position: Int64, _ db: Database) throws {
    try db.execute(
      sql: "UPDATE martlet_store SET value = ? WHERE key = 'next position'",
      arguments: [position]
    )
  }

  /// The texts of the saved queries in their order.
  static func queries(_ db: Database) throws -> [String] {
    try String.fetchAll(db, sql: "SELECT text FROM martlet_queries ORDER BY place")
  }

  /// Puts other saved queries in the place of those before.
  static func setQueries(_ texts: [String], _ db: Database) throws {
    try db.execute(sql: "DELETE FROM martlet_queries")
    for (place, text) in texts.enumerated() {
      try db.execute(sql: "INSERT INTO martlet_queries VALUES (?, ?)", arguments: [place, text])
    }
  }
}
