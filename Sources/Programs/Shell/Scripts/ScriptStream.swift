import Diagnostics
import Formats
public import Platform
import Syntax

/// A script that comes through a pipe: its statements are handed out as soon as nothing can go on with them any more,
/// so that it means the same however slowly it comes.
public final class ScriptStream {
  /// For how long it is waited at once, in milliseconds; a signal that comes just before ends no wait.
  private static let longestWait = 500

  private let descriptor: FileDescriptor
  private let name: String
  /// Whole lines that were not handed out yet, as UTF-8.
  private var lines: [UInt8] = []
  /// What came behind the last line end.
  private var rest: [UInt8] = []
  private var nextLine = 1
  private var isFirst = true
  private var hasEnded = false
  /// How many bytes of lines were looked at last, and held nothing to run.
  private var lookedAt = 0

  /// The script that comes through standard input.
  public static var standardInput: ScriptStream {
    StandardInput.noteScript()
    return ScriptStream(.standardInput, name: "<stdin>")
  }

  init(_ descriptor: FileDescriptor, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Whether a descriptor is that of a pipe or socket, through which a script may come little by little.
  public static func isPipe(_ descriptor: FileDescriptor) -> Bool {
    switch (try? FileStatus(descriptor))?.kind {
    case .pipe, .socket: true
    default: false
    }
  }

  /// The next statements and commands; nil behind the last. Waits for them.
  ///
  /// - Parameter flush: Called before it is waited.
  func next(flush: () -> Void) throws(Diagnostic) -> SourceText? {
    while !hasEnded {
      // A long statement is not looked at again with every piece of it, only where nothing comes.
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

  /// How many bytes can be handed out.
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

  /// Whether a read would not wait; throws where Ctrl-C came.
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
    // Offsets are to count in what is handed out, so what is no UTF-8 is repaired first.
    lines += Array(String(decoding: complete, as: UTF8.self).utf8)
    rest.removeFirst(end)
  }

  private func failure(_ error: Errno) -> Diagnostic {
    ScriptFile.failure(name, error.description)
  }
}
