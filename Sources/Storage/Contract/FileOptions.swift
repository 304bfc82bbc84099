/// How a file is opened.
public struct FileOptions: Sendable {
  /// Whether nothing may be written.
  public var isReadOnly = false
  /// For how long a file that another process writes is waited for, in seconds.
  public var busyTimeout = 5.0
  /// Where the model of a Core Data file is, if it is not to be the one that the file has itself.
  public var modelPath: String?

  /// The usual ones.
  public init() {}
}
