import Foundation

/// Which file a path references: the same for all names of one file, and another for a file that has replaced it.
public struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let number: UInt64

  init(device: UInt64, number: UInt64) {
    (self.device, self.number) = (device, number)
  }

  /// Looks which file is at `path`, without opening it; nil where there is none.
  public init?(_ path: String) {
    guard let status = try? FileStatus(path) else { return nil }
    self = status.identity
  }

  /// Whether two paths reference one file, or would if there were one.
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
