import Diagnostics
import Formats
public import Platform
import Syntax

/// A script that arrives through a pipe. Each statement is returned as soon as nothing can continue
/// it, so the timing of the input does not change its meaning.
public final class ScriptStream {
  /// The maximum wait in milliseconds. A signal just before a wait does not end it.
  private static let longestWait = 500

  private let descriptor: FileDescriptor
  private let name: String
  /// Complete lines that were not returned yet, as UTF-8.
  private var lines: [UInt8] = []
  /// The text after the last line end.
  private var rest: [UInt8] = []
  private var nextLine = 1
  private var isFirst = true
  private var hasEnded = false
  /// The size of the text that was last checked without result.
  private var lookedAt = 0

  /// The script on standard input.
  public static var standardInput: ScriptStream {
    StandardInput.noteScript()
    return ScriptStream(.standardInput, name: "<stdin>")
  }

  init(_ descriptor: FileDescriptor, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Whether a descriptor is a pipe or a socket, through which a script may arrive in pieces.
  public static func isPipe(_ descriptor: FileDescriptor) -> Bool {
    switch (try? FileStatus(descriptor))?.kind {
    case .pipe, .socket: true
    default: false
    }
  }

  /// Waits for the next statements and commands; nil at the end.
  ///
  /// - Parameter flush: Called before waiting.
  func next(flush: () -> Void) throws(Diagnostic) -> SourceText? {
    while !hasEnded {
      // A long statement is not parsed again for each chunk, only when no input is waiting.
      if lines.count > lookedAt * 2, let source = take(runnable) { return source }
      if try !hasInput(within: 0) {
        if lines.count > lookedAt, let source = take(runnable) { return source }
        flush()
      }
      while try !hasInput(within: Self.longestWait) {}
      try read()
    }
    return take(lines.count)
  }

  /// The number of bytes that can be returned.
  private var runnable: Int {
    lookedAt = lines.count
    return runnablePart(of: SourceText(name: name, text: String(decoding: lines, as: UTF8.self)))
  }

  private func take(_ count: Int) -> SourceText? {
    guard count > 0 else { return nil }
    let text = String(decoding: lines[..<count], as: UTF8.self)
    let source = SourceText(name: name, text: text, firstLine: nextLine)
    nextLine += lines[..<count].count { $0 == UInt8(ascii: "\n") }
    lines.removeFirst(count)
    lookedAt = 0
    return source
  }

  /// Whether input is available. Throws after Ctrl-C.
  private func hasInput(within milliseconds: Int) throws(Diagnostic) -> Bool {
    var isReady = false
    do throws(Errno) {
      isReady = try descriptor.wait(for: .input, milliseconds: milliseconds)
    } catch {
      if error != .interrupted, !Signals.isInterrupted { throw failure(error) }
    }
    if Signals.isInterrupted { throw failure(.interrupted) }
    return isReady
  }

  private func read() throws(Diagnostic) {
    do throws(Errno) {
      let chunk = try descriptor.read(upTo: 1 << 16)
      rest += chunk
      hasEnded = chunk.isEmpty
    } catch {
      if error == .wouldBlock || error == .interrupted, !Signals.isInterrupted { return }
      throw failure(error)
    }
    let end = hasEnded ? rest.count : rest.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    guard end > 0 else { return }
    var complete = rest[..<end]
    if isFirst, complete.starts(with: ScriptFile.byteOrderMark) { complete = complete.dropFirst(3) }
    isFirst = false
    // Offsets refer to the returned text, so invalid UTF-8 is repaired first.
    lines += Array(String(decoding: complete, as: UTF8.self).utf8)
    rest.removeFirst(end)
  }

  private func failure(_ error: Errno) -> Diagnostic {
    ScriptFile.failure(name, error.description)
  }
}
