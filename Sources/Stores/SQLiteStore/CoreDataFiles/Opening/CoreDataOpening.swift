import Foundation
import GRDB
import Platform
import Storage

/// How to open a Core Data store: read-only without changing anything, and including its log.
struct CoreDataOpening: Sendable {
  let path: String
  /// The name that SQLite opens.
  let name: String
  /// The copy that is read instead of the file, if any.
  let copy: StoreCopy?
  /// Whether the file is in WAL mode.
  let usesLog: Bool
  /// Whether the file is in WAL mode, but its log is missing.
  let lacksLog: Bool
  /// Whether the file was copied without its log: its shared-memory file exists.
  let lostLog: Bool

  /// The maximum size of copied files. Larger files are opened directly, even though SQLite creates
  /// a file next to them.
  private static let maxCopied = 256 << 20

  /// Nil if the file is not a Core Data store, or cannot be read.
  init?(_ given: String, busyTimeout: Double) {
    // The log is next to the file itself, not to a link.
    let path = URL(fileURLWithPath: given).resolvingSymlinksInPath().path
    guard let header = DatabaseHeader(path), !header.isNativeStore else { return nil }
    let beside = CompanionFiles(path)
    let hasUnwritten = beside.log > 0 || beside.journal > 0
    // Check before copying: most files are not Core Data stores, and may be large.
    switch Self.tables(Connection.unchanging(path), path, busyTimeout) {
    case .coreData?: break
    case .others?: return nil
    case Tables.none?, nil: if !hasUnwritten || beside.total > Self.maxCopied { return nil }
    }
    usesLog = header.usesLog || beside.log > 0
    // A journal belongs to a change in progress, and then the file is complete; or to an
    // interrupted change, and then SQLite rejects a file that it cannot repair.
    let isWhole =
      beside.journal > 0 && !usesLog && Self.tables(path, path, busyTimeout) == .coreData
    var (name, copy): (String, StoreCopy?) = (path, nil)
    if hasUnwritten, !isWhole, !beside.isInUse, beside.total <= Self.maxCopied {
      guard let made = StoreCopy(path) else { return nil }
      (name, copy) = (made.name, made)
    } else if usesLog, !hasUnwritten, !beside.isInUse {
      name = Connection.unchanging(path)
    }
    if Self.tables(name, path, busyTimeout) == nil, copy == nil, beside.total <= Self.maxCopied {
      // SQLite cannot read the log in place: the folder may be read-only.
      guard let made = StoreCopy(path) else { return nil }
      (name, copy) = (made.name, made)
    }
    guard Self.tables(name, path, busyTimeout) == .coreData else { return nil }
    self.path = path
    self.name = name
    self.copy = copy
    lacksLog = header.usesLog && !beside.hasLog
    lostLog = lacksLog && beside.isInUse
  }

  /// Notes about a missing log.
  func notes(hasRecords: Bool) -> [String] {
    guard lacksLog, lostLog || !hasRecords else { return [] }
    let log = URL(fileURLWithPath: path).lastPathComponent + "-wal"
    return [
      "the log `\(log)` of this store is missing; it contains the app's latest changes"
        + (hasRecords ? "" : ", perhaps all")
    ]
  }

  /// The owner of a file's tables.
  private enum Tables {
    case coreData
    case others
    case none
  }

  /// The owner of the file's tables; nil if it cannot be read.
  private static func tables(_ name: String, _ path: String, _ timeout: Double) -> Tables? {
    guard
      let connection = try? Connection(
        path: path,
        opening: name,
        isReadOnly: true,
        busyTimeout: timeout
      )
    else { return nil }
    defer { connection.close() }
    return try? connection.perform { db in
      let own = try db.number(
        "SELECT count(*) FROM sqlite_schema WHERE name IN ('Z_METADATA', 'Z_PRIMARYKEY')"
      )
      if own == 2 { return .coreData }
      return try db.number("SELECT count(*) FROM sqlite_schema") > 0 ? .others : Tables.none
    }
  }
}

/// The companion files of a database and their sizes.
private struct CompanionFiles {
  let hasLog: Bool
  let log: Int
  let journal: Int
  /// Whether the shared-memory file exists: the database is in use, or was when a process ended.
  let isInUse: Bool
  /// The size of the database and its log.
  let total: Int

  init(_ path: String) {
    hasLog = FileSystem.exists(path + "-wal")
    log = FileInspection.size(path + "-wal") ?? 0
    journal = FileInspection.size(path + "-journal") ?? 0
    isInUse = FileSystem.exists(path + "-shm")
    total = (FileInspection.size(path) ?? 0) + log + journal
  }
}

/// A temporary copy of a database, including the content of its log.
final class StoreCopy: Sendable {
  private let folder: String
  /// The name that SQLite opens.
  let name: String

  /// Nil if the copy cannot be created.
  init?(_ path: String) {
    folder = NSTemporaryDirectory() + "martlet-" + UUID().uuidString
    let file = folder + "/copy"
    name = Connection.unchanging(file)
    let files = FileManager.default
    do {
      try files.createDirectory(
        atPath: folder,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
      for ending in ["", "-wal", "-journal"] where files.fileExists(atPath: path + ending) {
        try files.copyItem(atPath: path + ending, toPath: file + ending)
        try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file + ending)
      }
      let connection = try Connection(path: file, isReadOnly: false, busyTimeout: 0)
      defer { connection.close() }
      try connection.perform { _ = try $0.number("PRAGMA wal_checkpoint(TRUNCATE)") }
    } catch {
      try? files.removeItem(atPath: folder)
      return nil
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }
}
