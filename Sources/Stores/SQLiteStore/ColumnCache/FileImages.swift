import ColumnImages
import GRDB
import GRDBSQLite
import Platform
import Storage
import Synchronization

/// The column images of a file.
///
/// Only a file that nobody has written since before it was opened has images: SQLite does not
/// notice programs that write without it, such as `cp`, so that its own caches may be outdated.
final class FileImages: Sendable {
  let cache: ColumnImageCache
  /// The path without links.
  private let path: String
  /// The stamp of the file before it was opened.
  private let stamp: FileStamp

  /// To be created before SQLite opens the file. Nil if the file has no images: it does not exist,
  /// it was written just now, it is on a network, or the way its values are read is not in the
  /// file.
  init?(_ path: String, _ options: FileOptions) {
    guard let cache = options.columnImages, options.modelPath == nil,
      let real = FileSystem.realPath(path), let stamp = try? FileStamp(real), stamp.isRegular,
      stamp.isSettled(after: cache.settings.granularity), FileSystem.isLocal(real)
    else { return nil }
    self.cache = cache
    self.path = real
    self.stamp = stamp
  }

  /// The state that the transaction of a connection sees; nil if that is in doubt.
  ///
  /// - Parameter isCurrent: Whether the transaction still sees the current state.
  func state(_ connection: Connection, _ isCurrent: () throws -> Bool) throws -> ImagedState? {
    let state = try connection.perform { db -> ImagedState? in
      guard (try? FileStamp(path)) == stamp,
        let content = try DatabaseFingerprint(db, path: path, size: stamp.size),
        (try? FileStamp(path)) == stamp
      else { return nil }
      return ImagedState(path: path, stamp: stamp, content: content.words)
    }
    guard let state, try isCurrent() else { return nil }
    return state
  }
}

/// Numbers that differ between the states of a database that transactions see.
struct DatabaseFingerprint {
  let words: [UInt64]

  private static let blockSize = 4096

  /// Nil if the state is in doubt, or another file has the path by now.
  init?(_ db: Database, path: String, size: Int) throws {
    var file: UnsafeMutablePointer<sqlite3_file>?
    var hasMoved: Int32 = 1
    guard
      sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        == SQLITE_OK,
      sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        == SQLITE_OK, hasMoved == 0, let file,
      let read = file.pointee.pMethods?.pointee.xRead,
      let name = sqlite3_db_filename(db.sqliteConnection, "main"), String(cString: name) == path
    else { return nil }
    func block(at offset: Int) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: min(Self.blockSize, size))
      let code = read(file, &bytes, Int32(bytes.count), sqlite3_int64(offset))
      return code == SQLITE_OK ? bytes : nil
    }
    guard let first = block(at: 0), let last = block(at: max(0, size - Self.blockSize)) else {
      return nil
    }
    let isLogged =
      try String.fetchOne(db.cachedStatement(sql: "PRAGMA journal_mode")) == "wal"
    var log: [UInt64] = []
    if isLogged {
      guard let position = LogPosition(file) else { return nil }
      // Data in the file does not depend on the log any more.
      if !position.isInFile { log = position.words }
    }
    words = [Self.checksum(first), Self.checksum(last)] + log
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt64 {
    bytes.withUnsafeBytes { ImagedState.checksum($0) }
  }
}

/// A snapshot's access to the column images of its file.
final class SnapshotImages: Sendable {
  private let images: FileImages
  private let file: FileConnections
  private let version: StoreVersion
  private let found = Mutex(Found())

  private struct Found {
    /// The state that the snapshot sees; the inner optional is nil if it is in doubt.
    var state: ImagedState??
    /// The columns that have no images, with their tables.
    var missing: [[String]] = []
    /// The columns that were opened last, with their table.
    var opened: (entity: String, names: [String], images: OpenImages)?
  }

  init(_ images: FileImages, _ file: FileConnections, version: StoreVersion) {
    (self.images, self.file, self.version) = (images, file, version)
  }

  var cache: ColumnImageCache { images.cache }

  /// The state that the snapshot sees; nil if it is in doubt.
  func state(_ connection: Connection) -> ImagedState? {
    if let state = found.withLock({ $0.state }) { return state }
    let state = (try? images.state(connection) { try file.currentVersion() == version })
      .flatMap(\.self)
    found.withLock { $0.state = .some(state) }
    return state
  }

  /// The images of these columns, if they were opened last.
  func opened(_ names: [String], of entity: String) -> OpenImages? {
    found.withLock { found in
      found.opened.flatMap { $0.entity == entity && $0.names == names ? $0.images : nil }
    }
  }

  /// The number of an entity's rows, if images of it were opened last.
  func openedCount(of entity: String) -> Int? {
    found.withLock { found in
      found.opened.flatMap { $0.entity == entity ? $0.images.rowCount : nil }
    }
  }

  /// Keeps these images open, since scans of a statement may be divided.
  func note(_ images: OpenImages, _ names: [String], of entity: String) {
    found.withLock { $0.opened = (entity, names, images) }
  }

  /// Whether some of these columns were looked for, and not found.
  func isMissing(_ names: [String], of entity: String) -> Bool {
    found.withLock { $0.missing.contains([entity] + names) }
  }

  /// Notes that some of these columns have no images.
  func noteMissing(_ names: [String], of entity: String) {
    found.withLock { $0.missing.append([entity] + names) }
  }
}
