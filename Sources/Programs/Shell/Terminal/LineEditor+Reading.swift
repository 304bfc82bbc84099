import CEditline
import Foundation
import Platform

extension LineEditor {
  /// Passes the next key to the library: 1 for a key, 0 at the end of input, -1 to stop editing.
  func readKey(into key: UnsafeMutablePointer<wchar_t>?) -> Int32 {
    let (text, cursor) = buffer
    editStates.note(text, cursor)
    if let cycle, cycle.text != text || cycle.cursor != cursor { self.cycle = nil }
    let action = pending
    pending = .nothing
    switch action {
    case .nothing: break
    case .key(LibraryKey.acceptBlock):
      leaveBlock()
      return deliver(LibraryKey.acceptBlock, to: key)
    case .key(let scalar): return deliver(scalar, to: key)
    case .drop:
      leaveBlock("^C")
      answer = .interrupted
      return -1
    case .suspend: suspend()
    }
    return waitForKey(key)
  }

  private func deliver(_ scalar: Unicode.Scalar, to key: UnsafeMutablePointer<wchar_t>?) -> Int32 {
    key?.pointee = scalar.wide
    return 1
  }

  private func waitForKey(_ key: UnsafeMutablePointer<wchar_t>?) -> Int32 {
    while true {
      // Waiting keys cause another drawing anyway.
      if !hasInput(within: 0) { paint() }
      let result = readScalar()
      handleSignals()
      switch result {
      case .scalar(LibraryKey.acceptBlock): continue
      case .scalar("\u{1B}") where cycle != nil && !hasInput(within: 50): restoreBlock()
      case .scalar(let scalar): return deliver(scalar, to: key)
      case .endOfInput:
        answer = .endOfInput
        return 0
      case .signal:
        if Signals.takeInterrupt() { return deliver("\u{03}", to: key) }
      }
    }
  }

  /// Handles signals other than Ctrl-C before the next key.
  ///
  /// - Parameter isBlockShown: Whether the block is on the screen.
  func handleSignals(isBlockShown: Bool = true) {
    if Signals.takeStop() {
      if isBlockShown { leaveBlock() }
      stop()
      takeTerminal()
    }
    if Signals.takeContinuation() { takeTerminal() }
    if Signals.takeResize() {
      if isBlockShown { returnToPrompt() }
      el_resize(editor)
    }
  }

  /// Whether a key arrives within the given time.
  func hasInput(within milliseconds: Int) -> Bool {
    if !returnedKeys.isEmpty { return true }
    while true {
      do throws(Errno) {
        return try FileDescriptor.standardInput.wait(for: .input, milliseconds: milliseconds)
      } catch {
        if error != .interrupted { return false }
      }
    }
  }

  enum ReadResult: Equatable {
    case scalar(Unicode.Scalar)
    case endOfInput
    case signal
  }

  /// Reads one character; malformed UTF-8 becomes U+FFFD.
  func readScalar() -> ReadResult {
    if !returnedKeys.isEmpty { return .scalar(returnedKeys.removeFirst()) }
    var bytes: [UInt8] = []
    var expected = 1
    while bytes.count < expected {
      // A signal never splits a character, whose bytes arrive together.
      if bytes.isEmpty, !SignalPipe.wait(for: .standardInput) { return .signal }
      do throws(Errno) {
        guard let byte = try FileDescriptor.standardInput.read(upTo: 1).first else {
          return .endOfInput
        }
        bytes.append(byte)
        if bytes.count == 1 { expected = Self.sequenceLength(byte) }
      } catch {
        guard error == .interrupted else { return .endOfInput }
        if bytes.isEmpty { return .signal }
      }
    }
    return .scalar(String(decoding: bytes, as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}")
  }

  private static func sequenceLength(_ first: UInt8) -> Int {
    switch first {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  private func suspend() {
    leaveBlock()
    stop()
    takeTerminal()
  }

  /// Suspends the process with the original terminal settings.
  private func stop() {
    write(Self.pasteModeOff)
    editline_set_raw(editor, false)
    Terminal.setRaw(false)
    Signals.releaseStops()
    Signal.stop.raise()
    Signals.catchStops()
  }

  /// Restores raw mode after other programs used the terminal, and clears the cursor's row.
  private func takeTerminal() {
    Terminal.setRaw(true)
    // Switches off first, because the library assumes that raw mode is still on.
    editline_set_raw(editor, false)
    editline_set_raw(editor, true)
    write((isVi ? "" : Self.pasteModeOn) + "\r\u{1B}[J")
    el_resize(editor)
    drawn = nil
  }
}
