import Foundation

/// Identifies a file: equal for all paths of one file, different for a file that has replaced it.
public struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let number: UInt64
}

extension FileIdentity {
  /// Identifies the file at `path` without opening it; nil if there is none.
  public init?(_ path: String) {
    guard let status = try? FileStatus(path) else { return nil }
    self = status.identity
  }

  /// Whether two paths name the same file, or would if it existed.
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
