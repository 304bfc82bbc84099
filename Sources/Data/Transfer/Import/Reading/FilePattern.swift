import Platform

/// File names with the wildcards `*`, `?` and `[…]`.
enum FilePattern {
  /// The files that match a pattern, sorted by name. An existing file, or a name without wildcards,
  /// stands for itself.
  static func files(_ path: String) -> [String] {
    guard path.contains(where: { "*?[".contains($0) }), !FileSystem.exists(path) else {
      return [path]
    }
    return FileSystem.glob(path)
  }
}
