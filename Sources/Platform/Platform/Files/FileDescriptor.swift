import Foundation

/// An open file, pipe or device.
///
/// Whoever opens a descriptor closes it. Child processes do not inherit it.
public struct FileDescriptor: RawRepresentable, Hashable, Sendable {
  /// The descriptor's number.
  public let rawValue: Int32

  /// The descriptor with a number.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// Standard input.
  public static let standardInput = FileDescriptor(rawValue: STDIN_FILENO)
  /// Standard output.
  public static let standardOutput = FileDescriptor(rawValue: STDOUT_FILENO)
  /// Standard error.
  public static let standardError = FileDescriptor(rawValue: STDERR_FILENO)

  /// What a file is opened for.
  public enum AccessMode: Sendable {
    case readOnly
    case writeOnly
    case readWrite

    fileprivate var flags: Int32 {
      switch self {
      case .readOnly: O_RDONLY
      case .writeOnly: O_WRONLY
      case .readWrite: O_RDWR
      }
    }
  }

  /// How a file is opened.
  public struct OpenOptions: OptionSet, Sendable {
    /// The system's flags.
    public let rawValue: Int32

    /// Options from raw flags.
    public init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    /// Creates the file if it does not exist.
    public static let create = OpenOptions(rawValue: O_CREAT)
    /// Creates the file; fails with ``Errno/fileExists`` if it exists.
    public static let exclusiveCreate = OpenOptions(rawValue: O_CREAT | O_EXCL)
    /// Writes to the current end of the file.
    public static let append = OpenOptions(rawValue: O_APPEND)
    /// Opening and later calls fail with ``Errno/wouldBlock`` instead of waiting.
    public static let nonBlocking = OpenOptions(rawValue: O_NONBLOCK)
  }

  /// Opens the file at `path`.
  ///
  /// - Parameter permissions: The permissions of a created file, minus the user's mask.
  public static func open(
    _ path: String,
    _ mode: AccessMode,
    options: OpenOptions = [],
    permissions: UInt32 = 0o666
  ) throws(Errno) -> FileDescriptor {
    let flags = mode.flags | options.rawValue | O_CLOEXEC
    let number = try Self.retrying {
      Foundation.open(path, flags, mode_t(truncatingIfNeeded: permissions))
    }
    return FileDescriptor(rawValue: number)
  }

  /// The result of a call, which is repeated as long as signals interrupt it.
  private static func retrying(_ call: () -> CInt) throws(Errno) -> CInt {
    while true {
      let result = call()
      if result >= 0 { return result }
      let error = Errno.last
      if error != .interrupted { throw error }
    }
  }

  /// Opens the file at `path` for reading. Opening a named pipe does not wait for a writer, so that
  /// the wait for the first byte can be cancelled.
  public static func openForReading(_ path: String) throws(Errno) -> FileDescriptor {
    let isPipe = (try? FileStatus(path))?.kind == .pipe
    return try open(path, .readOnly, options: isPipe ? .nonBlocking : [])
  }

  /// Creates an unnamed file in `folder` that disappears with the process.
  public static func temporary(in folder: String) throws(Errno) -> FileDescriptor {
    var path = Array((folder + "/martlet-XXXXXX").utf8CString)
    let number = mkstemp(&path)
    guard number >= 0 else { throw .last }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    unlink(path)
    return FileDescriptor(rawValue: number)
  }

  /// Creates a pipe.
  public static func pipe() throws(Errno) -> (readEnd: FileDescriptor, writeEnd: FileDescriptor) {
    var ends: [Int32] = [-1, -1]
    guard Foundation.pipe(&ends) == 0 else { throw .last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
  }

  /// Opens the same file a second time, with one position for both descriptors.
  public func duplicate() throws(Errno) -> FileDescriptor {
    // Avoid the numbers of the standard streams, which may be closed.
    let number = fcntl(rawValue, F_DUPFD_CLOEXEC, 3)
    guard number >= 0 else { throw .last }
    return FileDescriptor(rawValue: number)
  }

  /// Opens the same file as `other`, whose file is closed. Child processes inherit `other`.
  public func replace(_ other: FileDescriptor) throws(Errno) {
    _ = try Self.retrying { dup2(rawValue, other.rawValue) }
  }

  /// Closes it.
  public func close() throws(Errno) {
    guard Foundation.close(rawValue) == 0 else { throw .last }
  }

  /// Makes calls fail with ``Errno/wouldBlock`` instead of waiting.
  public func setNonBlocking() {
    _ = fcntl(rawValue, F_SETFL, fcntl(rawValue, F_GETFL) | O_NONBLOCK)
  }
}

extension FileDescriptor {
  /// Reads as many bytes as fit in `buffer` and returns their number; 0 at the end.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    let count = Foundation.read(rawValue, buffer.baseAddress, buffer.count)
    guard count >= 0 else { throw .last }
    return count
  }

