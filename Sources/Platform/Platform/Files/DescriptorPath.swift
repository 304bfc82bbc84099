import Foundation

extension FileDescriptor {
  private static let names = ["/dev/stdout": standardOutput, "/dev/stderr": standardError]
  /// `/proc` exists on Linux only.
  private static let folders = ["/dev/fd/", "/proc/self/fd/"]
  /// The number of links to follow.
  private static let linkLimit = 16

  /// The descriptor that a path denotes, such as `/dev/stdout` or `/dev/fd/3`, also through links;
  /// nil for other paths.
  public init?(standingAt path: String) {
    var path = path
    for _ in 0..<Self.linkLimit {
      if let descriptor = Self.named(path) {
        self = descriptor
        return
      }
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
        return nil
      }
      path = target.hasPrefix("/") ? target : PathParts.of(path).folder + "/" + target
    }
    return nil
  }

  private static func named(_ path: String) -> FileDescriptor? {
    if let descriptor = names[path] { return descriptor }
    return folders.lazy.compactMap { folder in
      path.hasPrefix(folder)
        ? Int32(path.dropFirst(folder.count)).map(FileDescriptor.init(rawValue:)) : nil
    }.first
  }
}
