import Foundation

/// The environment variables.
public enum Environment {
  /// The value of a variable; nil if it is not set. Does not build a dictionary of all variables.
  public static func value(of name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The folder in a variable, or else a folder in the home folder. Relative paths are ignored.
  public static func folder(_ name: String, inHome path: String) -> String? {
    if let folder = value(of: name), folder.hasPrefix("/") { return folder }
    return value(of: "HOME").flatMap { $0.hasPrefix("/") ? "\($0)/\(path)" : nil }
  }
}
