import Foundation

/// What the first bytes of a file say.
public enum FileHeader {
  /// What every SQLite database begins with.
  private static let database = Array("SQLite format 3\0".utf8)

  /// Whether the file at `path` begins as every SQLite database does; an empty one does not, and what is
  /// no regular file, which may be read once only, is none.
  ///
  /// It is not to be asked of a file that is open as a store: who closes it gives up all locks that the
  /// process has on it.
  public static func isDatabase(_ path: String) -> Bool {
    guard FileInspection.regularSize(path) != nil, let file = FileHandle(forReadingAtPath: path)
    else {
      return false
    }
    defer { try? file.close() }
    return (try? file.read(upToCount: database.count)).map { Array($0) } == database
  }

  /// Whether the file at `path` is a regular one and large enough for a database; it is not opened.
  static func isDatabaseSized(_ path: String) -> Bool {
    // The smallest page has 512 bytes.
    FileInspection.regularSize(path).map { $0 >= 512 } ?? false
  }
}
