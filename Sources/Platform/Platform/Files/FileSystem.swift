import CPlatform
import Foundation

/// Operations on files by path.
public enum FileSystem {
  /// A kind of access to a file.
  public enum Access: Sendable {
    case existence
    case reading
    case writing

    fileprivate var mode: Int32 {
      switch self {
      case .existence: F_OK
      case .reading: R_OK
      case .writing: W_OK
      }
    }
  }

  /// Throws if this process does not have a kind of access to the file at `path`.
  public static func check(_ access: Access, _ path: String) throws(Errno) {
    guard Foundation.access(path, access.mode) == 0 else { throw .last }
  }

  /// Whether this process has a kind of access to the file at `path`.
  public static func allows(_ access: Access, _ path: String) -> Bool {
    Foundation.access(path, access.mode) == 0
  }

  /// Whether there is a file at `path`; follows links.
  public static func exists(_ path: String) -> Bool { allows(.existence, path) }

  /// Renames the file at `path`, replacing a file with the new name.
  public static func rename(_ path: String, to newPath: String) throws(Errno) {
    guard Foundation.rename(path, newPath) == 0 else { throw .last }
  }

  /// Writes the file or folder at `path` to the disk; for a folder, the names of its files.
  public static func synchronize(_ path: String) throws(Errno) {
    let descriptor = try FileDescriptor.open(path, .readOnly)
    defer { try? descriptor.close() }
    try descriptor.synchronize()
  }

  /// Deletes a file, if it exists.
  public static func remove(_ path: String) { _ = unlink(path) }

  /// Sets the permissions of the file at `path`.
  public static func setPermissions(_ permissions: UInt32, of path: String) throws(Errno) {
    guard chmod(path, mode_t(truncatingIfNeeded: permissions)) == 0 else { throw .last }
  }

  /// The absolute path without links; nil if the file does not exist.
  public static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Creates a folder that only this user can use, and the folders above it, unless they exist.
  public static func createPrivateFolder(_ path: String) {
    try? FileManager.default.createDirectory(
      atPath: path,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
  }

  /// The names of the files in a folder; empty if it cannot be read.
  public static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  /// Whether the file at `path` is on a disk of this machine, with a file system that notes the
  /// time of every change.
  public static func isLocal(_ path: String) -> Bool { file_system_is_local(path) }

  /// The number of bytes that this user can still write to the disk of a folder.
  public static func freeBytes(in folder: String) -> Int {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return 0 }
    let (bytes, overflow) = UInt64(status.f_bavail)
      .multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return overflow ? .max : Int(clamping: bytes)
  }

  /// The files that match a shell pattern such as `users-*.csv`, sorted by name.
  public static func glob(_ pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard Foundation.glob(pattern, 0, nil, &found) == 0, let names = found.gl_pathv else {
      return []
    }
    return (0..<Int(found.gl_pathc)).compactMap { names[$0].map { String(cString: $0) } }
  }
}
