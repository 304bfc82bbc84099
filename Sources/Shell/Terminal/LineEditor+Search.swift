import CEditline
import Diagnostics

/// Ctrl-R: looks for a block of the history by a text within it.
extension LineEditor {
  /// How a search ended.
  private enum SearchEnd {
    /// The block becomes what is edited.
    case take
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
      write(search.picture(columns: columns, rows: rows, usesColor: usesColor))
      let eraser = search.eraser(columns: columns, rows: rows)
      end = step(&search)
      write(eraser)
    }
    if end != .restore, let match = search.match { replaceBlock(with: match) }
    if end == .run { pending = .key("\r") }
    editline_redraw(editor)
    return .nothing
  }

  private var columns: Int { Terminal.size?.columns ?? Int(editline_columns(editor)) }
  private var rows: Int { Terminal.size?.rows ?? Int(editline_rows(editor)) }

  /// Reads a key and does what it asks for; how the search ends if it does.
  private func step(_ search: inout HistorySearch) -> SearchEnd? {
    switch readScalar() {
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
    case "\u{00}"..<"\u{20}": return .take
    default: search.append(key)
    }
    return nil
  }

  /// The Esc key itself, or a key that sends it before others.
  private func escape(_ search: inout HistorySearch) -> SearchEnd? {
    guard hasInput(within: 50), case .scalar(let second) = readScalar() else { return .restore }
    guard second == "[" || second == "O" else { return .take }
    var last: Unicode.Scalar = " "
    while hasInput(within: 50), case .scalar(let scalar) = readScalar() {
      last = scalar
      if ("@"..."~").contains(scalar) { break }
    }
    switch last {
    case "A": search.goToOlder()
    case "B": search.goToNewer()
    default: return .take
    }
    return nil
  }
}
