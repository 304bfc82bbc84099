import Foundation

/// The environment variables.
public enum Environment {
  /// The value of a variable; nil if it is not set. Does not build a dictionary of all variables.
  public static func value(of name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
