import Foundation

/// Which file a path leads to: the same for all names of one file, and another one for a file that has
/// come in its place.
public struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// Looks which file is at `path`, without opening it; nil where there is none.
  public init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// Whether two paths lead to one file, or would where there is none.
  public static func isOne(_ path: String, _ other: String) -> Bool {
    if let identity = FileIdentity(path), let second = FileIdentity(other) {
      return identity == second
    }
    return resolved(path) == resolved(other)
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }
}
