import Foundation

/// Paths that stand for what the process has open: `/dev/stdout`, `/dev/fd/3`.
enum OpenDescriptor {
  private static let names = ["/dev/stdout": STDOUT_FILENO, "/dev/stderr": STDERR_FILENO]
  private static let folders = ["/dev/fd/", "/proc/self/fd/"]
  /// How many links are followed.
  private static let linkLimit = 16

  /// The number of the descriptor that `path` stands for, or that a link there leads to.
  static func number(behind path: String) -> Int32? {
    var path = path
    for _ in 0..<linkLimit {
      if let number = number(path) { return number }
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
        return nil
      }
      path = target.hasPrefix("/") ? target : PathParts.of(path).folder + "/" + target
    }
    return nil
  }

  private static func number(_ path: String) -> Int32? {
    if let number = names[path] { return number }
    return folders.lazy.compactMap { folder in
      path.hasPrefix(folder) ? Int32(path.dropFirst(folder.count)) : nil
    }.first
  }
}
