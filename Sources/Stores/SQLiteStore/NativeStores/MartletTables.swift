import Foundation
import GRDB
import Storage

/// The tables of a native store other than those of its records. Their names begin with `martlet_`.
enum MartletTables {
  /// `Mrtl` in the file's header, which identifies native stores.
  static let applicationID: Int64 = 0x4d72_746c
  /// The format version in the file's header.
  static let formatVersion: Int64 = 1

  /// The SQL that creates the tables and fills them: the state of the file, the models, the numbers
  /// that come next, the saved queries, and the versions of the models.
  private static let creation = """
    CREATE TABLE martlet_store (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    INSERT INTO martlet_store VALUES ('models', 1), ('next position', 1);
    CREATE TABLE martlet_models (declarations TEXT NOT NULL);
    INSERT INTO martlet_models VALUES ('');
    CREATE TABLE martlet_numbers (entity TEXT PRIMARY KEY, next INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE martlet_queries (place INTEGER PRIMARY KEY, text TEXT NOT NULL);
    CREATE TABLE martlet_versions (
      place INTEGER PRIMARY KEY, version INTEGER NOT NULL, checksum TEXT NOT NULL,
      time DATE_MICROSECONDS NOT NULL);
    """

  /// Creates the tables in an empty database.
  static func create(_ db: Database) throws {
    try db.execute(sql: creation)
    try db.execute(
      sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(formatVersion);"
    )
  }

  /// A number that increases with every change of the models.
  static func modelsVersion(_ db: Database) throws -> Int64 {
    try db.number("SELECT value FROM martlet_store WHERE key = 'models'")
  }

  /// The declarations of all models.
  static func declarations(_ db: Database) throws -> String {
    try String.fetchOne(db, sql: "SELECT declarations FROM martlet_models") ?? ""
  }

  /// Replaces the declarations.
  static func setDeclarations(_ text: String, _ db: Database) throws {
    try db.execute(sql: "UPDATE martlet_models SET declarations = ?", arguments: [text])
    try db.execute(sql: "UPDATE martlet_store SET value = value + 1 WHERE key = 'models'")
  }

  /// The current version of the models; nil if they have none.
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

  /// Adds a version of the models.
  static func add(_ version: SchemaVersion, _ db: Database) throws {
    try db.execute(
      sql: "INSERT INTO martlet_versions (version, checksum, time) VALUES (?, ?, ?)",
      arguments: [
        version.number, version.checksum, Int64(Date().timeIntervalSince1970 * 1_000_000),
      ]
    )
  }

  /// The saved queries in order.
  static func queries(_ db: Database) throws -> [String] {
    try String.fetchAll(db, sql: "SELECT text FROM martlet_queries ORDER BY place")
  }

  /// Replaces the saved queries.
  static func setQueries(_ texts: [String], _ db: Database) throws {
    try db.execute(sql: "DELETE FROM martlet_queries")
    for (place, text) in texts.enumerated() {
      try db.execute(sql: "INSERT INTO martlet_queries VALUES (?, ?)", arguments: [place, text])
    }
  }
}
