/// Why a store's file could not be opened, read or written; nothing was changed.
public struct StoreFileError: Error, Hashable, Sendable {
  /// What went wrong.
  public enum Fault: Hashable, Sendable {
    /// There is no such file, and none may be made.
    case missing
    /// The file, or the folder it lies in, cannot be opened; `reason` is the system's.
    case cannotOpen(reason: String)
    /// It is no file that holds bytes, but `kind`: a named pipe, a device.
    case noPlainFile(kind: String)
    /// It is not what the store opens, such as an `SQLite database`.
    case otherFormat(expected: String)
    /// It was written by a newer Martlet, whose format `version` is not known here.
    case newerVersion(version: Int)
    /// The file or its folder cannot be written, or the store was opened for reading only.
    case readOnly
    /// Its models are its tables, which others have made: they stay as they are.
    case foreignModels
    /// The file has `count` names, hard links: each would have a log of its own.
    case severalNames(count: Int)
    /// It is a store of `framework`, which keeps more in it than the records.
    case keptByApp(framework: String)
    /// Another process held the file for longer than it was waited for, in seconds.
    case busy(waited: Double)
    /// There is no room on the disk.
    case diskFull
    /// The file is damaged; `reason` says where, as far as the store knows.
    case damaged(reason: String)
    /// Other programs have taken tables or columns of the store away; `reason` says which.
    case changedTables(reason: String)
    /// The file is not there any more, or another one stands in its place.
    case vanished
    /// Anything else, in the words of what keeps the file.
    case other(reason: String)
  }

  /// The file's path as it was given.
  public let path: String
  /// What was done: `open`, `read`, `write`.
  public let operation: String
  /// What went wrong.
  public let fault: Fault

  /// Makes an error.
  public init(path: String, operation: String, fault: Fault) {
    self.path = path
    self.operation = operation
    self.fault = fault
  }
}
