public import Diagnostics
import Formats
import Platform

/// Reads scripts.
public enum ScriptFile {
  /// The text of the file at `path`; `-` is standard input.
  ///
  /// - Parameter isStrict: Whether bytes that are not UTF-8 are an error. Otherwise each becomes
  ///   a replacement character.
  public static func read(
    _ path: String,
    isStrict: Bool = false
  ) throws(Diagnostic) -> SourceText {
    if path == "-" { return try readStandardInput(isStrict: isStrict) }
    let descriptor = try reading(path) { () throws(Errno) in try FileDescriptor.openForReading(path)
    }
    defer { try? descriptor.close() }
    return SourceText(
      name: path,
      text: try readText(descriptor, name: path, isStrict: isStrict)
    )
  }

  /// The text of the file at `path`. Fails instead of waiting for a pipe or a device.
  public static func readRegular(_ path: String) throws(Diagnostic) -> SourceText {
    let descriptor = try reading(path) { () throws(Errno) in
      try FileDescriptor.open(path, .readOnly, options: .nonBlocking)
    }
    defer { try? descriptor.close() }
    guard (try? FileStatus(descriptor))?.kind == .regular else {
      throw failure(path, "it is not a regular file")
    }
    return SourceText(name: path, text: try readText(descriptor, name: path))
  }

  /// The text of standard input, as a script named `<stdin>`.
  public static func readStandardInput(isStrict: Bool = false) throws(Diagnostic) -> SourceText {
    StandardInput.noteScript()
    let text = try readText(.standardInput, name: "<stdin>", isStrict: isStrict)
    return SourceText(name: "<stdin>", text: text)
  }

  private static func readText(
    _ descriptor: FileDescriptor,
    name: String,
    isStrict: Bool = false
  ) throws(Diagnostic) -> String {
    if descriptor.isEndlessDevice { throw failure(name, "it is a device") }
    let bytes = try reading(name) { () throws(Errno) in try readAll(descriptor) }
    let content = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    guard isStrict else { return String(decoding: content, as: UTF8.self) }
    guard let text = String(validating: content, as: UTF8.self) else {
      throw failure(name, "it is not UTF-8")
    }
    return text
  }

  private static func readAll(_ descriptor: FileDescriptor) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let isReady = descriptor.wait(for: .input) { Signals.isInterrupted }
      guard isReady else { throw .interrupted }
      do throws(Errno) {
        let chunk = try descriptor.read(upTo: 1 << 16)
        if chunk.isEmpty { return bytes }
        bytes += chunk
      } catch {
        if error != .interrupted && error != .wouldBlock || Signals.isInterrupted { throw error }
      }
    }
  }

  /// Runs `body`, and adds the path to its error.
  private static func reading<Result>(
    _ path: String,
    _ body: () throws(Errno) -> Result
  ) throws(Diagnostic) -> Result {
    do throws(Errno) {
      return try body()
    } catch {
      throw failure(path, error.description)
    }
  }

  static func failure(_ path: String, _ reason: String) -> Diagnostic {
    Diagnostic(.error, "cannot read \(path.debugDescription): \(reason)", at: nil)
  }

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
