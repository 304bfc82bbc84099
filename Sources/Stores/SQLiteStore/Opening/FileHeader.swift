import Foundation

/// Checks the first bytes of files.
public enum FileHeader {
  /// The first bytes of every SQLite database.
  private static let database = Array("SQLite format 3\0".utf8)

  /// Whether the file at `path` is a regular file that begins as every SQLite database does; empty
  /// files do not.
  ///
  /// Do not call this for open stores: closing the file releases all locks of the process on it.
  public static func isDatabase(_ path: String) -> Bool {
    guard FileInspection.regularSize(path) != nil, let file = FileHandle(forReadingAtPath: path)
    else {
      return false
    }
    defer { try? file.close() }
    return (try? file.read(upToCount: database.count)).map { Array($0) } == database
  }

  /// Whether the file at `path` is a regular file that is large enough for a database. Does not
  /// open it.
  static func isDatabaseSized(_ path: String) -> Bool {
    // The smallest page has 512 bytes.
    FileInspection.regularSize(path).map { $0 >= 512 } ?? false
  }
}
