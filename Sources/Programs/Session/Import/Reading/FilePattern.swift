import Foundation

/// Names of files with `*`, `?` and `[…]` in them.
enum FilePattern {
  /// The files that a name stands for, in their order by name: the name itself where there is such a file
  /// or nothing to fill in. Empty where no file fits.
  static func files(_ path: String) -> [String] {
    guard path.contains(where: { "*?[".contains($0) }), access(path, F_OK) != 0 else {
      return [path]
    }
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(path, 0, nil, &found) == 0, let names = found.gl_pathv else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { names[$0].map { String(cString: $0) } }
  }
}
