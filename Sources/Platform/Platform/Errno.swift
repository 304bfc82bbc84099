import Foundation

/// An error number of the operating system, as `errno` contains it after a failed call.
///
/// ```
/// do {
///   let file = try FileDescriptor.open("budgets.csv", .readOnly)
/// } catch .noSuchFileOrDirectory {
///   …
/// }
/// ```
public struct Errno: Error, RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: Int32

  /// The error of a number.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The error of the last failed call of this thread.
  static var last: Errno { Errno(rawValue: errno) }
}

extension Errno: CustomStringConvertible {
  /// The system's description: `No such file or directory`.
  public var description: String { String(cString: strerror(rawValue)) }
}

extension Errno {
  /// `EINTR`: a signal interrupted the call.
  public static let interrupted = Errno(rawValue: EINTR)
  /// `EAGAIN`: the call would have had to wait.
  public static let wouldBlock = Errno(rawValue: EAGAIN)
  /// `EPIPE`: the pipe has no reader.
  public static let brokenPipe = Errno(rawValue: EPIPE)
  /// `ENOENT`.
  public static let noSuchFileOrDirectory = Errno(rawValue: ENOENT)
  /// `EEXIST`.
  public static let fileExists = Errno(rawValue: EEXIST)
  /// `EISDIR`.
  public static let isDirectory = Errno(rawValue: EISDIR)
  /// `ENOTDIR`.
  public static let notDirectory = Errno(rawValue: ENOTDIR)
  /// `EACCES`: the permissions of the file forbid it.
  public static let permissionDenied = Errno(rawValue: EACCES)
  /// `EPERM`: the operation is reserved for other users.
  public static let notPermitted = Errno(rawValue: EPERM)
  /// `EROFS`.
  public static let readOnlyFileSystem = Errno(rawValue: EROFS)
  /// `ENOSPC`: the disk is full.
  public static let noSpace = Errno(rawValue: ENOSPC)
  /// `EDQUOT`: the user's disk quota is exhausted.
  public static let diskQuotaExceeded = Errno(rawValue: EDQUOT)
  /// `ENXIO`: the named pipe has no reader yet.
  public static let noSuchAddressOrDevice = Errno(rawValue: ENXIO)
  /// `EINVAL`: the file does not support the operation.
  public static let invalidArgument = Errno(rawValue: EINVAL)
}
