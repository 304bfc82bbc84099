import Foundation
import GRDB
import Platform
import Storage

/// A copy of a store's file beside it, which nothing overwrites.
struct FileCopy {
  /// Where it lies.
  let path: String

  /// Copies the file at `path` as it was last committed, with what is in its log, and waits until that is on
  /// the disk.
  ///
  /// - Parameter check: Called again and again meanwhile; what it throws stops the copy.
  init(of path: String, before version: Int, check: () throws -> Void) throws {
    Self.removeLeftovers(of: path)
    let temporary = path + ".copy-\(UUID().uuidString)"
    defer {
      for ending in ["", "-wal", "-shm", "-journal"] { FileSystem.remove(temporary + ending) }
    }
    try Self.write(path, to: temporary, check)
    try check()
    try Self.synchronise(temporary, path)
    self.path = try Self.place(temporary, beside: path, before: version)
    do {
      try Self.synchronise(URL(fileURLWithPath: path).deletingLastPathComponent().path, path)
    } catch {
      remove()
      throw error
    }
  }

  /// Takes the copy away.
  func remove() { FileSystem.remove(path) }

  /// Takes away what processes have left that were killed while they copied: nobody else copies now, as
  /// whoever does keeps others from writing.
  private static func removeLeftovers(of path: String) {
    let file = URL(fileURLWithPath: path)
    let folder = file.deletingLastPathComponent()
    let start = file.lastPathComponent + ".copy-"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(start) {
      // Behind the identifier stands at most what SQLite adds for its own files.
      guard UUID(uuidString: String(name.dropFirst(start.count).prefix(36))) != nil else {
        continue
      }
      FileSystem.remove(folder.appendingPathComponent(name).path)
    }
  }

  /// So many pages are copied between looks whether to go on: some milliseconds.
  private static let pagesPerStep: CInt = 1_024

  private static func write(
    _ path: String,
    to temporary: String,
    _ check: () throws -> Void
  ) throws {
    // Nobody may read more of the copy than of the original, at no time.
    let permissions = try failing(path) { () throws(Errno) in
      try create(temporary)
      return try FileStatus(path).permissions
    }
    do {
      var configuration = Configuration()
      configuration.readonly = true
      let source = try DatabaseQueue(path: path, configuration: configuration)
      let copy = try DatabaseQueue(path: temporary)
      // Nobody else opens it, so that it needs no file beside it for the log that the original may have.
      try copy.writeWithoutTransaction { db in
        _ = try String.fetchOne(db, sql: "PRAGMA locking_mode = EXCLUSIVE")
      }
      try withoutActuallyEscaping(check) { check in
        try source.backup(to: copy, pagesPerStep: pagesPerStep) { _ in try check() }
      }
      // The copy is whole in one file, also where the original has a log.
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

  /// Gives the copy the first name that is free: `budget.before-version-2.store`, then with `-2`, …
  private static func place(
    _ temporary: String,
    beside path: String,
    before version: Int
  ) throws -> String {
    let name = path as NSString
    let stem = name.deletingPathExtension
    let ending = name.pathExtension.isEmpty ? "" : "." + name.pathExtension
    for number in 1...10_000 {
      let suffix = number == 1 ? "" : "-\(number)"
      let candidate = "\(stem).before-version-\(version)\(suffix)\(ending)"
      // Unlike a rename, this takes no name that something has.
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
    throw StoreFileError(
      path: path,
      operation: "copy",
      fault: .other(reason: "all names for a copy beside it are taken")
    )
  }

  private static func synchronise(_ name: String, _ path: String) throws {
    try failing(path) { () throws(Errno) in
      let descriptor = try FileDescriptor.open(name, .readOnly)
      defer { try? descriptor.close() }
      try descriptor.synchronize()
    }
  }

  /// Creates an empty file that only the user can read.
  private static func create(_ path: String) throws(Errno) {
    try FileDescriptor.open(path, .writeOnly, options: .exclusiveCreate, permissions: 0o600).close()
  }

  /// Does something for the copy of the file at `path`, whose failure says so.
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
