import GRDB
import Storage

/// Checks a foreign file before it is opened for writing. Opening a file for writing and closing it
/// applies its log, which may be all that remains of a damaged file.
enum PreflightCheck {
  /// Whether the file contains remains of a Core Data store, so that it must be opened read-only.
  ///
  /// Throws ``Storage/StoreFileError`` if it is damaged. Does not change the file.
  static func isOfCoreData(_ path: String, busyTimeout: Double) throws -> Bool {
    guard FileHeader.isDatabaseSized(path) else { return false }
    do {
      let connection = try Connection(path: path, isReadOnly: true, busyTimeout: busyTimeout)
      defer { connection.close() }
      return try connection.perform("open") { db in
        try db.number(
          """
          SELECT count(*) FROM sqlite_schema
          WHERE name IN ('Z_METADATA', 'Z_PRIMARYKEY', 'Z_MODELCACHE')
          """
        ) > 1
      }
    } catch let error as StoreFileError {
      // Opening the file for writing may repair other problems, such as a leftover journal.
      if case .damaged = error.fault { throw error }
      return false
    }
  }
}
