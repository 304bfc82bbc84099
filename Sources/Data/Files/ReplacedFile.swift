public import Diagnostics
import Foundation
public import Platform
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

    /// What the system says.
    public init(path: String, _ error: Errno) {
      self.path = path
      switch error {
      case .brokenPipe: (reason, help) = ("its reader has gone", nil)
      case .isDirectory: (reason, help) = ("it is a folder", "name a file in it")
      default: (reason, help) = (error.description, nil)
      }
      wasInterrupted = error == .interrupted
    }

    /// What the system says where a file is made in a folder.
    fileprivate init(path: String, in folder: String, _ error: Errno) {
      let name = folder.debugDescription
      switch error {
      case .noSuchFileOrDirectory where !FileSystem.exists(folder):
        // Shells take `~` for a folder.
        let help =
          path.hasPrefix("~")
          ? "`~` stands for no folder here: write the whole path" : "make the folder first"
        self.init(path: path, reason: "there is no folder \(name)", help: help)
      case .notDirectory:
        self.init(path: path, reason: "\(name) is no folder")
      case .permissionDenied, .notPermitted, .readOnlyFileSystem, .noSpace, .diskQuotaExceeded:
        self.init(path: path, reason: "cannot create a file in the folder \(name): \(error)")
      default:
        self.init(path: path, error)
      }
    }

    /// What is said of it, without a final stop.
    public var message: String { "cannot write \(path.debugDescription): \(reason)" }
  }

  /// The path as it was given.
  public let path: String
  /// What the file is open on.
  public let descriptor: FileDescriptor
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
        throw Failure(path: path, reason: "it is being written already")
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

  /// Does something with the file at `path`, whose failure names it.
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

  /// Closes the file, once it is on the disk, and puts it in its place.
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
  }

  private func synchronize() throws(Errno) {
    do throws(Errno) {
      try descriptor.synchronize()
    } catch {
      // Some files cannot be synchronized, and need not be.
      if error != .invalidArgument, error != .readOnlyFileSystem { throw error }
    }
  }

  private func close() {
    try? descriptor.close()
    if let temporaryPath { FileSystem.remove(temporaryPath) }
  }

  /// Closes the file and leaves what was in its place before.
  public func discard() {
    close()
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

  /// Opens a pipe for writing once somebody reads it; what is written later does not block either.
  private static func openPipe(
    _ path: String,
    _ cancellation: CancellationFlag?
  ) throws(Errno) -> FileDescriptor {
    while true {
      if cancellation?.isCancelled ?? false { throw .interrupted }
      do throws(Errno) {
        return try .open(path, .writeOnly, options: .nonBlocking)
      } catch {
        // There is nobody yet.
        guard error == .noSuchAddressOrDevice || error == .interrupted else { throw error }
      }
      Thread.sleep(forTimeInterval: 0.01)
    }
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
    FileSystem.realPath(path) ?? path
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
