import CEditline
import Diagnostics

/// Candidates of which each further Tab puts in the next one.
struct CompletionCycle {
  let candidates: [Completion.Candidate]
  /// Which one is in; nil before the first.
  var current: Int?
  /// Where in the block it begins.
  let start: Int
  /// The block and the cursor as the last Tab left them; any other key ends the cycle.
  var text: [Unicode.Scalar] = []
  var cursor = 0
}

extension LineEditor {
  /// Tab: puts in what is certain and lists what is possible; further ones go through the list.
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

  /// Puts in what all candidates begin with, and lists them.
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
