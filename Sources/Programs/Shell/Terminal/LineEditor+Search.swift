import CEditline
import Diagnostics

/// Ctrl-R: searches the history.
extension LineEditor {
  private enum SearchEnd: Equatable {
    /// Edits the match, and passes the key on to the editor.
    case take(key: [Unicode.Scalar])
    /// Runs the match.
    case run
    /// Restores the edited block.
    case restore
  }

  /// Shows the newest block that contains the typed text, and older ones with each Ctrl-R. Enter
  /// runs the match, Esc restores the edited block, and other keys edit the match.
  func searchHistory() -> KeyResult {
    cycle = nil
    eraseBlock()
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
    return .nothing
  }

  /// Handles a key while nothing is drawn; returns how the search ends, if it does.
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

  /// Esc itself, or a key that sends an escape sequence.
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

  /// The next character of an escape sequence; nil at its end.
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
