import CEditline
import Diagnostics

/// The candidates that repeated Tab presses insert in turn.
struct CompletionCycle {
  let candidates: [Completion.Candidate]
  /// The index of the inserted candidate; nil before the first.
  var current: Int?
  /// The position in the block where the candidate starts.
  let start: Int
  /// The block and the cursor before the first Tab.
  let original: (text: [Unicode.Scalar], cursor: Int)
  /// The block and the cursor after the last Tab. Any other key ends the cycle.
  var text: [Unicode.Scalar] = []
  var cursor = 0
}

extension LineEditor {
  /// Tab: inserts the common prefix and lists the candidates. Further Tabs insert them in turn.
  func complete(backwards: Bool = false) -> KeyResult {
    if let cycle { return advance(cycle, backwards: backwards) }
    let (text, cursor) = buffer
    let before = String(String.UnicodeScalarView(text[..<cursor]))
    let place = CompletionPlace(
      text: String(String.UnicodeScalarView(text)),
      beforeCursor: before
    )
    guard let completion = support?.completion(place), let first = completion.candidates.first
    else { return .beep }
    guard completion.candidates.count == 1 else { return offer(completion) }
    // A space that is there already follows the candidate.
    let hasSpace = first.suffix == " " && cursor < text.count && text[cursor] == " "
    replace(completion.replaced, with: first.text + (hasSpace ? "" : first.suffix))
    if hasSpace { el_cursor(editor, 1) }
    return .refresh
  }

  /// Inserts the common prefix of the candidates, and lists them.
  private func offer(_ completion: Completion) -> KeyResult {
    let original = buffer
    let common = completion.commonPrefix
    var start = completion.replaced
    if common.unicodeScalars.count >= completion.replaced {
      replace(completion.replaced, with: common)
      start = common.unicodeScalars.count
    }
    let (text, cursor) = buffer
    cycle = CompletionCycle(
      candidates: completion.candidates,
      start: cursor - start,
      original: original,
      text: text,
      cursor: cursor
    )
    return .refresh
  }

  private func advance(_ cycle: CompletionCycle, backwards: Bool) -> KeyResult {
    var cycle = cycle
    let count = cycle.candidates.count
    let step = backwards ? count - 1 : 1
    let next = cycle.current.map { ($0 + step) % count } ?? (backwards ? count - 1 : 0)
    cycle.current = next
    replace(cycle.cursor - cycle.start, with: cycle.candidates[next].text)
    (cycle.text, cycle.cursor) = buffer
    self.cycle = cycle
    return .refresh
  }

  /// Up and Down move in the list once a candidate is chosen; nil before that.
  func moveInList(backwards: Bool) -> KeyResult? {
    guard let cycle, cycle.current != nil else { return nil }
    return advance(cycle, backwards: backwards)
  }

  /// Esc: restores the block as it was before the first Tab.
  func restoreBlock() {
    guard let original = cycle?.original else { return }
    cycle = nil
    setBlock(to: original.text, cursor: original.cursor)
  }

  private func replace(_ count: Int, with text: String) {
    el_deletestr(editor, Int32(clamping: count))
    insert(text)
  }
}
