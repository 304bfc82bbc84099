import CEditline
import Diagnostics

/// Keys that move the cursor, delete, or undo.
extension LineEditor {
  func moveUp() -> KeyResult {
    if let moved = moveInList(backwards: true) { return moved }
    let (text, cursor) = buffer
    guard let lineBreak = text[..<cursor].lastIndex(of: "\n") else {
      pending = .key(LibraryKey.previousInHistory)
      return .nothing
    }
    let previousStart = text[..<lineBreak].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    return moveCursor(to: min(previousStart + cursor - lineBreak - 1, lineBreak))
  }

  func moveDown() -> KeyResult {
    if let moved = moveInList(backwards: false) { return moved }
    let (text, cursor) = buffer
    guard let lineBreak = text[cursor...].firstIndex(of: "\n") else {
      pending = .key(LibraryKey.nextInHistory)
      return .nothing
    }
    let lineStart = text[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    let nextEnd = text[(lineBreak + 1)...].firstIndex(of: "\n") ?? text.count
    return moveCursor(to: min(lineBreak + 1 + cursor - lineStart, nextEnd))
  }

  /// Moves by one screen in a block of several lines. In a single line, recalls blocks that start
  /// with the text before the cursor.
  func movePage(backwards: Bool) -> KeyResult {
    let (text, cursor) = buffer
    guard text.contains("\n") else { return recall(backwards: backwards) }
    var place = cursor
    for _ in 0..<max(1, size.rows - 2) {
      if backwards {
        guard let lineBreak = text[..<place].lastIndex(of: "\n") else { break }
        place = lineBreak
      } else {
        guard let lineBreak = text[place...].firstIndex(of: "\n") else { break }
        place = lineBreak + 1
      }
    }
    let start = text[..<place].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    return start == cursor || place == cursor ? .beep : moveCursor(to: start)
  }

  /// Replaces the block by the next older or newer one that starts with the text before the cursor.
  private func recall(backwards: Bool) -> KeyResult {
    let (text, cursor) = buffer
    let prefix = String(String.UnicodeScalarView(text[..<cursor]))
    let whole = String(String.UnicodeScalarView(text))
    let current = blocks.indices.last { $0 == recalled ?? -1 && blocks[$0] == whole }
    let isMatch = { [blocks] (index: Int) in
      blocks[index] != whole && blocks[index].unicodeScalars.starts(with: prefix.unicodeScalars)
    }
    let found =
      backwards
      ? blocks.indices.prefix(current ?? blocks.count).last(where: isMatch)
      : current.flatMap { current in blocks.indices.first { $0 > current && isMatch($0) } }
    guard let found else { return .beep }
    setBlock(to: Array(blocks[found].unicodeScalars), cursor: cursor)
    recalled = found
    return .refresh
  }

  func moveForward() -> KeyResult {
    if takeHint() { return .refresh }
    let (text, cursor) = buffer
    return cursor < text.count ? moveCursor(to: clusterEnd(text, cursor)) : .beep
  }

  func moveBack() -> KeyResult {
    let (text, cursor) = buffer
    return cursor > 0 ? moveCursor(to: clusterStart(text, cursor)) : .beep
  }

  /// Accepts a word of the hint, or moves to the end of the word.
  func moveForwardByWord() -> KeyResult {
    if takeHint(word: true) { return .refresh }
    let (text, cursor) = buffer
    let isPart = { (scalar: Unicode.Scalar) in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
    }
    let start = text[cursor...].firstIndex(where: isPart) ?? text.count
    return moveCursor(to: text[start...].firstIndex { !isPart($0) } ?? text.count)
  }

  /// Deletes the grapheme cluster before the cursor.
  func deleteBack() -> KeyResult {
    let (text, cursor) = buffer
    guard cursor > 0 else { return .beep }
    el_deletestr(editor, Int32(clamping: cursor - clusterStart(text, cursor)))
    return .refresh
  }

  /// Deletes the grapheme cluster at the cursor; Ctrl-D ends the input on an empty line.
  func deleteForward(orEnd: Bool = false) -> KeyResult {
    let (text, cursor) = buffer
    if text.isEmpty, orEnd {
      cycle = nil
      answer = .endOfInput
      paint()
      return .endOfInput
    }
    guard cursor < text.count else { return .beep }
    let count = clusterEnd(text, cursor) - cursor
    el_cursor(editor, Int32(clamping: count))
    el_deletestr(editor, Int32(clamping: count))
    return .refresh
  }

  /// Ctrl-_: reverts the last change of the block.
  func undoEdit() -> KeyResult {
    guard let state = editStates.undo() else { return .beep }
    setBlock(to: state.text, cursor: state.cursor)
    return .refresh
  }

  func moveToLineStart() -> KeyResult {
    let (text, cursor) = buffer
    return moveCursor(to: text[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0)
  }

  func moveToLineEnd() -> KeyResult {
    if takeHint() { return .refresh }
    let (text, cursor) = buffer
    return moveCursor(to: text[cursor...].firstIndex(of: "\n") ?? text.count)
  }

  private func moveCursor(to place: Int) -> KeyResult {
    el_cursor(editor, Int32(clamping: place - buffer.cursor))
    return .moveCursor
  }

  private func clusterStart(_ text: [Unicode.Scalar], _ cursor: Int) -> Int {
    let lineStart = text[..<cursor].lastIndex(of: "\n") ?? 0
    let before = String(String.UnicodeScalarView(text[lineStart..<cursor]))
    return cursor - (before.last?.unicodeScalars.count ?? 1)
  }

  private func clusterEnd(_ text: [Unicode.Scalar], _ cursor: Int) -> Int {
    let lineEnd = text[cursor...].firstIndex(of: "\n") ?? text.count
    let after = String(String.UnicodeScalarView(text[cursor..<max(lineEnd, cursor + 1)]))
    return cursor + (after.first?.unicodeScalars.count ?? 1)
  }
}
