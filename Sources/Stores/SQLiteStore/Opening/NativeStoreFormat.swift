import GRDB
import NativeStores
import Storage

/// Recognizes and prepares native stores.
enum NativeStoreFormat {
  /// Turns an empty database into a native store, and checks the version of existing ones. Returns
  /// whether the file is a native store.
  static func prepare(_ connection: Connection, isReadOnly: Bool) throws -> Bool {
    try connection.perform("open") { db in
      let application = try db.number("PRAGMA application_id")
      if application == MartletTables.applicationID {
        try checkVersion(db, connection.path)
      } else {
        let tables = try db.number("SELECT count(*) FROM sqlite_master")
        guard tables == 0, application == 0, !isReadOnly else { return false }
        try createNativeStore(db)
      }
      if !isReadOnly { try makeDurable(db) }
      return true
    }
  }

  /// Throws if a newer Martlet wrote the store.
  static func checkVersion(_ db: Database, _ path: String) throws {
    let version = try db.number("PRAGMA user_version")
    guard version > MartletTables.latestFormatVersion else { return }
    throw StoreFileError(
      path: path,
      operation: "open",
      fault: .newerVersion(version: Int(version))
    )
  }

  private static func createNativeStore(_ db: Database) throws {
    try makeDurable(db)
    try db.inTransaction(.immediate) {
      // Another process may just have done it.
      if try db.number("PRAGMA application_id") != MartletTables.applicationID {
        try MartletTables.create(db.native)
        try db.execute(
          sql: "PRAGMA application_id = \(MartletTables.applicationID);"
            + " PRAGMA user_version = \(MartletTables.formatVersion);"
        )
      }
      return .commit
    }
  }

  /// Enables WAL mode, so that readers and the writer do not block each other, and writes every
  /// commit to the disk.
  static func makeDurable(_ db: Database) throws {
    _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
    try db.execute(sql: "PRAGMA synchronous = FULL")
  }
}
