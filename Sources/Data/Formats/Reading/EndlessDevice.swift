#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Devices such as `/dev/zero`: what reads them to their end reads for ever.
public enum EndlessDevice {
  /// Whether `descriptor` is open on a device that is neither a terminal nor empty.
  public static func isOpen(on descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    switch status.st_mode & S_IFMT {
    case S_IFBLK: return true
    case S_IFCHR: return isatty(descriptor) == 0 && !isEmptyDevice(status)
    default: return false
    }
  }

  private static func isEmptyDevice(_ status: stat) -> Bool {
    var empty = stat()
    return stat("/dev/null", &empty) == 0 && empty.st_rdev == status.st_rdev
  }
}
