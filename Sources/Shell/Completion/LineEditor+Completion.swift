import CEditline

extension LineEditor {
  /// Tab: puts in what is certain, or lists what is possible.
  func complete() -> KeyResult {
    let (text, cursor) = buffer
    let before = String(String.UnicodeScalarView(text[..<cursor]))
    let completion = completer(
      CompletionPlace(text: String(String.UnicodeScalarView(text)), beforeCursor: before)
    )
    guard let first = completion.candidates.first else { return .beep }
    if completion.candidates.count == 1 {
      return replace(completion.replaced, with: first.text + first.suffix)
    }
    let common = completion.commonPrefix
    let typed = String(before.unicodeScalars.suffix(completion.replaced))
    if common.unicodeScalars.count > typed.unicodeScalars.count {
      return replace(completion.replaced, with: common)
    }
    pending = .list(completion.candidates.map(\.text), back: text.count - cursor)
    el_cursor(editor, Int32(clamping: text.count - cursor))
    return .refresh
  }

  private func replace(_ count: Int, with text: String) -> KeyResult {
    el_deletestr(editor, Int32(clamping: count))
    insert(text)
    return .refresh
  }
}
