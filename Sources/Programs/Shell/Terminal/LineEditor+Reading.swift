import CEditline
import Foundation
import Platform

extension LineEditor {
  /// Passes the next key to the library: 1 for a key, 0 at the end of input, -1 to stop editing.
  ///
  /// The library has drawn the block when it calls this.
  func readKey(into key: UnsafeMutablePointer<wchar_t>?) -> Int32 {
    let action = pending
    pending = .nothing
    switch action {
    case .nothing: if isMisdrawn { redraw() }
    case .key(let scalar): return deliver(scalar, to: key)
    case .drop: return dropBlock()
    case .list(let texts, let back): list(texts, back: back)
    case .suspend(let back): suspend(back: back)
    }
    return waitForKey(key)
  }

  private func deliver(_ scalar: Unicode.Scalar, to key: UnsafeMutablePointer<wchar_t>?) -> Int32 {
    // The library gives typed combining marks their own column.
    isMisdrawn = scalar.value > 0x7F && editline_width(scalar.wide) == 0
    key?.pointee = scalar.wide
    return 1
  }

  private func waitForKey(_ key: UnsafeMutablePointer<wchar_t>?) -> Int32 {
    while true {
      // Waiting keys cause another drawing anyway.
      if !hasInput(within: 0) { paint() }
      let result = readScalar()
      eraseDecoration()
      handleSignals()
      switch result {
      case .scalar(LibraryKey.acceptBlock): continue
      case .scalar(let scalar): return deliver(scalar, to: key)
      case .endOfInput:
        answer = .endOfInput
        return 0
      case .signal:
        if Signals.takeInterrupt() { return deliver("\u{03}", to: key) }
      }
    }
  }

  /// Handles signals other than Ctrl-C before the next key, because the library would draw for the
  /// old size.
  ///
  /// - Parameter isBlockShown: Whether the block is on the screen.
  func handleSignals(isBlockShown: Bool = true) {
    if Signals.takeStop() {
      if isBlockShown { goBelowBlock() }
      stop()
      takeTerminal()
      if isBlockShown { editline_redraw(editor) }
    }
    if Signals.takeContinuation() {
      takeTerminal()
      if isBlockShown { editline_redraw(editor) }
    }
    if Signals.takeResize() { isBlockShown ? redraw() : el_resize(editor) }
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

  private func dropBlock() -> Int32 {
    write("^C\r\n")
    answer = .interrupted
    return -1
  }

  /// Prints `lines` below the block, then the block again.
  private func list(_ lines: [String], back: Int) {
    write("\r\n" + lines.joined(separator: "\r\n") + "\r\n")
    el_cursor(editor, Int32(clamping: -back))
    editline_redraw(editor)
  }

  /// Suspends the process below the block, then restores the cursor `back` characters before the
  /// end.
  private func suspend(back: Int) {
    eraseDecoration()
    goBelowBlock()
    stop()
    takeTerminal()
    if charactersToEnd == 0 { el_cursor(editor, Int32(clamping: -back)) }
    editline_redraw(editor)
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
  }

  /// Moves the cursor to the row below the block.
  private func goBelowBlock() {
    let (text, cursor) = buffer
    let layout = layout(of: text, cursor: cursor)
    let down = layout.end.row - layout.cursor.row
    write((down > 0 ? "\u{1B}[\(down)B" : "") + "\r\n")
  }

  /// Redraws the block from the row of its prompt, which the terminal may have moved.
  private func redraw() {
    isMisdrawn = false
    goToPrompt()
    el_resize(editor)
    editline_redraw(editor)
  }

  /// Clears the screen from the row of the prompt, and moves the cursor to its start.
  func goToPrompt() {
    let (text, cursor) = buffer
    let layout = layout(of: text, cursor: cursor)
    let up = layout.cursor.row > 0 ? "\u{1B}[\(layout.cursor.row)A" : ""
    write("\r\(up)\u{1B}[J")
  }
}
