public import Diagnostics
import Foundation
public import Storage
public import Synchronization

/// A file that is written under another name and takes its place only when it is whole.
///
/// What is no plain file (a device, a pipe) is written directly, and so is what is open already:
/// `/dev/stdout`.
public final class ReplacedFile {
  /// What could not be done with a file.
  public struct Failure: Error {
    /// The file.
    public let path: String
    /// Why it was not written.
    public let reason: String
    /// What can be done about it; nil where nothing is certain.
    public let help: String?
    /// Whether Ctrl-C ended the wait for who reads a pipe.
    public let wasInterrupted: Bool

    init(path: String, reason: String, help: String? = nil) {
      (self.path, self.reason, self.help, wasInterrupted) = (path, reason, help, false)
    }

    /// What the system says by its error number.
    public init(path: String, errorNumber: Int32) {
      self.path = path
      switch errorNumber {
      case EPIPE: (reason, help) = ("its reader has gone", nil)
      case EISDIR: (reason, help) = ("it is a folder", "name a file in it")
      default: (reason, help) = (String(cString: strerror(errorNumber)), nil)
      }
      wasInterrupted = errorNumber == EINTR
    }

    /// What the system says where a file is made in a folder.
    fileprivate init(path: String, in folder: String, errorNumber: Int32) {
      let name = folder.debugDescription
      switch errorNumber {
      case ENOENT where access(folder, F_OK) != 0:
        let help = PathParts.homeHelp(path) ?? "make the folder first"
        self.init(path: path, reason: "there is no folder \(name)", help: help)
      case ENOTDIR:
        self.init(path: path, reason: "\(name) is no folder")
      case EACCES, EPERM, EROFS, ENOSPC, EDQUOT:
        let reason = String(cString: strerror(errorNumber))
        self.init(path: path, reason: "no file can be made in the folder \(name): \(reason)")
      default:
        self.init(path: path, errorNumber: errorNumber)
      }
    }

    /// What is said of it, without a final stop.
    public var message: String { "cannot write \(path.debugDescription): \(reason)" }
  }

  /// The path as it was given.
  public let path: String
  /// What the file is open on.
  public let descriptor: Int32
  /// Whether a program is to read what is written, at the other end of a pipe.
  public let isPipe: Bool
  /// Whether it is a pipe by its own name, whose reader may leave without an end of this process; that of
  /// `/dev/stdout` ends it as everywhere.
  public let isNamedPipe: Bool
  private let target: String
  private let temporaryPath: String?
  private let cancellation: CancellationFlag?

  /// The files that are being written now, each to be replaced by one only.
  private static let targets = Mutex<Set<String>>([])
  /// How many names of temporary files are tried: others stay behind where a process was killed.
  private static let nameLimit = 1_000

  /// Begins to write the file at `path`; of a named pipe, once somebody reads it.
  ///
  /// - Parameter cancellation: Ends the wait for who reads a pipe; nil for nothing.
  public init(path: String, cancellation: CancellationFlag? = nil) throws(Failure) {
    var status = stat()
    let exists = stat(path, &status) == 0
    self.path = path
    self.cancellation = cancellation
    isPipe = exists && status.st_mode & S_IFMT == S_IFIFO
    if let open = OpenDescriptor.number(behind: path) {
      (target, temporaryPath, isNamedPipe) = (path, nil, false)
      let copy = fcntl(open, F_DUPFD_CLOEXEC, 3)
      guard copy >= 0 else { throw Failure(path: path, errorNumber: errno) }
      descriptor = copy
    } else if exists, status.st_mode & S_IFMT != S_IFREG {
      (target, temporaryPath, isNamedPipe) = (path, nil, isPipe)
      descriptor =
        isPipe
        ? try Self.openPipe(path, cancellation)
        : try Self.open(path, flags: O_WRONLY, mode: 0, for: path)
    } else {
      let target = exists ? Self.resolved(path) : Self.resolvedFolder(path)
      guard Self.targets.withLock({ $0.insert(target).inserted }) else {
        throw Failure(path: path, reason: "it is being written already")
      }
      self.target = target
      isNamedPipe = false
      do throws(Failure) {
        let mode = exists ? status.st_mode & 0o777 : 0o666
        let temporary = try Self.openTemporary(besides: target, mode: mode, for: path)
        (temporaryPath, descriptor) = (temporary.path, temporary.descriptor)
        Self.unfinished.withLock { $0 }?.begin(temporary.path)
      } catch {
        Self.forget(target)
        throw error
      }
    }
  }

  /// What is told of temporary files while they are there, so that none is left where the process is ended.
  public static let unfinished = Mutex<Watcher?>(nil)

