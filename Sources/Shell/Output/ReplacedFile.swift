import Foundation

/// A file that is written under another name and takes its place only when it is whole.
///
/// What is no plain file (a device, a pipe) is written directly, and so is what is open already:
/// `/dev/stdout`.
final class ReplacedFile {
  /// What could not be done with a file.
  struct Failure: Error {
    let path: String
    let errorNumber: Int32

    var message: String {
      "cannot write \(path.debugDescription): \(String(cString: strerror(errorNumber)))"
    }
  }

  let path: String
  let descriptor: OutputDescriptor
  private let target: String
  private let temporaryPath: String?

  init(path: String) throws(Failure) {
    var status = stat()
    let exists = stat(path, &status) == 0
    self.path = path
    if let open = OpenDescriptor.number(behind: path) {
      (target, temporaryPath) = (path, nil)
      let copy = fcntl(open, F_DUPFD_CLOEXEC, 3)
      guard copy >= 0 else { throw Failure(path: path, errorNumber: errno) }
      descriptor = OutputDescriptor(copy)
    } else if exists, status.st_mode & S_IFMT != S_IFREG {
      (target, temporaryPath) = (path, nil)
      descriptor = try Self.open(path, flags: O_WRONLY, mode: 0, for: path)
    } else {
      target = exists ? Self.resolved(path) : path
      let temporary = "\(target).\(getpid()).partial"
      temporaryPath = temporary
      let mode = exists ? status.st_mode & 0o777 : 0o666
      descriptor = try Self.open(
        temporary,
        flags: O_WRONLY | O_CREAT | O_TRUNC,
        mode: mode,
        for: path
      )
      Signals.removeAtDeath(temporary)
    }
  }

  /// Closes the file and puts it in its place.
  func commit() throws(Failure) {
    defer { temporaryPath.map(Signals.keepAtDeath) }
    guard close(descriptor.number) == 0 else { throw Failure(path: path, errorNumber: errno) }
    guard let temporaryPath else { return }
    guard rename(temporaryPath, target) == 0 else {
      let number = errno
      unlink(temporaryPath)
      throw Failure(path: path, errorNumber: number)
    }
  }

  /// Closes the file and leaves what was in its place before.
  func discard() {
    close(descriptor.number)
    if let temporaryPath { unlink(temporaryPath) }
    temporaryPath.map(Signals.keepAtDeath)
  }

  private static func open(
    _ opened: String,
    flags: Int32,
    mode: mode_t,
    for path: String
  ) throws(Failure) -> OutputDescriptor {
    let number = Foundation.open(opened, flags | O_CLOEXEC, mode)
    guard number >= 0 else { throw Failure(path: path, errorNumber: errno) }
    return OutputDescriptor(number)
  }

  /// The file behind symbolic links, so that a link stays one.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
