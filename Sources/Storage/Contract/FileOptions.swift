/// How a file is opened.
public struct FileOptions: Sendable {
  /// Whether nothing may be written.
  public var isReadOnly = false
  /// For how long a file that another process writes is waited for, in seconds.
  public var busyTimeout = 5.0

  /// The usual ones.
  public init() {}
}
