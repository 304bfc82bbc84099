import Foundation

/// This process.
public enum CurrentProcess {
  /// The process ID.
  public static var id: Int32 { getpid() }

  /// The state of the program's file; differs between builds. Nil if it is not known.
  public static var program: FileStamp? {
    #if canImport(Darwin)
      var path = [CChar](repeating: 0, count: 4096)
      var size = UInt32(path.count)
      guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
      return path.withUnsafeBufferPointer { path in
        path.baseAddress.flatMap { try? FileStamp(String(cString: $0)) }
      }
    #else
      return try? FileStamp("/proc/self/exe")
    #endif
  }

  /// The maximum size of a file that the process may write. A larger one ends it with a signal.
  public static var largestFile: Int {
    var limit = rlimit()
    #if canImport(Darwin)
      let code = getrlimit(RLIMIT_FSIZE, &limit)
    #else
      let code = getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #endif
    return code == 0 ? Int(clamping: limit.rlim_cur) : 0
  }

  /// Exits at once, without cleaning up. Safe in a signal handler.
  public static func exitImmediately(_ code: Int32) -> Never { _exit(code) }
}