  /// Reads at most `limit` bytes; returns an empty array at the end.
  public func read(upTo limit: Int) throws(Errno) -> [UInt8] {
    var failure: Errno?
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      do throws(Errno) {
        count = try read(into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes at least one of `bytes` and returns the number written.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int {
    let count = Foundation.write(rawValue, bytes.baseAddress, bytes.count)
    guard count >= 0 else { throw .last }
    return count
  }

  /// Writes all of `bytes`. Waits if the descriptor is non-blocking, as one shared with another
  /// process may be.
  ///
  /// - Parameter isCancelled: Whether to stop with ``Errno/interrupted``. Called before each write,
  ///   and with `true` after a signal has interrupted one.
  public func writeAll(
    _ bytes: UnsafeRawBufferPointer,
    unless isCancelled: (_ isAfterSignal: Bool) -> Bool = { _ in false }
  ) throws(Errno) {
    var rest = bytes[...]
    while !rest.isEmpty {
      if isCancelled(false) { throw .interrupted }
      do throws(Errno) {
        rest = rest.dropFirst(try write(UnsafeRawBufferPointer(rebasing: rest)))
      } catch {
        switch error {
        // Limit the wait: a signal that arrives just before does not end it.
        case .wouldBlock: _ = try? wait(for: .output, milliseconds: 50)
        case .interrupted where !isCancelled(true): break
        default: throw error
        }
      }
    }
  }

  /// What is waited for.
  public enum Readiness: Sendable {
    /// Bytes, or the end, can be read without waiting.
    case input
    /// Bytes can be written without waiting.
    case output
    /// The other end is closed.
    case hangUp

    fileprivate var events: Int16 {
      switch self {
      case .input: Int16(POLLIN)
      case .output: Int16(POLLOUT)
      case .hangUp: 0
      }
    }
  }

  /// Waits for a condition, at most the given number of milliseconds, or without limit for nil.
  /// Returns whether the condition holds.
  ///
  /// A signal ends the wait with ``Errno/interrupted``, unless it arrives just before. If signals
  /// must end a wait, use a limit or a ``SignalPipe``.
  public func wait(
    for readiness: Readiness,
    milliseconds: Int?
  ) throws(Errno) -> Bool {
    var request = pollfd(fd: rawValue, events: readiness.events, revents: 0)
    let count = poll(&request, 1, milliseconds.map { Int32(clamping: $0) } ?? -1)
    guard count >= 0 else { throw .last }
    return count > 0
  }

  /// Waits for a condition, or until `isCancelled` returns true; it is called every 50
  /// milliseconds. Returns whether the condition holds. Errors other than signals count as true,
  /// since the next call reports them.
  public func wait(for readiness: Readiness, unless isCancelled: () -> Bool) -> Bool {
    while !isCancelled() {
      do throws(Errno) {
        if try wait(for: readiness, milliseconds: 50) { return true }
      } catch {
        if error != .interrupted { return true }
      }
    }
    return false
  }
}

extension FileDescriptor {
  /// The position of the next read or write; nil for pipes and other files without a position.
  public var position: Int? {
    let position = lseek(rawValue, 0, SEEK_CUR)
    return position < 0 ? nil : Int(position)
  }

  /// Sets the position of the next read or write. Returns whether that succeeded.
  public func seek(to position: Int) -> Bool {
    lseek(rawValue, off_t(position), SEEK_SET) == off_t(position)
  }

  /// The byte at an offset; nil past the end.
  public func byte(at offset: Int) -> UInt8? {
    var byte: UInt8 = 0
    return pread(rawValue, &byte, 1, off_t(offset)) == 1 ? byte : nil
  }

  /// Sets the file's permissions.
  public func setPermissions(_ permissions: UInt32) {
    _ = fchmod(rawValue, mode_t(truncatingIfNeeded: permissions))
  }

  /// Sets the times of the last access and the last write to now.
  public func touch() { _ = futimens(rawValue, nil) }

  /// Reads the bytes from `offset` on until `buffer` is full. Returns whether there were that many.
  public func readFully(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
    var done = 0
    while done < buffer.count, let start = buffer.baseAddress {
      let count = pread(rawValue, start + done, buffer.count - done, off_t(offset + done))
      guard count > 0 || (count < 0 && errno == EINTR) else { return false }
      done += max(0, count)
    }
    return true
  }

  /// Waits until all written bytes are on the disk.
  public func synchronize() throws(Errno) {
    #if canImport(Darwin)
      // On Darwin, `fsync` leaves bytes in the drive's cache.
      if fcntl(rawValue, F_FULLFSYNC) == 0 { return }
    #endif
    _ = try Self.retrying { fsync(rawValue) }
  }

  /// Acquires the file's exclusive lock, which is released when the descriptor is closed. Returns
  /// false at once if another descriptor has it.
  public func tryLock() -> Bool {
    flock(rawValue, LOCK_EX | LOCK_NB) == 0
  }
}
