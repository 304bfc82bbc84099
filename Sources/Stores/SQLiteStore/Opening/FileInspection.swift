import Foundation
import Platform
import Storage

/// Checks a file before SQLite opens it, for clearer error messages.
///
/// The file is not opened: closing it would release all locks of the process on it.
struct FileInspection {
  let path: String
  let isReadOnly: Bool

  /// Throws if the file cannot be opened or created.
  func check() throws(StoreFileError) {
    let status: FileStatus
    do throws(Errno) {
      status = try FileStatus(path)
      if status.kind == .directory { throw .isDirectory }
    } catch {
      if error == .noSuchFileOrDirectory { return try checkAbsent() }
      throw failure(.cannotOpen(reason: error.description))
    }
    if let kind = Self.specialFileKind(status) { throw failure(.notRegularFile(kind: kind)) }
    do throws(Errno) {
      try FileSystem.check(.reading, path)
    } catch {
      throw failure(.cannotOpen(reason: error.description))
    }
    // SQLite accepts an empty file as a database; otherwise the header has 100 bytes.
    if (1..<100).contains(status.size) { throw failure(.noDatabase) }
    if isReadOnly { return }
    if !FileSystem.allows(.writing, path) { throw failure(.readOnly) }
    if status.linkCount > 1 { throw failure(.hardLinked(count: status.linkCount)) }
  }

  /// Whether no file exists at `path`.
  static func isAbsent(_ path: String) -> Bool {
    do throws(Errno) {
      try FileSystem.check(.existence, path)
      return false
    } catch {
      return error == .noSuchFileOrDirectory
    }
  }

  /// Whether the file at `path` is empty, and has no log or journal.
  static func isEmpty(_ path: String) -> Bool {
    guard regularSize(path) == 0 else { return false }
    return ["-wal", "-journal"].allSatisfy { !FileSystem.exists(path + $0) }
  }

  /// The size of the file at `path`; nil if there is none.
  static func size(_ path: String) -> Int? {
    (try? FileStatus(path))?.size
  }

  /// The size of the regular file at `path`; nil for pipes, devices and others.
  static func regularSize(_ path: String) -> Int? {
    guard let status = try? FileStatus(path), status.kind == .regular else { return nil }
    return status.size
  }

  /// A description of files other than regular files and folders.
  private static func specialFileKind(_ status: FileStatus) -> String? {
    switch status.kind {
    case .pipe: "a named pipe"
    case .socket: "a socket"
    case .characterDevice, .blockDevice: "a device"
    case .regular, .directory, .other: nil
    }
  }

  private func checkAbsent() throws(StoreFileError) {
    if isReadOnly { throw failure(.missing) }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    if !FileSystem.exists(folder) {
      throw failure(.cannotOpen(reason: "there is no folder \(folder.debugDescription)"))
    }
    do throws(Errno) {
      try FileSystem.check(.writing, folder)
    } catch {
      let reason = "cannot create a file in the folder \(folder.debugDescription): \(error)"
      throw failure(.cannotOpen(reason: reason))
    }
  }

  private func failure(_ fault: StoreFileError.Fault) -> StoreFileError {
    StoreFileError(path: path, operation: "open", fault: fault)
  }
}
