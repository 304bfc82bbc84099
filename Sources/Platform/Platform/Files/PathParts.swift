/// Splits paths. Foundation's functions crash for a path of one character.
public enum PathParts {
  /// The folder of a path, `.` if it has none, and the name in it.
  public static func of(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.utf8.index(after: slash)...]))
  }
}