  /// Who is told of temporary files.
  public struct Watcher: Sendable {
    let begin: @Sendable (String) -> Void
    let end: @Sendable (String) -> Void

    /// Makes a watcher; both get the path of a file.
    public init(
      begin: @escaping @Sendable (String) -> Void,
      end: @escaping @Sendable (String) -> Void
    ) {
      (self.begin, self.end) = (begin, end)
    }
  }

  /// Writes all of `bytes`; gives the error number if it does not go through, else 0.
  public func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    isNamedPipe ? ClosedPipes.asErrors { writeAll(bytes) } : writeAll(bytes)
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    var rest = bytes[...]
    while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
      if isPipe, cancellation?.isCancelled ?? false { return EINTR }
      let count = Foundation.write(descriptor, start, rest.count)
      if count < 0, errno == EAGAIN {
        // A pipe is, and a descriptor shared with another process may be non-blocking.
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, Self.longestWait)
      } else if count < 0, errno != EINTR {
        return errno
      }
      rest = rest.dropFirst(max(0, count))
    }
    return 0
  }

  /// Closes the file, once it is on the disk, and puts it in its place.
  public func commit() throws(Failure) {
    defer { end() }
    if let temporaryPath, fsync(descriptor) != 0, errno != EINVAL, errno != EROFS {
      let number = errno
      close(descriptor)
      unlink(temporaryPath)
      throw Failure(path: path, errorNumber: number)
    }
    guard close(descriptor) == 0 else { throw Failure(path: path, errorNumber: errno) }
    guard let temporaryPath else { return }
    guard rename(temporaryPath, target) == 0 else {
      let number = errno
      unlink(temporaryPath)
      throw Failure(path: path, errorNumber: number)
    }
  }

  /// Closes the file and leaves what was in its place before.
  public func discard() {
    close(descriptor)
    if let temporaryPath { unlink(temporaryPath) }
    end()
  }

  /// Nothing is left to be done if the process ends now, and another may write the file.
  private func end() {
    guard let temporaryPath else { return }
    Self.unfinished.withLock { $0 }?.end(temporaryPath)
    Self.forget(target)
  }

  private static func forget(_ target: String) {
    targets.withLock { _ = $0.remove(target) }
  }

  /// Makes a file that nobody else writes, in the folder of `target`.
  private static func openTemporary(
    besides target: String,
    mode: mode_t,
    for path: String
  ) throws(Failure) -> (path: String, descriptor: Int32) {
    for number in 0..<nameLimit {
      let temporary = "\(target).\(getpid())\(number == 0 ? "" : ".\(number)").partial"
      let opened = Foundation.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      if opened >= 0 { return (temporary, opened) }
      guard errno == EEXIST else { break }
    }
    throw Failure(path: path, in: PathParts.of(target).folder, errorNumber: errno)
  }

  /// So many milliseconds are waited for others at once: a signal that comes just before ends no wait.
  private static let longestWait: Int32 = 50

  /// Opens a pipe for writing once somebody reads it; what is written later does not block either.
  private static func openPipe(
    _ path: String,
    _ cancellation: CancellationFlag?
  ) throws(Failure) -> Int32 {
    while true {
      if cancellation?.isCancelled ?? false { throw Failure(path: path, errorNumber: EINTR) }
      let number = Foundation.open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      if number >= 0 { return number }
      // There is nobody yet.
      guard errno == ENXIO || errno == EINTR else { throw Failure(path: path, errorNumber: errno) }
      usleep(UInt32(longestWait) * 1_000 / 5)
    }
  }

  private static func open(
    _ opened: String,
    flags: Int32,
    mode: mode_t,
    for path: String
  ) throws(Failure) -> Int32 {
    let number = Foundation.open(opened, flags | O_CLOEXEC, mode)
    guard number >= 0 else { throw Failure(path: path, errorNumber: errno) }
    return number
  }

  /// The path of a file that is not there yet, with a folder that has one name only.
  private static func resolvedFolder(_ path: String) -> String {
    if path.hasSuffix("/") { return path }
    let (folder, name) = PathParts.of(path)
    let real = resolved(folder)
    return real.hasSuffix("/") ? real + name : real + "/" + name
  }

  /// The file behind symbolic links, so that a link stays one.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}

extension Diagnostic {
  /// Says what could not be done with a file whose path stands at `span`; nil where no text names it.
  public init(_ failure: ReplacedFile.Failure, at span: SourceSpan?) {
    self.init(
      .error,
      failure.message,
      at: span.map { Label($0) },
      help: failure.help.map { [$0] } ?? []
    )
  }
}
