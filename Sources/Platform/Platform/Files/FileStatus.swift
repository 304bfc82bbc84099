import Foundation

/// What the system knows about a file without reading it.
public struct FileStatus: Sendable {
  /// The kind of a file.
  public enum Kind: Sendable {
    case regular
    case directory
    case pipe
    case socket
    case characterDevice
    case blockDevice
    case other
  }

  /// The kind of the file.
  public let kind: Kind
  /// The number of bytes.
  public let size: Int
  /// The permissions: the nine bits of `chmod`.
  public let permissions: UInt32
  /// The number of hard links.
  public let linkCount: Int
  /// Whether the file belongs to this user, and no other can write it.
  public let isPrivate: Bool
  /// The time of the last write, in seconds since 1970.
  public let lastWrite: Double
  /// Differs after the file was written or replaced.
  public let version: Version
  /// The file's identity.
  let identity: FileIdentity
  /// The device number of a device file.
  private let device: UInt64

  /// The time of the last write, the size and the identity of a file.
  public struct Version: Hashable, Sendable {
    let seconds: Int
    let nanoseconds: Int
    let size: Int
    let identity: FileIdentity
  }

  /// Reads the status of the file at `path`; follows links.
  public init(_ path: String) throws(Errno) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last }
    self.init(status)
  }

  /// Reads the status of an open file.
  public init(_ descriptor: FileDescriptor) throws(Errno) {
    var status = stat()
    guard fstat(descriptor.rawValue, &status) == 0 else { throw .last }
    self.init(status)
  }

  private init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      case S_IFCHR: .characterDevice
      case S_IFBLK: .blockDevice
      default: .other
      }
    size = Int(status.st_size)
    permissions = UInt32(status.st_mode & 0o777)
    linkCount = Int(clamping: status.st_nlink)
    isPrivate = status.st_uid == geteuid() && status.st_mode & 0o022 == 0
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino)
    )
    device = UInt64(truncatingIfNeeded: status.st_rdev)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    lastWrite = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    version = Version(
      seconds: Int(time.tv_sec),
      nanoseconds: Int(time.tv_nsec),
      size: size,
      identity: identity
    )
  }
}

extension FileDescriptor {
  /// Whether it is an endless device such as `/dev/zero`: neither a terminal nor `/dev/null`.
  public var isEndlessDevice: Bool {
    guard let status = try? FileStatus(self) else { return false }
    switch status.kind {
    case .blockDevice: return true
    case .characterDevice: return !Terminal.isTerminal(self) && !status.isEmptyDevice
    default: return false
    }
  }
}

extension FileStatus {
  fileprivate var isEmptyDevice: Bool {
    (try? FileStatus("/dev/null"))?.device == device
  }
}
