import Foundation

/// What is done with files by their paths.
public enum FileSystem {
  /// What a file is to be used for.
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

  /// Throws where this process may not use the file at `path` in a way.
  public static func check(_ access: Access, _ path: String) throws(Errno) {
    guard Foundation.access(path, access.mode) == 0 else { throw .last }
  }

  /// Whether this process may use the file at `path` in a way.
  public static func allows(_ access: Access, _ path: String) -> Bool {
    Foundation.access(path, access.mode) == 0
  }

  /// Whether there is a file at `path`, after following links.
  public static func exists(_ path: String) -> Bool { allows(.existence, path) }

  /// Gives the file at `path` another name, in place of a file that has it.
  public static func rename(_ path: String, to newPath: String) throws(Errno) {
    guard Foundation.rename(path, newPath) == 0 else { throw .last }
  }

  /// Removes the name of a file, if there is one.
  public static func remove(_ path: String) { _ = unlink(path) }

  /// Sets who may use the file at `path`.
  public static func setPermissions(_ permissions: UInt32, of path: String) throws(Errno) {
    guard chmod(path, mode_t(truncatingIfNeeded: permissions)) == 0 else { throw .last }
  }

  /// The path of a file without links; nil where there is none.
  public static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// The files whose paths match a pattern of the shell, such as `users-*.csv`, sorted by name.
  public static func glob(_ pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard Foundation.glob(pattern, 0, nil, &found) == 0, let names = found.gl_pathv else {
      return []
    }
    return (0..<Int(found.gl_pathc)).compactMap { names[$0].map { String(cString: $0) } }
  }
}
