import CEditline
import Foundation

/// An editing function with its keys.
private struct KeyFunction {
  let name: String
  let keys: [String]
  let function: editline_function

  var isTab: Bool { keys.contains("^I") }
}

/// The library's action after an editing function.
enum KeyResult: UInt8 {
  case nothing = 0
  case endOfInput = 2
  case refresh = 4
  case moveCursor = 5
  case beep = 6
}

extension LineEditor {
  private static let functions = [
    KeyFunction(name: "martlet-enter", keys: ["^M", "^J"]) { editor, _ in
      call(editor) { $0.enter() }
    },
    KeyFunction(name: "martlet-add-line", keys: ["\\e^M", "\\e^J"]) { editor, _ in
      call(editor) { $0.addLine() }
    },
    KeyFunction(name: "martlet-complete", keys: ["^I"]) { editor, _ in
      call(editor) { $0.complete() }
    },
    KeyFunction(name: "martlet-complete-back", keys: ["\\e[Z"]) { editor, _ in
      call(editor) { $0.complete(backwards: true) }
    },
    KeyFunction(name: "martlet-search", keys: ["^R"]) { editor, _ in
      call(editor) { $0.searchHistory() }
    },
    KeyFunction(name: "martlet-forward", keys: ["^F", "\\e[C", "\\eOC"]) { editor, _ in
      call(editor) { $0.moveForward() }
    },
    KeyFunction(name: "martlet-back", keys: ["^B", "\\e[D", "\\eOD"]) { editor, _ in
      call(editor) { $0.moveBack() }
    },
    KeyFunction(
      name: "martlet-forward-word",
      keys: ["\\ef", "\\eF", "\\e[1;5C", "\\e[1;3C"]
    ) { editor, _ in
      call(editor) { $0.moveForwardByWord() }
    },
    KeyFunction(name: "martlet-delete-back", keys: ["^H", "^?"]) { editor, _ in
      call(editor) { $0.deleteBack() }
    },
    KeyFunction(name: "martlet-delete", keys: ["\\e[3~"]) { editor, _ in
      call(editor) { $0.deleteForward() }
    },
    KeyFunction(name: "martlet-delete-or-end", keys: ["^D"]) { editor, _ in
      call(editor) { $0.deleteForward(orEnd: true) }
    },
    KeyFunction(name: "martlet-undo", keys: ["^_"]) { editor, _ in
      call(editor) { $0.undoEdit() }
    },
    KeyFunction(name: "martlet-page-up", keys: ["\\e[5~"]) { editor, _ in
      call(editor) { $0.movePage(backwards: true) }
    },
    KeyFunction(name: "martlet-page-down", keys: ["\\e[6~"]) { editor, _ in
      call(editor) { $0.movePage(backwards: false) }
    },
    KeyFunction(name: "martlet-clear-screen", keys: ["^L"]) { editor, _ in
      call(editor) { $0.clearScreen() }
    },
    KeyFunction(name: "martlet-interrupt", keys: ["^C", "\\e^C"]) { editor, _ in
      call(editor) { $0.finish(with: .drop) }
    },
    KeyFunction(name: "martlet-suspend", keys: ["^Z"]) { editor, _ in
      call(editor) { $0.finish(with: .suspend) }
    },
    KeyFunction(name: "martlet-up", keys: ["\\e[A", "\\eOA"]) { editor, _ in
      call(editor) { $0.moveUp() }
    },
    KeyFunction(name: "martlet-down", keys: ["\\e[B", "\\eOB"]) { editor, _ in
      call(editor) { $0.moveDown() }
    },
    KeyFunction(name: "martlet-line-start", keys: ["^A", "\\e[H", "\\eOH", "\\e[1~"]) { editor, _ in
      call(editor) { $0.moveToLineStart() }
    },
    KeyFunction(name: "martlet-line-end", keys: ["^E", "\\e[F", "\\eOF", "\\e[4~"]) { editor, _ in
      call(editor) { $0.moveToLineEnd() }
    },
    KeyFunction(name: "martlet-paste", keys: ["\\e[200~"]) { editor, _ in
      call(editor) { $0.paste() }
    },
    KeyFunction(name: "martlet-none", keys: ["\\ex", "\\eX"]) { _, _ in KeyResult.beep.rawValue },
  ]

