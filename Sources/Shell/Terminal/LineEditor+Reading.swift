import CEditline
import Foundation

extension LineEditor {
  /// Hands the library its next key: 1 for a key, 0 at the end of input, -1 to stop editing.
  ///
  /// The library has drawn the block by now, and waits.
  func readKey(into key: UnsafeMutablePointer<wchar_t>?) -> Int32 {
    let action = pending
    pending = .nothing
    switch action {
    case .nothing: break
    case .key(let scalar): return deliver(scalar, to: key)
    case .drop: return dropBlock()
    case .list(let texts, let back): list(texts, back: back)
    case .suspend(let back): suspend(back: back)
    }
    return waitForKey(key)
  }

  private func deliver(_ scalar: Unicode.Scalar, to key: UnsafeMutablePointer<wchar_t>?) -> Int32 {
    key?.pointee = wchar_t(bitPattern: scalar.value)
    return 1
  }

  private func waitForKey(_ key: UnsafeMutablePointer<wchar_t>?) -> Int32 {
    while true {
      switch readScalar() {
      case .scalar(let scalar): return deliver(scalar, to: key)
      case .endOfInput:
        answer = .endOfInput
        return 0
      case .signal:
        if Signals.takeResize() { redrawAfterResize() }
        if Signals.takeInterrupt() { return deliver("\u{03}", to: key) }
      }
    }
  }

  private enum ReadResult {
    case scalar(Unicode.Scalar)
    case endOfInput
    case signal
  }

  /// One character from the terminal; malformed UTF-8 gives replacement characters.
  private func readScalar() -> ReadResult {
    var bytes: [UInt8] = []
    var expected = 1
    while bytes.count < expected {
      var byte: UInt8 = 0
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR {
        // Half a character is never left by a signal: its rest is there already.
        if bytes.isEmpty { return .signal } else { continue }
      }
      guard count == 1 else { return .endOfInput }
      bytes.append(byte)
      if bytes.count == 1 { expected = Self.sequenceLength(byte) }
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

  /// Prints `texts` below the block, then the block again.
  private func list(_ texts: [String], back: Int) {
    let columns = Terminal.size?.columns ?? 80
    write("\r\n" + ColumnList.lines(texts, width: columns).joined(separator: "\r\n") + "\r\n")
    el_cursor(editor, Int32(clamping: -back))
    editline_redraw(editor)
  }

  private func suspend(back: Int) {
    write("\r\n" + Self.pasteModeOff)
    editline_set_raw(editor, false)
    raise(SIGTSTP)
    editline_set_raw(editor, true)
    write(Self.pasteModeOn)
    el_resize(editor)
    el_cursor(editor, Int32(clamping: -back))
    editline_redraw(editor)
  }

  /// Draws the block anew from the row of its prompt, which the terminal may have moved.
  private func redrawAfterResize() {
    let (text, cursor) = buffer
    let layout = BlockLayout(
      promptWidth: promptWidth,
      text: text,
      cursor: cursor,
      columns: Terminal.size?.columns ?? 80
    )
    let up = layout.cursorRow > 0 ? "\u{1B}[\(layout.cursorRow)A" : ""
    write("\r\(up)\u{1B}[J")
    el_resize(editor)
    editline_redraw(editor)
  }
}
