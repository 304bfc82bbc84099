import Foundation
import Platform
import Storage

/// Looks at a file before SQLite does, for clearer words about what is wrong.
///
/// The file is not opened: who closes it gives up all locks that the process has on it.
struct FileInspection {
  let path: String
  let isReadOnly: Bool

  /// Throws where there is no file that can be opened, or made.
  func check() throws(StoreFileError) {
    let status: FileStatus
    do throws(Errno) {
      status = try FileStatus(path)
      if status.kind == .directory { throw .isDirectory }
    } catch {
      if error == .noSuchFileOrDirectory { return try checkAbsent() }
      throw failure(.cannotOpen(reason: error.description))
    }
    if let kind = Self.oddKind(status) { throw failure(.noPlainFile(kind: kind)) }
    do throws(Errno) {
      try FileSystem.check(.reading, path)
    } catch {
      throw failure(.cannotOpen(reason: error.description))
    }
    // An empty file is what SQLite itself makes a database of; a database's header has 100 bytes.
    if (1..<100).contains(status.size) { throw failure(.noDatabase) }
    if isReadOnly { return }
    if !FileSystem.allows(.writing, path) { throw failure(.readOnly) }
    if status.linkCount > 1 { throw failure(.severalNames(count: status.linkCount)) }
  }

  /// Whether no file is at `path`.
  static func isAbsent(_ path: String) -> Bool {
    do throws(Errno) {
      try FileSystem.check(.existence, path)
      return false
    } catch {
      return error == .noSuchFileOrDirectory
    }
  }

  /// Whether the file at `path` has no bytes, and nothing lies beside it that SQLite would bring into it.
  static func isEmpty(_ path: String) -> Bool {
    guard regularSize(path) == 0 else { return false }
    return ["-wal", "-journal"].allSatisfy { !FileSystem.exists(path + $0) }
  }

  /// The size in bytes of what is at `path`; nil where there is nothing.
  static func size(_ path: String) -> Int? {
    (try? FileStatus(path))?.size
  }

  /// The size in bytes of the regular file at `path`; nil for what is none, as a pipe or device that never
  /// ends.
  static func regularSize(_ path: String) -> Int? {
    guard let status = try? FileStatus(path), status.kind == .regular else { return nil }
    return status.size
  }

  /// What it is that is neither a file nor a folder.
  private static func oddKind(_ status: FileStatus) -> String? {
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
      throw failure(
        .cannotOpen(
          reason: "no file can be made in the folder \(folder.debugDescription): \(error)"
        )
      )
    }
  }

  private func failure(_ fault: StoreFileError.Fault) -> StoreFileError {
    StoreFileError(path: path, operation: "open", fault: fault)
  }
}
