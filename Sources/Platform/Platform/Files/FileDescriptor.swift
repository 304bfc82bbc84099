import Foundation

/// A file, pipe or device that the process has open.
///
/// Whoever opens a descriptor closes it. Programs that this process starts do not inherit it.
public struct FileDescriptor: RawRepresentable, Hashable, Sendable {
  /// The number by which the system knows it.
  public let rawValue: Int32

  /// The descriptor of a number.
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

    /// The options of some flags.
    public init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    /// Creates the file where there is none.
    public static let create = OpenOptions(rawValue: O_CREAT)
    /// Creates the file, and fails with ``Errno/fileExists`` where there is one.
    public static let exclusiveCreate = OpenOptions(rawValue: O_CREAT | O_EXCL)
    /// Writes to the end of the file, wherever that is by then.
    public static let append = OpenOptions(rawValue: O_APPEND)
    /// Neither the opening nor later calls wait: they fail with ``Errno/wouldBlock``.
    public static let nonBlocking = OpenOptions(rawValue: O_NONBLOCK)
  }

  /// Opens the file at `path`.
  ///
  /// - Parameter permissions: Who may use the file if it is created, less what the user's mask takes away.
  public static func open(
    _ path: String,
    _ mode: AccessMode,
    options: OpenOptions = [],
    permissions: UInt32 = 0o666
  ) throws(Errno) -> FileDescriptor {
    let flags = mode.flags | options.rawValue | O_CLOEXEC
    let number = Foundation.open(path, flags, mode_t(truncatingIfNeeded: permissions))
    guard number >= 0 else { throw .last }
    return FileDescriptor(rawValue: number)
  }

  /// Opens the file at `path` for reading. A named pipe is open at once even if nobody writes to it yet, so
  /// that the wait for its first byte can be cancelled.
  public static func openForReading(_ path: String) throws(Errno) -> FileDescriptor {
    let isPipe = (try? FileStatus(path))?.kind == .pipe
    return try open(path, .readOnly, options: isPipe ? .nonBlocking : [])
  }

  /// Creates a file in `folder` that has no name, and is gone with the process.
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
    // Not as one of the standard streams, should these be closed.
    let number = fcntl(rawValue, F_DUPFD_CLOEXEC, 3)
    guard number >= 0 else { throw .last }
    return FileDescriptor(rawValue: number)
  }

  /// Closes it.
  public func close() throws(Errno) {
    guard Foundation.close(rawValue) == 0 else { throw .last }
  }

  /// Has calls fail with ``Errno/wouldBlock`` instead of waiting.
  public func setNonBlocking() {
    _ = fcntl(rawValue, F_SETFL, fcntl(rawValue, F_GETFL) | O_NONBLOCK)
  }
}

extension FileDescriptor {
  /// Reads at most as many bytes as `buffer` has room for, and returns how many they are: 0 at the end.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    let count = Foundation.read(rawValue, buffer.baseAddress, buffer.count)
    guard count >= 0 else { throw .last }
    return count
  }

  /// Reads at most `limit` bytes; none at the end.
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

  /// Writes some of `bytes`, at least one, and returns how many.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int {
    let count = Foundation.write(rawValue, bytes.baseAddress, bytes.count)
    guard count >= 0 else { throw .last }
    return count
  }

  /// Writes all of `bytes`, and waits where the descriptor is non-blocking: one that is shared with another
  /// process may be.
  ///
  /// - Parameter isCancelled: Whether to stop with ``Errno/interrupted``; asked before each write, and again
  ///   with `true` after a signal ended one.
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
        // Not for ever: a signal that arrives just before does not end the wait.
        case .wouldBlock: _ = try? wait(for: .output, milliseconds: 50)
        case .interrupted where !isCancelled(true): break
        default: throw error
        }
      }
    }
  }

  /// What is waited for.
  public enum Readiness: Sendable {
    /// A read does not have to wait: there are bytes, or the end.
    case input
    /// A write does not have to wait.
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

  /// Waits until it is ready, but at most so many milliseconds; nil for any time. Returns whether it is ready.
  ///
  /// A signal ends the wait with ``Errno/interrupted``, unless it arrives just before: a wait that signals have
  /// to end needs a limit, or a ``SignalPipe``.
  public func wait(
    for readiness: Readiness,
    milliseconds: Int?
  ) throws(Errno) -> Bool {
    var request = pollfd(fd: rawValue, events: readiness.events, revents: 0)
    let count = poll(&request, 1, milliseconds.map { Int32(clamping: $0) } ?? -1)
    guard count >= 0 else { throw .last }
    return count > 0
  }

  /// Waits until it is ready, or until `isCancelled` is true, which is looked up every 50 milliseconds.
  /// Returns whether it is ready; errors other than signals count as ready, since the next call reports them.
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
  /// The position of the next read or write; nil for what has none, as a pipe.
  public var position: Int? {
    let position = lseek(rawValue, 0, SEEK_CUR)
    return position < 0 ? nil : Int(position)
  }

  /// Sets the position of the next read or write. Returns whether that succeeds.
  public func seek(to position: Int) -> Bool {
    lseek(rawValue, off_t(position), SEEK_SET) == off_t(position)
  }

  /// The byte at an offset; nil where there is none.
  public func byte(at offset: Int) -> UInt8? {
    var byte: UInt8 = 0
    return pread(rawValue, &byte, 1, off_t(offset)) == 1 ? byte : nil
  }

  /// Sets who may use the file.
  public func setPermissions(_ permissions: UInt32) {
    _ = fchmod(rawValue, mode_t(truncatingIfNeeded: permissions))
  }

  /// Waits until everything that was written is on the disk.
  public func synchronize() throws(Errno) {
    #if canImport(Darwin)
      // There `fsync` leaves bytes in the drive's own memory.
      if fcntl(rawValue, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(rawValue) == 0 else { throw .last }
  }

  /// Takes the file's lock, which one descriptor has at a time and loses when it is closed. Returns false at
  /// once where another has it.
  public func tryLock() -> Bool {
    flock(rawValue, LOCK_EX | LOCK_NB) == 0
  }
}
