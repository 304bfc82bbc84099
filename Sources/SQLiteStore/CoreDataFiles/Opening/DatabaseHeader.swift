import GRDB
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
    guard FileHeader.isDatabaseSized(path),
      let connection = try? Connection(
        path: path,
        opening: CoreDataOpening.unchanging(path),
        isReadOnly: true,
        busyTimeout: 0
      )
    else { return nil }
    defer { connection.close() }
    let read: [UInt8]? = try? connection.perform { db in Self.start(of: db) }
    guard let start = read else { return nil }
    isOurs = start[68..<72].reduce(0) { $0 << 8 | Int64($1) } == MartletTables.applicationID
    usesLog = start[18] == 2 || start[19] == 2
  }

  private static func start(of db: Database) -> [UInt8]? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_file_control(
      db.sqliteConnection,
      "main",
      SQLITE_FCNTL_FILE_POINTER,
      &file
    )
    guard code == SQLITE_OK, let file, let read = file.pointee.pMethods?.pointee.xRead else {
      return nil
    }
    var start = [UInt8](repeating: 0, count: size)
    return read(file, &start, Int32(size), 0) == SQLITE_OK ? start : nil
  }
}
