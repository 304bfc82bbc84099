import CEditline
import Foundation
import Platform

/// Reads blocks of one or more lines from the terminal, with history, completion and paste.
///
/// The editing itself is libedit's. Keys come through ``readKey(into:)``, where the library has finished
/// drawing: what has to be done around the drawn block waits in ``pending`` until then.
final class LineEditor {
  /// What came of waiting for a block.
  enum Answer: Equatable {
    /// The block, without its final line end.
    case block(String)
    /// Ctrl-C: the block was dropped.
    case interrupted
    /// Ctrl-D on an empty line, or the terminal went away.
    case endOfInput
  }

  /// What is done before the next key is read.
  enum Pending {
    case nothing
    /// A key is fed to the library as if it had been typed.
    case key(Unicode.Scalar)
    /// The block is dropped; the cursor stands at its end.
    case drop
    /// Lines are listed below the block; the cursor goes back by a number of characters.
    case list([String], back: Int)
    /// The process stops; the cursor goes back by a number of characters when it goes on.
    case suspend(back: Int)
  }

  /// What is known about the text; nil while a single line is asked for.
  var support: EditingSupport?
  /// Whether what is typed is coloured.
  let usesColor: Bool

  let editor: OpaquePointer
  let history: OpaquePointer
  var pending = Pending.nothing
  var answer: Answer?
  /// Keys that were read already, and are read once more before any other.
  var returnedKeys: [Unicode.Scalar] = []
  /// The blocks that the Up key recalls, oldest first.
  private(set) var blocks: [String] = []
  /// The candidates that further Tabs put in, one after another.
  var cycle: CompletionCycle?
  /// What stands behind the block on the screen and is no part of it.
  var decoration = Decoration()
  /// Whether the user has chosen the keys of vi; pastes are not told from keys then.
  var isVi = false
  /// Whether the library's idea of the cursor may be wrong, so that the block is drawn anew.
  var isMisdrawn = false
  private var prompt: [wchar_t] = [0]
  private(set) var promptWidth = 0
  /// The prompt without its `>`.
  private(set) var promptName = ""

  /// Takes over the terminal on standard input and output; nil where the library refuses it.
  ///
  /// - Parameter readsSettings: Whether the user's `.editrc` is read.
  init?(historySize: Int, usesColor: Bool, readsSettings: Bool) {
    Terminal.decodeUnicode()
    Terminal.saveSettings()
    guard let editor = editline_make("martlet") else { return nil }
    guard let history = history_winit() else {
      el_end(editor)
      return nil
    }
    (self.editor, self.history, self.usesColor) = (editor, history, usesColor)
    editline_prepare(editor)
    editline_set_client_data(editor, Unmanaged.passUnretained(self).toOpaque())
    editline_history_set_size(history, Int32(clamping: historySize))
    editline_set_history(editor, history)
    editline_set_prompt(editor, { LineEditor.of($0)?.promptPointer() }, Self.promptEscape)
    editline_set_reader(editor) { editor, key in LineEditor.of(editor)?.readKey(into: key) ?? -1 }
    editline_take_signal_keys(editor)
    bindKeys(readingSettings: readsSettings)
    Signals.catchResizes()
    Signals.catchDeath()
  }

  deinit {
    el_end(editor)
    history_wend(history)
  }

  /// Makes `text` the newest block that the Up key recalls.
  func remember(_ text: String) {
    blocks.append(text)
    withWideCharacters(of: text) { editline_history_enter(history, $0) }
  }

  /// Shows `prompt` and lets the user edit a block.
  func readBlock(prompt: Prompt) -> Answer {
    (self.prompt, promptWidth) = (prompt.wideCharacters(escape: Self.promptEscape), prompt.width)
    promptName = prompt.name
    (pending, answer, returnedKeys) = (.nothing, nil, [])
    (cycle, decoration, isMisdrawn) = (nil, Decoration(), false)
    // Before the prompt shows: the library itself would let keys through to be echoed until later.
    enterEditing()
    defer { leaveEditing() }
    var count: Int32 = 0
    let line = el_wgets(editor, &count)
    if let answer { return answer }
    guard let line, count > 0 else { return .endOfInput }
    var scalars = UnsafeBufferPointer(start: line, count: Int(count)).map(Self.scalar)
    if scalars.last == "\n" { scalars.removeLast() }
    return .block(String(String.UnicodeScalarView(scalars)))
  }

  private func enterEditing() {
    Terminal.setRaw(true)
    Signals.catchStops()
    editline_set_raw(editor, true)
    if !isVi { write(Self.pasteModeOn) }
  }

  private func leaveEditing() {
    write(Self.pasteModeOff)
    Signals.releaseStops()
    Terminal.setRaw(false)
  }

  /// The rows and columns of the terminal; what the library takes them to be where it says none.
  var size: (rows: Int, columns: Int) {
    let known = Terminal.size
    return (
      rows: known.flatMap { $0.rows > 0 ? $0.rows : nil } ?? Int(editline_rows(editor)),
      columns: known?.columns ?? Int(editline_columns(editor))
    )
  }

  /// The number of characters of the edited text.
  var bufferCount: Int {
    guard let line = el_wline(editor)?.pointee, let start = line.buffer else { return 0 }
    return line.lastchar - start
  }

  /// The edited text and the cursor's place in it.
  var buffer: (text: [Unicode.Scalar], cursor: Int) {
    guard let line = el_wline(editor)?.pointee, let start = line.buffer else { return ([], 0) }
    let text = UnsafeBufferPointer(start: start, count: line.lastchar - start).map(Self.scalar)
    return (text, line.cursor - start)
  }

  /// Puts `text` in at the cursor.
  func insert(_ text: String) {
    _ = withWideCharacters(of: text) { el_winsertstr(editor, $0) }
  }

  /// Takes `text` in place of the whole block, with the cursor at its end.
  func replaceBlock(with text: String) {
    let (old, cursor) = buffer
    el_cursor(editor, Int32(clamping: old.count - cursor))
    el_deletestr(editor, Int32(clamping: old.count))
    insert(text)
  }

  /// Writes to the terminal; only where the library has nothing left to draw.
  func write(_ text: String) {
    OutputDescriptor.standardOutput.write(Array(text.utf8))
  }

  /// The editor that a callback of the library is for.
  static func of(_ editor: OpaquePointer?) -> LineEditor? {
    guard let data = editline_client_data(editor) else { return nil }
    return Unmanaged<LineEditor>.fromOpaque(data).takeUnretainedValue()
  }

  static func scalar(_ character: wchar_t) -> Unicode.Scalar {
    Unicode.Scalar(UInt32(truncatingIfNeeded: character)) ?? "\u{FFFD}"
  }

  private func promptPointer() -> UnsafeMutablePointer<wchar_t>? {
    prompt.withUnsafeMutableBufferPointer { $0.baseAddress }
  }

  private func withWideCharacters<Result>(
    of text: String,
    _ body: (UnsafePointer<wchar_t>) -> Result
  ) -> Result {
    let characters = text.unicodeScalars.map(\.wide) + [0]
    return characters.withUnsafeBufferPointer { pointer in
      // Never empty: it ends in a zero.
      body(pointer.baseAddress.unsafelyUnwrapped)
    }
  }

  private static let promptEscape: wchar_t = 1
  static let pasteModeOn = "\u{1B}[?2004h"
  static let pasteModeOff = "\u{1B}[?2004l"
}

extension Unicode.Scalar {
  /// The character as C has it: in a signed or an unsigned integer, by processor.
  var wide: wchar_t { wchar_t(truncatingIfNeeded: value) }
}