  /// Library functions for keys that the library binds differently or not at all.
  private static let libraryKeys = [
    ("^\\", "ed-newline"),
    ("^P", "ed-prev-history"), ("^N", "ed-next-history"),
    ("^W", "ed-delete-prev-word"),
    ("\\e[1;5D", "ed-prev-word"), ("\\e[1;3D", "ed-prev-word"),
  ]

  /// Keys that call library functions.
  enum LibraryKey {
    /// A key that nobody types in place of Enter.
    static let acceptBlock: Unicode.Scalar = "\u{1C}"
    static let previousInHistory: Unicode.Scalar = "\u{10}"
    static let nextInHistory: Unicode.Scalar = "\u{0E}"
  }

  /// The functions that `.editrc` cannot override, because editing depends on them.
  private static let essential: Set<String> = [
    "martlet-enter", "martlet-interrupt", "martlet-suspend", "martlet-paste", "martlet-none",
  ]

  /// Keys of vi's command mode that are disabled, as is Alt-X. They run library commands, which can
  /// corrupt memory, or start an editor on a terminal in raw mode.
  private static let forbiddenViKeys = [":", "v"]

  /// Binds the shell's keys, then those of the user's `.editrc`, which may also select vi mode.
  func bindKeys(readingSettings: Bool) {
    for function in Self.functions {
      editline_add_function(editor, function.name, function.function)
    }
    bind(Self.functions)
    for (key, function) in Self.libraryKeys { editline_bind(editor, key, function) }
    if readingSettings { editline_read_settings(editor) }
    isVi = editline_is_vi(editor)
    isVi ? bindViKeys() : bind(Self.functions.filter { Self.essential.contains($0.name) })
    editline_bind(editor, "^\\", "ed-newline")
  }

  /// In vi mode Esc enters the command mode, so keys that start with it are not bound.
  private func bindViKeys() {
    for function in Self.functions where Self.essential.contains(function.name) || function.isTab {
      for key in function.keys where !key.hasPrefix("\\e") {
        editline_bind(editor, key, function.name)
        if !function.isTab { editline_bind_command(editor, key, function.name) }
      }
    }
    editline_bind_command(editor, "^\\", "ed-newline")
    for key in Self.forbiddenViKeys { editline_bind_command(editor, key, "martlet-none") }
  }

  private func bind(_ functions: [KeyFunction]) {
    for function in functions {
      for key in function.keys { editline_bind(editor, key, function.name) }
    }
  }

  private static func call(_ editor: OpaquePointer?, _ body: (LineEditor) -> KeyResult) -> UInt8 {
    guard let editor = of(editor) else { return KeyResult.endOfInput.rawValue }
    let result = body(editor)
    // The library beeps into its own output, which is discarded.
    if result == .beep { editor.write("\u{07}") }
    return result.rawValue
  }

  /// Enter: runs a complete block. On an empty last line it also runs an incomplete one, which
  /// reports what is unclosed.
  private func enter() -> KeyResult {
    let (text, cursor) = buffer
    let isOnEmptyLastLine = cursor == text.count && text.last == "\n"
    let isComplete = support?.isComplete(String(String.UnicodeScalarView(text))) ?? true
    guard isOnEmptyLastLine || isComplete else { return addLine() }
    pending = .key(LibraryKey.acceptBlock)
    return .nothing
  }

  private func addLine() -> KeyResult {
    insert("\n")
    return .refresh
  }

  private func finish(with action: Pending) -> KeyResult {
    pending = action
    return .nothing
  }

  private func clearScreen() -> KeyResult {
    write("\u{1B}[H\u{1B}[2J")
    drawn = nil
    return .nothing
  }

  /// Inserts pasted text up to the closing mark, without running it.
  private func paste() -> KeyResult {
    var pasted: [Unicode.Scalar] = []
    let end = Array(Self.pasteEnd.unicodeScalars)
    reading: while true {
      switch readScalar() {
      case .endOfInput: break reading
      case .signal:
        handleSignals()
        if Signals.takeInterrupt() { break reading }
      case .scalar(let scalar):
        pasted.append(scalar)
        if scalar == "~", pasted.suffix(end.count).elementsEqual(end) { break reading }
        // If the mark was lost, Ctrl-C ends the paste.
        if scalar == "\u{03}", !hasInput(within: 100) { break reading }
      }
    }
    var text = pasted[...]
    if text.suffix(end.count).elementsEqual(end) { text.removeLast(end.count) }
    insert(PastedText(String(String.UnicodeScalarView(text)), prompt: promptName).block)
    return .refresh
  }

  private static let pasteEnd = "\u{1B}[201~"
}
