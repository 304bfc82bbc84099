public import Diagnostics
import Foundation
public import Platform
public import Storage
public import Synchronization

/// A file that is written under a temporary name and replaces the target once it is complete.
///
/// Devices, pipes and files that are already open, such as `/dev/stdout`, are written directly.
public final class ReplacedFile {
  /// An error while writing a file.
  public struct Failure: Error {
    /// The path as the user gave it.
    public let path: String
    /// The reason, worded for messages.
    public let reason: String
    /// A hint; nil if there is none.
    public let help: String?
    /// Whether Ctrl-C ended the wait for a reader of the pipe.
    public let wasInterrupted: Bool

    init(path: String, reason: String, help: String? = nil) {
      (self.path, self.reason, self.help, wasInterrupted) = (path, reason, help, false)
    }

    /// Describes a system error.
    public init(path: String, _ error: Errno) {
      self.path = path
      switch error {
      case .brokenPipe: (reason, help) = ("the reader closed the pipe", nil)
      case .isDirectory: (reason, help) = ("it is a folder", "name a file in it")
      default: (reason, help) = (error.description, nil)
      }
      wasInterrupted = error == .interrupted
    }

    /// Describes a system error from creating a file in a folder.
    fileprivate init(path: String, in folder: String, _ error: Errno) {
      let name = folder.debugDescription
      switch error {
      case .noSuchFileOrDirectory where !FileSystem.exists(folder):
        // Shells expand `~`, the system does not.
        let help =
          path.hasPrefix("~")
          ? "`~` is not expanded here; write the full path" : "create the folder first"
        self.init(path: path, reason: "there is no folder \(name)", help: help)
      case .notDirectory:
        self.init(path: path, reason: "\(name) is not a folder")
      case .permissionDenied, .notPermitted, .readOnlyFileSystem, .noSpace, .diskQuotaExceeded:
        self.init(path: path, reason: "cannot create a file in the folder \(name): \(error)")
      default:
        self.init(path: path, error)
      }
    }

    /// The message, without a final period.
    public var message: String { "cannot write \(path.debugDescription): \(reason)" }
  }

  /// The path as the user gave it.
  public let path: String
  /// The open file.
  public let descriptor: FileDescriptor
  /// Whether this is a pipe that another program reads.
  public let isPipe: Bool
  /// Whether the path names a pipe. If its reader leaves, this process continues; with
  /// `/dev/stdout` it ends, as usual.
  public let isNamedPipe: Bool
  private let target: String
  private let temporaryPath: String?
  private let cancellation: CancellationFlag?

  /// The files being written. Each can be replaced by one writer at a time.
  private static let targets = Mutex<Set<String>>([])
  /// How many temporary names are tried. Killed processes may have left files.
  private static let nameLimit = 1_000

  /// Starts writing the file at `path`. For a named pipe, waits for a reader.
  ///
  /// - Parameter cancellation: Ends the wait for a reader; nil if nothing can.
  public init(path: String, cancellation: CancellationFlag? = nil) throws(Failure) {
    let status = try? FileStatus(path)
    self.path = path
    self.cancellation = cancellation
    isPipe = status?.kind == .pipe
    if let open = FileDescriptor(standingAt: path) {
      (target, temporaryPath, isNamedPipe) = (path, nil, false)
      descriptor = try Self.failing(path) { () throws(Errno) in try open.duplicate() }
    } else if let status, status.kind != .regular {
      (target, temporaryPath, isNamedPipe) = (path, nil, isPipe)
      descriptor = try Self.failing(path) { () throws(Errno) in
        try status.kind == .pipe ? Self.openPipe(path, cancellation) : .open(path, .writeOnly)
      }
    } else {
      let target = status != nil ? Self.resolved(path) : Self.resolvedFolder(path)
      guard Self.targets.withLock({ $0.insert(target).inserted }) else {
        throw Failure(path: path, reason: "it is already being written")
      }
      self.target = target
      isNamedPipe = false
      do throws(Failure) {
        let temporary = try Self.openTemporary(
          besides: target,
          permissions: status?.permissions ?? 0o666,
          for: path
        )
        (temporaryPath, descriptor) = (temporary.path, temporary.descriptor)
        Self.unfinished.withLock { $0 }?.begin(temporary.path)
      } catch {
        Self.forget(target)
        throw error
      }
    }
  }

  /// Writes a whole file.
  public static func write(_ text: String, to path: String) throws {
    let file = try ReplacedFile(path: path)
    do {
      try ByteText.write(text, to: file.write)
    } catch {
      file.discard()
      throw error
    }
    try file.commit()
  }

  /// Observes temporary files, so that none remains if the process is ended.
  public static let unfinished = Mutex<Watcher?>(nil)

  /// Callbacks for temporary files.
  public struct Watcher: Sendable {
    let begin: @Sendable (String) -> Void
    let end: @Sendable (String) -> Void

