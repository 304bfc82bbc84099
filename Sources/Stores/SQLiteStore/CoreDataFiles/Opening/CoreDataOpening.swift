import Foundation
import GRDB
import Platform
import Storage

/// How a file of Core Data is opened: for reading only, so that nothing about it changes, and with what
/// stands in the log beside it.
struct CoreDataOpening: Sendable {
  /// The path of the file itself.
  let path: String
  /// What SQLite is asked to open.
  let name: String
  /// The copy that is read in the file's place, if one had to be made.
  let copy: StoreCopy?
  /// Whether changes go to a log beside the file.
  let usesLog: Bool
  /// Whether the file is of those that have a log beside them, and there is none.
  let lacksLog: Bool
  /// Whether it was copied from somewhere without its log: another file of SQLite's lies beside it.
  let lostLog: Bool

  /// A larger file whose log nobody uses is opened in its place, though SQLite makes a file beside it.
  private static let mostCopied = 256 << 20

  /// How the file at `path` is opened; nil where Core Data has not made it, or it cannot be read.
  init?(_ given: String, busyTimeout: Double) {
    // A log lies beside the file itself, not beside a link to it.
    let path = URL(fileURLWithPath: given).resolvingSymlinksInPath().path
    guard let header = DatabaseHeader(path), !header.isOurs else { return nil }
    let beside = CompanionFiles(path)
    let hasUnwritten = beside.log > 0 || beside.journal > 0
    // Asked before anything is copied: most files are of other programs, and may be large.
    switch Self.tables(Connection.unchanging(path), path, busyTimeout) {
    case .coreData?: break
    case .others?: return nil
    case Tables.none?, nil: if !hasUnwritten || beside.total > Self.mostCopied { return nil }
    }
    usesLog = header.usesLog || beside.log > 0
    // A journal is that of a change that goes on, and then the file is whole; or of one that was broken
    // off, and then SQLite refuses a file that it cannot mend.
    let isWhole =
      beside.journal > 0 && !usesLog && Self.tables(path, path, busyTimeout) == .coreData
    var (name, copy): (String, StoreCopy?) = (path, nil)
    if hasUnwritten, !isWhole, !beside.isInUse, beside.total <= Self.mostCopied {
      guard let made = StoreCopy(path) else { return nil }
      (name, copy) = (made.name, made)
    } else if usesLog, !hasUnwritten, !beside.isInUse {
      name = Connection.unchanging(path)
    }
    if Self.tables(name, path, busyTimeout) == nil, copy == nil, beside.total <= Self.mostCopied {
      // SQLite cannot read the log in its place: the folder may not be written.
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

  /// What is known of the file that its user should know, given whether it has any record.
  func notes(hasRecords: Bool) -> [String] {
    guard lacksLog, lostLog || !hasRecords else { return [] }
    let log = URL(fileURLWithPath: path).lastPathComponent + "-wal"
    return [
      "the file `\(log)` that belongs to this store is not beside it; what the app wrote last"
        + (hasRecords ? "" : ", perhaps all,") + " is in there"
    ]
  }

  /// Whose tables a file has.
  private enum Tables {
    case coreData
    case others
    case none
  }

  /// Whose tables the file has; nil where it cannot be read.
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

/// The files that SQLite keeps beside a database, with their sizes.
private struct CompanionFiles {
  let hasLog: Bool
  let log: Int
  let journal: Int
  /// Whether there is a file that processes share who have the database open, or had it open when they
  /// ended.
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

/// A copy of a database with what stands in its log, which goes away with its owner.
final class StoreCopy: Sendable {
  private let folder: String
  /// The name by which SQLite opens it.
  let name: String

  /// Nil where no copy can be made.
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
