import GRDB
import Storage

/// A look at a file of other programs before it is opened for writing: who opens a file for writing and closes
/// it brings the log beside it into it, which may be all that is left of a damaged one.
enum PreflightCheck {
  /// Whether the file is to be read only: it holds what is left of a store of Core Data.
  ///
  /// Throws ``Storage/StoreFileError`` where it is damaged; nothing about it changes.
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
      // Anything else may be mended by who opens it for writing, as a journal that was left behind.
      if case .damaged = error.fault { throw error }
      return false
    }
  }
}
