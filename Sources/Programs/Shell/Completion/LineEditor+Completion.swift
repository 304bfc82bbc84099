import CEditline
import Diagnostics

/// The candidates that repeated Tab presses insert in turn.
struct CompletionCycle {
  let candidates: [Completion.Candidate]
  /// The index of the inserted candidate; nil before the first.
  var current: Int?
  /// The position in the block where the candidate starts.
  let start: Int
  /// The block and the cursor after the last Tab. Any other key ends the cycle.
  var text: [Unicode.Scalar] = []
  var cursor = 0
}

extension LineEditor {
  /// Tab: inserts the common prefix and lists the candidates. Further Tabs insert them in turn.
  func complete(backwards: Bool = false) -> KeyResult {
    let (text, cursor) = buffer
    if let cycle, cycle.text == text, cycle.cursor == cursor {
      return advance(cycle, backwards: backwards)
    }
    cycle = nil
    let before = String(String.UnicodeScalarView(text[..<cursor]))
    let place = CompletionPlace(
      text: String(String.UnicodeScalarView(text)),
      beforeCursor: before
    )
    guard let completion = support?.completion(place), let first = completion.candidates.first
    else { return .beep }
    if completion.candidates.count == 1 {
      return replace(completion.replaced, with: first.text + first.suffix)
    }
    return offer(completion)
  }

  /// Inserts the common prefix of the candidates, and lists them.
  private func offer(_ completion: Completion) -> KeyResult {
    let common = completion.commonPrefix
    var start = completion.replaced
    if common.unicodeScalars.count >= completion.replaced {
      _ = replace(completion.replaced, with: common)
      start = common.unicodeScalars.count
    }
    let (text, cursor) = buffer
    cycle = CompletionCycle(
      candidates: completion.candidates,
      start: cursor - start,
      text: text,
      cursor: cursor
    )
    let list = CandidateList(completion.candidates)
    let lines = list.lines(columns: size.columns, atMost: max(4, size.rows - 4))
      .map { $0.rendered(usesColor: usesColor) }
    pending = .list(lines, back: text.count - cursor)
    el_cursor(editor, Int32(clamping: text.count - cursor))
    return .refresh
  }

  private func advance(_ cycle: CompletionCycle, backwards: Bool) -> KeyResult {
    var cycle = cycle
    let count = cycle.candidates.count
    let step = backwards ? count - 1 : 1
    let next = cycle.current.map { ($0 + step) % count } ?? (backwards ? count - 1 : 0)
    cycle.current = next
    let result = replace(cycle.cursor - cycle.start, with: cycle.candidates[next].text)
    (cycle.text, cycle.cursor) = buffer
    self.cycle = cycle
    return result
  }

  private func replace(_ count: Int, with text: String) -> KeyResult {
    el_deletestr(editor, Int32(clamping: count))
    insert(text)
    return .refresh
  }
}
