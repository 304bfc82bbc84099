import GRDBSQLite
import NativeStores

/// The header of a SQLite file.
///
/// SQLite reads it, since closing the file otherwise releases all locks of the process on it.
struct DatabaseHeader {
  /// Whether it is a native store.
  let isNativeStore: Bool
  /// Whether it is in WAL mode.
  let usesLog: Bool

  private static let size = 100

  /// Nil if it is not a SQLite file.
  init?(_ path: String) {
    guard FileHeader.isDatabaseSized(path), let start = Self.start(of: path) else { return nil }
    isNativeStore = start[68..<72].reduce(0) { $0 << 8 | Int64($1) } == MartletTables.applicationID
    usesLog = start[18] == 2 || start[19] == 2
  }

  private static func start(of path: String) -> [UInt8]? {
    var connection: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    let name = Connection.unchanging(path)
    // A connection must be closed even if opening fails.
    defer { sqlite3_close(connection) }
    guard sqlite3_open_v2(name, &connection, flags, nil) == SQLITE_OK else { return nil }
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    guard code == SQLITE_OK, let file, let read = file.pointee.pMethods?.pointee.xRead else {
      return nil
    }
    var start = [UInt8](repeating: 0, count: size)
    return read(file, &start, Int32(size), 0) == SQLITE_OK ? start : nil
  }
}