    /// Creates a watcher. Both closures receive the path of a file.
    public init(
      begin: @escaping @Sendable (String) -> Void,
      end: @escaping @Sendable (String) -> Void
    ) {
      (self.begin, self.end) = (begin, end)
    }
  }

  /// Writes all of `bytes`.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    try Self.failing(path) { () throws(Errno) in
      if isNamedPipe {
        try descriptor.ignoringBrokenPipe { () throws(Errno) in try writeAll(bytes) }
      } else {
        try writeAll(bytes)
      }
    }
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) throws(Errno) {
    try descriptor.writeAll(bytes) { _ in isPipe && cancellation?.isCancelled ?? false }
  }

  /// Runs `body`; its errors name the file at `path`.
  private static func failing<Result>(
    _ path: String,
    _ body: () throws(Errno) -> Result
  ) throws(Failure) -> Result {
    do throws(Errno) {
      return try body()
    } catch {
      throw Failure(path: path, error)
    }
  }

  /// Syncs and closes the file, then moves it to its place; both are on the disk afterwards.
  public func commit() throws(Failure) {
    defer { end() }
    do throws(Errno) {
      if temporaryPath != nil { try synchronize() }
    } catch {
      close()
      throw Failure(path: path, error)
    }
    try Self.failing(path) { () throws(Errno) in
      try descriptor.close()
      guard let temporaryPath else { return }
      do throws(Errno) {
        try FileSystem.rename(temporaryPath, to: target)
      } catch {
        FileSystem.remove(temporaryPath)
        throw error
      }
    }
    // Otherwise the new name can be lost with the power. Some folders cannot be synchronized.
    if temporaryPath != nil { try? FileSystem.synchronize(PathParts.of(target).folder) }
  }

  private func synchronize() throws(Errno) {
    do throws(Errno) {
      try descriptor.synchronize()
    } catch {
      // Some files cannot be synchronized, and do not need it.
      if error != .invalidArgument, error != .readOnlyFileSystem { throw error }
    }
  }

  private func close() {
    try? descriptor.close()
    if let temporaryPath { FileSystem.remove(temporaryPath) }
  }

  /// Closes and removes the new file. The previous file stays.
  public func discard() {
    close()
    end()
  }

  /// Ends the watch over the temporary file and lets others write the target.
  private func end() {
    guard let temporaryPath else { return }
    Self.unfinished.withLock { $0 }?.end(temporaryPath)
    Self.forget(target)
  }

  private static func forget(_ target: String) {
    targets.withLock { _ = $0.remove(target) }
  }

  /// Creates a temporary file in the folder of `target`.
  private static func openTemporary(
    besides target: String,
    permissions: UInt32,
    for path: String
  ) throws(Failure) -> (path: String, descriptor: FileDescriptor) {
    var failure = Errno.fileExists
    for number in 0..<nameLimit {
      let suffix = number == 0 ? "" : ".\(number)"
      let temporary = "\(target).\(CurrentProcess.id)\(suffix).partial"
      do throws(Errno) {
        let opened = try FileDescriptor.open(
          temporary,
          .writeOnly,
          options: .exclusiveCreate,
          permissions: permissions
        )
        return (temporary, opened)
      } catch {
        failure = error
        guard error == .fileExists else { break }
      }
    }
    throw Failure(path: path, in: PathParts.of(target).folder, failure)
  }

  /// Opens a pipe for writing once it has a reader. Later writes do not block either.
  private static func openPipe(
    _ path: String,
    _ cancellation: CancellationFlag?
  ) throws(Errno) -> FileDescriptor {
    while true {
      if cancellation?.isCancelled ?? false { throw .interrupted }
      do throws(Errno) {
        return try .open(path, .writeOnly, options: .nonBlocking)
      } catch {
        // Nobody reads the pipe yet.
        guard error == .noSuchAddressOrDevice || error == .interrupted else { throw error }
      }
      Thread.sleep(forTimeInterval: 0.01)
    }
  }

  /// The path of a new file, with its folder resolved.
  private static func resolvedFolder(_ path: String) -> String {
    if path.hasSuffix("/") { return path }
    let (folder, name) = PathParts.of(path)
    let real = resolved(folder)
    return real.hasSuffix("/") ? real + name : real + "/" + name
  }

  /// Resolves symbolic links, so that a link stays a link.
  private static func resolved(_ path: String) -> String {
    FileSystem.realPath(path) ?? path
  }
}

extension Diagnostic {
  /// Describes a failed write. `span` is the path in the statement; nil if no statement has it.
  public init(_ failure: ReplacedFile.Failure, at span: SourceSpan?) {
    self.init(
      .error,
      failure.message,
      at: span.map { Label($0) },
      help: failure.help.map { [$0] } ?? []
    )
  }
}
