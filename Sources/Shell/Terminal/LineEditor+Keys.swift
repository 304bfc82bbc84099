import CEditline
import Foundation

/// One of our own editing functions, and the keys that call it.
private struct KeyFunction {
  let name: String
  let keys: [String]
  let function: editline_function
}

/// What the library does after an editing function.
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
    KeyFunction(name: "martlet-interrupt", keys: ["^C"]) { editor, _ in
      call(editor) { $0.settle(before: .drop) }
    },
    KeyFunction(name: "martlet-suspend", keys: ["^Z"]) { editor, _ in
      call(editor) { $0.settle(before: .suspend(back: $0.charactersToEnd)) }
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
  ]

  /// Functions of the library for keys that it leaves unbound or binds otherwise.
  private static let libraryKeys = [
    ("^\\", "ed-newline"),
    ("^P", "ed-prev-history"), ("^N", "ed-next-history"),
    ("^W", "ed-delete-prev-word"),
    ("^R", "em-inc-search-prev"),
    ("\\e[1;5D", "ed-prev-word"), ("\\e[1;5C", "em-next-word"),
    ("\\e[1;3D", "ed-prev-word"), ("\\e[1;3C", "em-next-word"),
    ("\\e[3~", "ed-delete-next-char"),
  ]

  /// Keys that are fed to the library to call its own functions.
  private enum LibraryKey {
    static let acceptBlock: Unicode.Scalar = "\u{1C}"
    static let previousInHistory: Unicode.Scalar = "\u{10}"
    static let nextInHistory: Unicode.Scalar = "\u{0E}"
  }

  func bindKeys() {
    for function in Self.functions {
      editline_add_function(editor, function.name, function.function)
      for key in function.keys { editline_bind(editor, key, function.name) }
    }
    for (key, function) in Self.libraryKeys { editline_bind(editor, key, function) }
  }

  private static func call(_ editor: OpaquePointer?, _ body: (LineEditor) -> KeyResult) -> UInt8 {
    (of(editor).map(body) ?? .endOfInput).rawValue
  }

  /// Enter: ends a complete block. An empty last line ends an unfinished one too, so that the
  /// answer says what is open.
  private func enter() -> KeyResult {
    let (text, cursor) = buffer
    let isOnEmptyLastLine = cursor == text.count && text.last == "\n"
    guard isOnEmptyLastLine || isComplete(String(String.UnicodeScalarView(text))) else {
      return addLine()
    }
    pending = .key(LibraryKey.acceptBlock)
    return .nothing
  }

  private func addLine() -> KeyResult {
    insert("\n")
    return .refresh
  }

  /// Moves the cursor to the block's end, so that what follows is written below it.
  private func settle(before action: Pending) -> KeyResult {
    pending = action
    el_cursor(editor, Int32(clamping: charactersToEnd))
    return .refresh
  }

  private var charactersToEnd: Int {
    let (text, cursor) = buffer
    return text.count - cursor
  }

  private func moveUp() -> KeyResult {
    let (text, cursor) = buffer
    guard let lineBreak = text[..<cursor].lastIndex(of: "\n") else {
      pending = .key(LibraryKey.previousInHistory)
      return .nothing
    }
    let previousStart = text[..<lineBreak].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    return moveCursor(to: min(previousStart + cursor - lineBreak - 1, lineBreak))
  }

  private func moveDown() -> KeyResult {
    let (text, cursor) = buffer
    guard let lineBreak = text[cursor...].firstIndex(of: "\n") else {
      pending = .key(LibraryKey.nextInHistory)
      return .nothing
    }
    let lineStart = text[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    let nextEnd = text[(lineBreak + 1)...].firstIndex(of: "\n") ?? text.count
    return moveCursor(to: min(lineBreak + 1 + cursor - lineStart, nextEnd))
  }

  private func moveToLineStart() -> KeyResult {
    let (text, cursor) = buffer
    return moveCursor(to: text[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0)
  }

  private func moveToLineEnd() -> KeyResult {
    let (text, cursor) = buffer
    return moveCursor(to: text[cursor...].firstIndex(of: "\n") ?? text.count)
  }

  private func moveCursor(to place: Int) -> KeyResult {
    el_cursor(editor, Int32(clamping: place - buffer.cursor))
    return .moveCursor
  }

  /// Bracketed paste: everything to the closing mark becomes part of the block; nothing runs.
  private func paste() -> KeyResult {
    var pasted = String.UnicodeScalarView()
    var key: wchar_t = 0
    while el_wgetc(editor, &key) == 1 {
      pasted.append(Self.scalar(key))
      if key == wchar_t(bitPattern: 0x7E), String(pasted).hasSuffix(Self.pasteEnd) { break }
    }
    insert(Self.cleanedPaste(String(pasted)))
    return .refresh
  }

  /// Line ends become `\n`; other control characters go.
  static func cleanedPaste(_ pasted: String) -> String {
    var text = pasted
    if text.hasSuffix(pasteEnd) { text.unicodeScalars.removeLast(pasteEnd.unicodeScalars.count) }
    var scalars = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\r": scalars.append("\n")
      case "\n": if previous != "\r" { scalars.append("\n") }
      case "\t": scalars.append(scalar)
      default: if scalar.value >= 0x20, scalar.value != 0x7F { scalars.append(scalar) }
      }
      previous = scalar
    }
    return String(scalars)
  }

  private static let pasteEnd = "\u{1B}[201~"
}
