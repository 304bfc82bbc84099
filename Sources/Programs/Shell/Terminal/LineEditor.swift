import CEditline
import Foundation
import Platform

/// Reads blocks of one or more lines from the terminal, with history, completion and paste.
///
/// libedit dispatches keys, edits the text and keeps the history. What it draws is discarded: the
/// editor draws the block itself, whenever libedit asks for a key in ``readKey(into:)``.
final class LineEditor {
  /// The outcome of reading a block.
  enum Answer: Equatable {
    /// The block, without its final line end.
    case block(String)
    /// Ctrl-C discarded the block.
    case interrupted
    /// Ctrl-D on an empty line, or the terminal was closed.
    case endOfInput
  }

  /// An action to do before the next key is read.
  enum Pending {
    case nothing
    /// Pass a key to the library as if it had been typed.
    case key(Unicode.Scalar)
    /// Discard the block.
    case drop
    /// Suspend the process.
    case suspend
  }

  /// Knowledge about the block; nil while a single line is read.
  var support: EditingSupport?
  let usesColor: Bool

  let editor: OpaquePointer
  let history: OpaquePointer
  var pending = Pending.nothing
  var answer: Answer?
  /// Keys to read again before any other.
  var returnedKeys: [Unicode.Scalar] = []
  /// The blocks that the Up key recalls, oldest first.
  private(set) var blocks: [String] = []
  /// The blocks that failed when they ran last.
  private(set) var failedBlocks: Set<String> = []
  /// The candidates that further Tabs insert in turn.
  var cycle: CompletionCycle?
  /// The block as drawn; nil if it is not on the screen.
  var drawn: BlockPicture.Drawn?
  /// The rest of a matching block in the history, and the text it was found for.
  var hint: (text: [Unicode.Scalar], rest: String)?
  /// The earlier states of the block, for Ctrl-_.
  var editStates = EditStates()
  /// The index of the block that Page Up recalled.
  var recalled: Int?
  /// The known markers of lines, by the text before them.
  var markers: [String: String] = [:]
  /// Whether the user has selected vi mode, where pastes look like typed keys.
  var isVi = false
  private(set) var prompt = ""
  private(set) var promptWidth = 0
  /// The prompt without its `>`.
  private(set) var promptName = ""

  /// Takes over the terminal on standard input and output; nil if the library refuses it.
  ///
  /// - Parameter readsSettings: Whether to read the user's `.editrc`.
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
    editline_set_reader(editor) { editor, key in LineEditor.of(editor)?.readKey(into: key) ?? -1 }
    editline_take_signal_keys(editor)
    bindKeys(readingSettings: readsSettings)
    Signals.catchResizes()
    Signals.cleanUpOnTermination()
  }

  deinit {
    el_end(editor)
    history_wend(history)
  }

  /// Adds `text` to the blocks that the Up key recalls.
  func remember(_ text: String) {
    blocks.append(text)
    failedBlocks.remove(text)
    withWideCharacters(of: text) { editline_history_enter(history, $0) }
  }

  /// Notes that `text` failed, so that it is suggested last.
  func markFailed(_ text: String) { failedBlocks.insert(text) }

  /// Shows `prompt` and edits a block.
  func readBlock(prompt: Prompt) -> Answer {
    (self.prompt, promptWidth, promptName) = (prompt.rendered, prompt.width, prompt.name)
    (pending, answer, returnedKeys) = (.nothing, nil, [])
    (cycle, drawn, hint, recalled, markers) = (nil, nil, nil, nil, [:])
    editStates = EditStates()
    // Before the prompt appears, because the library would let typed keys be echoed until later.
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

  /// The terminal's size; the library's assumption if it is unknown.
  var size: (rows: Int, columns: Int) {
    let known = Terminal.size
    return (
      rows: known.flatMap { $0.rows > 0 ? $0.rows : nil } ?? Int(editline_rows(editor)),
      columns: known?.columns ?? Int(editline_columns(editor))
    )
  }

  /// The edited text and the cursor's position.
  var buffer: (text: [Unicode.Scalar], cursor: Int) {
    guard let line = el_wline(editor)?.pointee, let start = line.buffer else { return ([], 0) }
    let text = UnsafeBufferPointer(start: start, count: line.lastchar - start).map(Self.scalar)
    return (text, line.cursor - start)
  }

  /// Inserts `text` at the cursor.
  func insert(_ text: String) {
    _ = withWideCharacters(of: text) { el_winsertstr(editor, $0) }
  }

  /// Replaces the whole block, and moves the cursor to its end.
  func replaceBlock(with text: String) {
    let (old, cursor) = buffer
    el_cursor(editor, Int32(clamping: old.count - cursor))
    el_deletestr(editor, Int32(clamping: old.count))
    insert(text)
  }

  /// Replaces the whole block, and moves the cursor.
  func setBlock(to text: [Unicode.Scalar], cursor: Int) {
    replaceBlock(with: String(String.UnicodeScalarView(text)))
    el_cursor(editor, Int32(clamping: min(cursor, text.count) - text.count))
  }

  /// Writes to the terminal.
  func write(_ text: String) {
    OutputDescriptor.standardOutput.write(Array(text.utf8))
  }

  /// The editor that a library callback belongs to.
  static func of(_ editor: OpaquePointer?) -> LineEditor? {
    guard let data = editline_client_data(editor) else { return nil }
    return Unmanaged<LineEditor>.fromOpaque(data).takeUnretainedValue()
  }

  static func scalar(_ character: wchar_t) -> Unicode.Scalar {
    Unicode.Scalar(UInt32(truncatingIfNeeded: character)) ?? "\u{FFFD}"
  }

  private func withWideCharacters<Result>(
    of text: String,
    _ body: (UnsafePointer<wchar_t>) -> Result
  ) -> Result {
    let characters = text.unicodeScalars.map(\.wide) + [0]
    return characters.withUnsafeBufferPointer { pointer in
      // Never nil, because the array ends with a zero.
      body(pointer.baseAddress.unsafelyUnwrapped)
    }
  }

  static let pasteModeOn = "\u{1B}[?2004h"
  static let pasteModeOff = "\u{1B}[?2004l"
}

extension Unicode.Scalar {
  /// The character as C's `wchar_t`, which is signed or unsigned depending on the processor.
  var wide: wchar_t { wchar_t(truncatingIfNeeded: value) }
}
