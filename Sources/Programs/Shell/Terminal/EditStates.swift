/// The states of a block while it is edited, for undo. Letters typed in a row are one step.
struct EditStates {
  struct State {
    let text: [Unicode.Scalar]
    let cursor: Int
  }

  private var states: [State] = []
  /// Whether the last step added a letter.
  private var isTyping = false
  private static let limit = 500

  /// Notes the block as it is before a key.
  mutating func note(_ text: [Unicode.Scalar], _ cursor: Int) {
    guard let last = states.last else {
      states = [State(text: text, cursor: cursor)]
      return
    }
    if last.text == text {
      if last.cursor != cursor {
        states[states.count - 1] = State(text: text, cursor: cursor)
        isTyping = false
      }
      return
    }
    let isLetter =
      text.count == last.text.count + 1 && cursor == last.cursor + 1
      && !text[cursor - 1].properties.isWhitespace
      && text[..<last.cursor] == last.text[..<last.cursor]
    if isLetter, isTyping { states.removeLast() }
    isTyping = isLetter
    states.append(State(text: text, cursor: cursor))
    if states.count > Self.limit { states.removeFirst() }
  }

  /// The state before the last change; nil at the first.
  mutating func undo() -> State? {
    guard states.count > 1 else { return nil }
    states.removeLast()
    isTyping = false
    return states.last
  }
}
