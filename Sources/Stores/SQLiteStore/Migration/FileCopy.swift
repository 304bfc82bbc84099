import Foundation
import GRDB
import Model
import Platform
import Storage

/// A copy of a store's file in the same folder, which nothing overwrites.
struct FileCopy {
  let path: String

  /// Copies the last committed state of the file at `path`, including its log, and waits until the
  /// copy is on the disk.
  ///
  /// - Parameter check: Called repeatedly; if it throws, copying stops.
  init(of path: String, before version: VersionNumber, check: () throws -> Void) throws {
    Self.removeLeftovers(of: path)
    let temporary = path + ".copy-\(UUID().uuidString)"
    defer {
      for ending in ["", "-wal", "-shm", "-journal"] { FileSystem.remove(temporary + ending) }
    }
    try Self.write(path, to: temporary, check)
    try check()
    try Self.failing(path) { () throws(Errno) in try FileSystem.synchronize(temporary) }
    self.path = try Self.place(temporary, beside: path, before: version)
    do {
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      try Self.failing(path) { () throws(Errno) in try FileSystem.synchronize(folder) }
    } catch {
      remove()
      throw error
    }
  }

  /// Deletes the copy.
  func remove() { FileSystem.remove(path) }

  /// Deletes the files of processes that were killed while copying. No other process is copying
  /// now, since copying excludes other writers.
  private static func removeLeftovers(of path: String) {
    let file = URL(fileURLWithPath: path)
    let folder = file.deletingLastPathComponent()
    let start = file.lastPathComponent + ".copy-"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(start) {
      // SQLite's own files have a suffix after the identifier.
      guard UUID(uuidString: String(name.dropFirst(start.count).prefix(36))) != nil else {
        continue
      }
      FileSystem.remove(folder.appendingPathComponent(name).path)
    }
  }

  /// The number of pages to copy between checks: some milliseconds.
  private static let pagesPerStep: CInt = 1_024

  private static func write(
    _ path: String,
    to temporary: String,
    _ check: () throws -> Void
  ) throws {
    // The copy must never be more readable than the original.
    let permissions = try failing(path) { () throws(Errno) in
      try create(temporary)
      return try FileStatus(path).permissions
    }
    do {
      var configuration = Configuration()
      configuration.readonly = true
      let source = try DatabaseQueue(path: path, configuration: configuration)
      let copy = try DatabaseQueue(path: temporary)
      // Exclusive access needs no shared-memory file.
      try copy.writeWithoutTransaction { db in
        _ = try String.fetchOne(db, sql: "PRAGMA locking_mode = EXCLUSIVE")
      }
      try withoutActuallyEscaping(check) { check in
        try source.backup(to: copy, pagesPerStep: pagesPerStep) { _ in try check() }
      }
      // The copy is a single file, even if the original has a log.
      try copy.writeWithoutTransaction { db in
        _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
      }
      try copy.close()
      try source.close()
    } catch let error as Cancellation {
      throw error
    } catch {
      throw StoreFileError(error, path: path, operation: "copy", waited: 0)
    }
    try failing(path) { () throws(Errno) in
      try FileSystem.setPermissions(permissions, of: temporary)
    }
  }

  /// Renames the copy to the first free name: `budget.before-version-2.store`, then with `-2`, …
  private static func place(
    _ temporary: String,
    beside path: String,
    before version: VersionNumber
  ) throws -> String {
    let name = path as NSString
    let stem = name.deletingPathExtension
    let ending = name.pathExtension.isEmpty ? "" : "." + name.pathExtension
    for number in 1...10_000 {
      let suffix = number == 1 ? "" : "-\(number)"
      let candidate = "\(stem).before-version-\(version)\(suffix)\(ending)"
      // Unlike a rename, this never replaces a file.
      let isTaken = try failing(path) { () throws(Errno) in
        do throws(Errno) {
          try create(candidate)
        } catch {
          if error == .fileExists { return true }
          throw error
        }
        do throws(Errno) {
          try FileSystem.rename(temporary, to: candidate)
        } catch {
          FileSystem.remove(candidate)
          throw error
        }
        return false
      }
      if !isTaken { return candidate }
    }
    let reason = "all names for a copy are taken"
    throw StoreFileError(path: path, operation: "copy", fault: .other(reason: reason))
  }

  /// Creates an empty file that only the user can read.
  private static func create(_ path: String) throws(Errno) {
    try FileDescriptor.open(path, .writeOnly, options: .exclusiveCreate, permissions: 0o600).close()
  }

  /// Converts system errors to errors about copying the file at `path`.
  private static func failing<Result>(
    _ path: String,
    _ body: () throws(Errno) -> Result
  ) throws(StoreFileError) -> Result {
    do throws(Errno) {
      return try body()
    } catch {
      let fault: StoreFileError.Fault =
        switch error {
        case .noSpace, .diskQuotaExceeded: .diskFull
        case .permissionDenied, .readOnlyFileSystem, .notPermitted: .readOnly
        default: .cannotOpen(reason: error.description)
        }
      throw StoreFileError(path: path, operation: "copy", fault: fault)
    }
  }
}
