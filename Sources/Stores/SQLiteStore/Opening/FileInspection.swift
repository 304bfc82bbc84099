import Foundation
import Storage

/// Looks at a file before SQLite does, for clearer words about what is wrong.
///
/// The file is not opened: who closes it gives up all locks that the process has on it.
struct FileInspection {
  let path: String
  let isReadOnly: Bool

  /// Throws where there is no file that can be opened, or made.
  func check() throws(StoreFileError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno != ENOENT { throw failure(.cannotOpen(reason: String(cString: strerror(errno)))) }
      return try checkAbsent()
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw failure(.cannotOpen(reason: String(cString: strerror(EISDIR))))
    }
    if let kind = Self.oddKind(status) { throw failure(.noPlainFile(kind: kind)) }
    if access(path, R_OK) != 0 {
      throw failure(.cannotOpen(reason: String(cString: strerror(errno))))
    }
    // An empty file is what SQLite itself makes a database of; a database's header has 100 bytes.
    if status.st_size > 0, status.st_size < 100 { throw failure(.noDatabase) }
    if isReadOnly { return }
    if access(path, W_OK) != 0 { throw failure(.readOnly) }
    if status.st_nlink > 1 {
      throw failure(.severalNames(count: Int(clamping: status.st_nlink)))
    }
  }

  /// Whether no file is at `path`.
  static func isAbsent(_ path: String) -> Bool { access(path, F_OK) != 0 && errno == ENOENT }

  /// Whether the file at `path` has no bytes, and nothing lies beside it that SQLite would bring into it.
  static func isEmpty(_ path: String) -> Bool {
    guard regularSize(path) == 0 else { return false }
    return ["-wal", "-journal"].allSatisfy { access(path + $0, F_OK) != 0 }
  }

  /// The size in bytes of what is at `path`; nil where there is nothing.
  static func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// The size in bytes of the regular file at `path`; nil for what is none, as a pipe or device that never
  /// ends.
  static func regularSize(_ path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// What it is that is neither a file nor a folder.
  private static func oddKind(_ status: stat) -> String? {
    switch status.st_mode & S_IFMT {
    case S_IFIFO: "a named pipe"
    case S_IFSOCK: "a socket"
    case S_IFCHR, S_IFBLK: "a device"
    default: nil
    }
  }

  private func checkAbsent() throws(StoreFileError) {
    if isReadOnly { throw failure(.missing) }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    if access(folder, F_OK) != 0 {
      throw failure(.cannotOpen(reason: "there is no folder \(folder.debugDescription)"))
    }
    if access(folder, W_OK) != 0 {
      let reason = String(cString: strerror(errno))
      throw failure(
        .cannotOpen(
          reason: "no file can be made in the folder \(folder.debugDescription): \(reason)"
        )
      )
    }
  }

  private func failure(_ fault: StoreFileError.Fault) -> StoreFileError {
    StoreFileError(path: path, operation: "open", fault: fault)
  }
}
