import GRDBSQLite

/// What the beginning of an SQLite file says.
///
/// SQLite reads it, since who closes the file otherwise gives up all locks that the process has on it.
struct DatabaseHeader {
  /// Whether it is a file of Martlet's own.
  let isOurs: Bool
  /// Whether changes go to a log beside it.
  let usesLog: Bool

  private static let size = 100

  /// Nil for what is no SQLite file.
  init?(_ path: String) {
    guard FileHeader.isDatabaseSized(path), let start = Self.start(of: path) else { return nil }
    isOurs = start[68..<72].reduce(0) { $0 << 8 | Int64($1) } == MartletTables.applicationID
    usesLog = start[18] == 2 || start[19] == 2
  }

  private static func start(of path: String) -> [UInt8]? {
    var connection: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    let name = Connection.unchanging(path)
    // Also what could not be opened has to be closed.
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
