public import Diagnostics
import Formats
import Foundation

/// Reads scripts.
public enum ScriptFile {
  /// The text of the file at `path`; `-` is standard input.
  public static func read(_ path: String) throws(Diagnostic) -> SourceText {
    if path == "-" { return try readStandardInput() }
    let descriptor = openForReading(path)
    guard descriptor >= 0 else { throw failure(path, String(cString: strerror(errno))) }
    defer { close(descriptor) }
    return SourceText(name: path, text: try readText(descriptor, name: path))
  }

  /// The text of the file at `path`, which nobody has named: what is no plain file is not waited for.
  public static func readRegular(_ path: String) throws(Diagnostic) -> SourceText {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(path, String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw failure(path, "it is no plain file")
    }
    return SourceText(name: path, text: try readText(descriptor, name: path))
  }

  /// All of standard input, as a script called `<stdin>`.
  public static func readStandardInput() throws(Diagnostic) -> SourceText {
    StandardInput.noteScript()
    return SourceText(name: "<stdin>", text: try readText(STDIN_FILENO, name: "<stdin>"))
  }

  private static func readText(_ descriptor: Int32, name: String) throws(Diagnostic) -> String {
    if EndlessDevice.isOpen(on: descriptor) { throw failure(name, "it is a device") }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      guard waitForInput(descriptor) else { throw failure(name, String(cString: strerror(EINTR))) }
      let count = Foundation.read(descriptor, &chunk, chunk.count)
      if count > 0 {
        bytes += chunk[..<count]
      } else if count == 0 {
        return String(
          decoding: bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...],
          as: UTF8.self
        )
      } else if errno != EINTR && errno != EAGAIN || Signals.isInterrupted {
        throw failure(name, String(cString: strerror(errno)))
      }
    }
  }

  /// Waits until a read would not block; false where Ctrl-C comes first. It is looked up now and then, as a signal
  /// that comes just before a wait does not end it.
  private static func waitForInput(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    repeat {
      let ready = poll(&request, 1, 50)
      if ready > 0 || ready < 0 && errno != EINTR { return true }
    } while !Signals.isInterrupted
    return false
  }

  static func failure(_ path: String, _ reason: String) -> Diagnostic {
    Diagnostic(.error, "cannot read \(path.debugDescription): \(reason)", at: nil)
  }

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
