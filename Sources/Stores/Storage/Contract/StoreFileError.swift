/// Why a store's file could not be opened, read or written. Nothing was changed.
public struct StoreFileError: Error, Hashable, Sendable {
  /// What went wrong.
  public enum Fault: Hashable, Sendable {
    /// The file does not exist and may not be created.
    case missing
    /// The file or its folder cannot be opened; `reason` is the system's message.
    case cannotOpen(reason: String)
    /// The path is not a regular file but a `kind`, such as a named pipe or a device.
    case notRegularFile(kind: String)
    /// The file does not have the `expected` format, such as `SQLite database`.
    case otherFormat(expected: String)
    /// A newer Martlet wrote the file, in the unknown format `version`.
    case newerVersion(version: Int)
    /// The file or its folder cannot be written, or the store was opened read-only.
    case readOnly
    /// The models are the tables of another program and cannot be changed.
    case foreignModels
    /// The file has `count` hard links; each would get a separate log.
    case hardLinked(count: Int)
    /// The file belongs to `framework`, which stores more in it than records.
    case managedByApp(framework: String)
    /// Another process locked the file for longer than `waited` seconds.
    case busy(waited: Double)
    /// The disk is full.
    case diskFull
    /// The file is damaged; `reason` describes where, if known.
    case damaged(reason: String)
    /// The file was removed or replaced.
    case replacedFile
    /// Any other reason, as reported by the underlying library or server, and what to do.
    case other(reason: String, help: [String] = [])
  }

  /// The file's path as it was given.
  public let path: String
  /// The failed operation: `open`, `read`, `write`.
  public let operation: String
  /// What went wrong.
  public let fault: Fault

  /// Creates an error.
  public init(path: String, operation: String, fault: Fault) {
    self.path = path
    self.operation = operation
    self.fault = fault
  }
}
