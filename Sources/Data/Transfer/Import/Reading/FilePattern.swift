import Platform

/// Names of files with `*`, `?` and `[…]` in them.
enum FilePattern {
  /// The files that a name stands for, in their order by name: the name itself where there is such a file
  /// or nothing to fill in. Empty where no file fits.
  static func files(_ path: String) -> [String] {
    guard path.contains(where: { "*?[".contains($0) }), !FileSystem.exists(path) else {
      return [path]
    }
    return FileSystem.glob(path)
  }
}
