/// A path in parts, as Foundation's own ends the program where a path is one character.
enum PathParts {
  /// The folder that a path leads through, `.` where it names none, and what stands behind it.
  static func of(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.utf8.index(after: slash)...]))
  }

  /// What is said where a path begins with `~`, which shells take for a folder; nil for others.
  static func homeHelp(_ path: String) -> String? {
    path.hasPrefix("~") ? "`~` stands for no folder here: write the whole path" : nil
  }
}
