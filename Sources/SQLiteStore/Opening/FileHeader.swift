import Foundation

/// What the first bytes of a file say.
public enum FileHeader {
  /// Whether the file at `path` begins as every SQLite database does; an empty one does not.
  public static func isDatabase(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    return (try? file.read(upToCount: FileInspection.header.count)).map { Array($0) }
      == FileInspection.header
  }
}
