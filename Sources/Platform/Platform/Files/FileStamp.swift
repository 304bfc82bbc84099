import Foundation

/// What the system notes about every change of a file: equal stamps mean that nothing was written,
/// if the last change was not just now.
public struct FileStamp: Hashable, Sendable {
  /// The file's identity, size and times, as numbers.
  public let words: [UInt64]
  /// The number of bytes.
  public let size: Int
  /// Whether it is a regular file.
  public let isRegular: Bool
  /// The time of the last change, in seconds since 1970.
  private let lastChange: Double

  /// Reads the stamp of the file at `path` without opening it; follows links.
  public init(_ path: String) throws(Errno) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last }
    self.init(status)
  }

  /// Reads the stamp of an open file.
  public init(_ descriptor: FileDescriptor) throws(Errno) {
    var status = stat()
    guard fstat(descriptor.rawValue, &status) == 0 else { throw .last }
    self.init(status)
  }

  private init(_ status: stat) {
    #if canImport(Darwin)
      let (written, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (written, changed) = (status.st_mtim, status.st_ctim)
    #endif
    size = Int(status.st_size)
    isRegular = status.st_mode & S_IFMT == S_IFREG
    words = [
      UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino),
      UInt64(truncatingIfNeeded: status.st_size),
      UInt64(truncatingIfNeeded: written.tv_sec), UInt64(truncatingIfNeeded: written.tv_nsec),
      UInt64(truncatingIfNeeded: changed.tv_sec), UInt64(truncatingIfNeeded: changed.tv_nsec),
    ]
    lastChange = max(Self.seconds(written), Self.seconds(changed))
  }

  /// Device and inode: two stamps with the same ones are of one file.
  public var identity: [UInt64] { Array(words[0..<2]) }

  /// Whether the last change was at least `granularity` seconds ago, so that any later change gets
  /// another time. False if it is in the future.
  public func isSettled(after granularity: Double) -> Bool {
    var now = timespec()
    guard clock_gettime(CLOCK_REALTIME, &now) == 0 else { return false }
    return Self.seconds(now) - lastChange >= granularity
  }

  private static func seconds(_ time: timespec) -> Double {
    Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
