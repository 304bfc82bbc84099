import Foundation

/// This process.
public enum CurrentProcess {
  /// The process ID.
  public static var id: Int32 { getpid() }

  /// Exits at once, without cleaning up. Safe in a signal handler.
  public static func exitImmediately(_ code: Int32) -> Never { _exit(code) }
}
