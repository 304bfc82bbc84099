import CEditline
import Foundation
import Platform

extension LineEditor {
  /// Hands the library its next key: 1 for a key, 0 at the end of input, -1 to stop editing.
  ///
  /// The library has drawn the block by now, and waits.
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
    // The library takes a mark that is typed for a character with a column of its own.
    isMisdrawn = scalar.value > 0x7F && editline_width(scalar.wide) == 0
    key?.pointee = scalar.wide
    return 1
  }

  private func waitForKey(_ key: UnsafeMutablePointer<wchar_t>?) -> Int32 {
    while true {
      // Keys that wait are followed by another picture anyway.
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

  /// Does what signals other than that of Ctrl-C ask for. A key may come together with them; the
  /// library would draw for the former size.
  ///
  /// - Parameter isBlockShown: Whether the block is on the screen, else nothing in place of it.
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

  /// Whether a key comes within some milliseconds.
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

  /// One character from the terminal; malformed UTF-8 gives replacement characters.
  func readScalar() -> ReadResult {
    if !returnedKeys.isEmpty { return .scalar(returnedKeys.removeFirst()) }
    var bytes: [UInt8] = []
    var expected = 1
    while bytes.count < expected {
      // Half a character is never left by a signal: its rest is there already.
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

  /// Stops the process below the block, and goes on with the cursor as many characters before its end.
  private func suspend(back: Int) {
    eraseDecoration()
    goBelowBlock()
    stop()
    takeTerminal()
    if charactersToEnd == 0 { el_cursor(editor, Int32(clamping: -back)) }
    editline_redraw(editor)
  }

  /// Stops the process with the terminal as it was, until it is continued.
  private func stop() {
    write(Self.pasteModeOff)
    editline_set_raw(editor, false)
    Terminal.setRaw(false)
    Signals.releaseStops()
    Signal.stop.raise()
    Signals.catchStops()
  }

  /// Takes the terminal again, which others have used in between, and clears the cursor's row.
  private func takeTerminal() {
    Terminal.setRaw(true)
    // Twice, since the library believes the mode to be on where the process was stopped in it.
    editline_set_raw(editor, false)
    editline_set_raw(editor, true)
    write((isVi ? "" : Self.pasteModeOn) + "\r\u{1B}[J")
    el_resize(editor)
  }

  /// Leaves the block for the row below it.
  private func goBelowBlock() {
    let (text, cursor) = buffer
    let layout = layout(of: text, cursor: cursor)
    let down = layout.end.row - layout.cursor.row
    write((down > 0 ? "\u{1B}[\(down)B" : "") + "\r\n")
  }

  /// Draws the block anew from the row of its prompt, which the terminal may have moved.
  private func redraw() {
    isMisdrawn = false
    goToPrompt()
    el_resize(editor)
    editline_redraw(editor)
  }

  /// Clears the screen from the row of the prompt on; the cursor stands at the row's start.
  func goToPrompt() {
    let (text, cursor) = buffer
    let layout = layout(of: text, cursor: cursor)
    let up = layout.cursor.row > 0 ? "\u{1B}[\(layout.cursor.row)A" : ""
    write("\r\(up)\u{1B}[J")
  }
}
