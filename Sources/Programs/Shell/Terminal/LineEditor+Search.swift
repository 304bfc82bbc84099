import CEditline
import Diagnostics

/// Ctrl-R: looks for a block of the history by a text within it.
extension LineEditor {
  /// How a search ended.
  private enum SearchEnd: Equatable {
    /// The block becomes what is edited, and the editor gets the key that ended the search.
    case take(key: [Unicode.Scalar])
    /// The block runs.
    case run
    /// What was edited before comes back.
    case restore
  }

  /// Shows the newest block with the text that is typed, and older ones with each Ctrl-R; Enter runs
  /// it, Esc brings back what was there before, other keys go on editing it.
  func searchHistory() -> KeyResult {
    goToPrompt()
    var search = HistorySearch(blocks: blocks)
    var end: SearchEnd?
    while end == nil {
      let drawn = size
      write(search.picture(columns: drawn.columns, rows: drawn.rows, usesColor: usesColor))
      let result = readScalar()
      write(search.eraser(columns: drawn.columns, rows: drawn.rows, shownOn: size.columns))
      end = step(&search, result)
    }
    if end != .restore, let match = search.match { replaceBlock(with: match) }
    switch end {
    case .run: pending = .key("\r")
    case .take(let key): returnedKeys = key
    case .restore, nil: break
    }
    editline_redraw(editor)
    return .nothing
  }

  /// Does what a key asks for, with nothing on the screen; how the search ends if it does.
  private func step(_ search: inout HistorySearch, _ result: ReadResult) -> SearchEnd? {
    handleSignals(isBlockShown: false)
    switch result {
    case .endOfInput: return .restore
    case .signal: return Signals.takeInterrupt() ? .restore : nil
    case .scalar(let scalar): return step(&search, scalar)
    }
  }

  private func step(_ search: inout HistorySearch, _ key: Unicode.Scalar) -> SearchEnd? {
    switch key {
    case "\r", "\n": return search.match == nil ? .restore : .run
    case "\u{07}", "\u{03}", "\u{04}": return .restore
    case "\u{12}": search.goToOlder()
    case "\u{13}": search.goToNewer()
    case "\u{08}", "\u{7F}": search.removeLast()
    case "\u{1B}": return escape(&search)
    case "\u{00}"..<"\u{20}": return .take(key: [key])
    default: search.append(key)
    }
    return nil
  }

  /// The Esc key itself, or a key that sends it before others.
  private func escape(_ search: inout HistorySearch) -> SearchEnd? {
    guard let second = nextOfSequence() else { return .restore }
    var sequence: [Unicode.Scalar] = ["\u{1B}", second]
    guard second == "[" || second == "O" else { return .take(key: sequence) }
    while let scalar = nextOfSequence() {
      sequence.append(scalar)
      if ("@"..."~").contains(scalar) { break }
    }
    switch String(String.UnicodeScalarView(sequence.dropFirst(2))) {
    case "A": search.goToOlder()
    case "B": search.goToNewer()
    default: return .take(key: sequence)
    }
    return nil
  }

  /// What a key sends behind Esc; nil if nothing more comes.
  private func nextOfSequence() -> Unicode.Scalar? {
    while hasInput(within: 50) {
      switch readScalar() {
      case .scalar(let scalar): return scalar
      case .signal: continue
      case .endOfInput: return nil
      }
    }
    return nil
  }
}
