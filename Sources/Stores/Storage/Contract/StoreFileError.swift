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
    /// A database server cannot be used, or refused a statement.
    case server(ServerFault)
    /// Any other reason, as reported by the underlying library.
    case other(reason: String)
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

/// Why a database server cannot be used, or what it refused.
public enum ServerFault: Hashable, Sendable {
  /// The system lacks the client library `name`, which `package` installs.
  case missingLibrary(name: String, package: String)
  /// There is no connection; `reason` is the library's or the server's message.
  case refused(reason: String)
  /// The server is older than the `oldest` supported version.
  case tooOld(version: String, oldest: String)
  /// The server refused a statement with an SQLSTATE; `reason` is its message. The code is empty if
  /// the connection was lost.
  case statement(code: String, reason: String)
  /// The connection was lost while changes were saved, and the server does not know whether they
  /// were.
  case unknownOutcome
}
