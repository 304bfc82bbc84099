import Foundation

/// The variables that the process was started with.
public enum Environment {
  /// The value of a variable, without a dictionary of all of them.
  public static func value(of name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
