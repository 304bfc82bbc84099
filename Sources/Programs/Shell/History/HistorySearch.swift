import Diagnostics

/// An incremental search in the history, starting at the newest block. Case matters if the pattern
/// contains a capital letter.
struct HistorySearch {
  private let blocks: [String]
  /// The search text.
  private(set) var pattern = ""
  /// The index of the matching block; nil if there is none.
  private var place: Int?

  /// Creates a search in `blocks`, from the oldest to the newest.
  init(blocks: [String]) {
    self.blocks = blocks
  }

  /// The matching block; nil if there is none, and before a pattern is typed.
  var match: String? { place.map { blocks[$0] } }

  /// Appends a character. The current block stays if it still matches.
  mutating func append(_ scalar: Unicode.Scalar) {
    let end = place.map { $0 + 1 } ?? blocks.count
    pattern.unicodeScalars.append(scalar)
    place = newest(before: end)
  }

  /// Removes the last character, and restarts at the newest block.
  mutating func removeLast() {
    if !pattern.unicodeScalars.isEmpty { pattern.unicodeScalars.removeLast() }
    place = pattern.isEmpty ? nil : newest(before: blocks.count)
  }

  /// Moves to the next older match with a different text, if there is one.
  mutating func goToOlder() {
    if let found = newest(before: place ?? blocks.count) { place = found }
  }

  /// Moves to the next newer match.
  mutating func goToNewer() {
    guard let place else { return }
    let newer = blocks.indices.first { $0 > place && isOther($0) && range(in: blocks[$0]) != nil }
    self.place = newer ?? place
  }

  /// The newest match before `end`, with a text other than that of the current match.
  private func newest(before end: Int) -> Int? {
    let isGoingOn = place.map { end <= $0 } ?? false
    return blocks.indices.prefix(end).last { index in
      (!isGoingOn || isOther(index)) && range(in: blocks[index]) != nil
    }
  }

  private func isOther(_ index: Int) -> Bool { match != blocks[index] }

  /// The range of the pattern in `block`.
  private func range(in block: String) -> Range<String.Index>? {
    let ignoresCase = pattern == pattern.lowercased()
    let (text, pattern) = ignoresCase ? (block.lowercased(), pattern) : (block, pattern)
    guard let found = text.firstRange(of: pattern) else { return nil }
    let start = text.distance(from: text.startIndex, to: found.lowerBound)
    let length = text.distance(from: found.lowerBound, to: found.upperBound)
    guard let lower = block.index(block.startIndex, offsetBy: start, limitedBy: block.endIndex),
      let upper = block.index(lower, offsetBy: length, limitedBy: block.endIndex)
    else { return nil }
    return lower..<upper
  }
}

// MARK: - On the screen

extension HistorySearch {
  /// The search as drawn from the start of a row: the block with the match marked, and below it the
  /// pattern with the cursor at its end.
  func picture(columns: Int, rows: Int, usesColor: Bool) -> String {
    let lines = shownLines(columns: columns, rows: rows).map { $0.rendered(usesColor: usesColor) }
    return (lines + [question(columns)]).joined(separator: "\r\n")
  }

  /// Erases the drawn search and moves the cursor to its start.
  ///
  /// - Parameter actual: The terminal's current width if it has changed and rewrapped the lines.
  func eraser(columns: Int, rows: Int, shownOn actual: Int? = nil) -> String {
    let width = max(1, actual ?? columns)
    let above = shownLines(columns: columns, rows: rows).map { max(1, $0.plain.displayWidth) }
    let count =
      above.reduce(0) { $0 + ($1 + width - 1) / width }
      + max(0, question(columns).displayWidth - 1) / width
    return "\r" + (count > 0 ? "\u{1B}[\(count)A" : "") + "\u{1B}[J"
  }

  private func question(_ columns: Int) -> String {
    let state = match == nil && !pattern.isEmpty ? "not found" : "search"
    return escapedForTerminal("\(state): \(pattern)").clippedEnd(to: columns - 1)
  }

  private func shownLines(columns: Int, rows: Int) -> [StyledText] {
    guard let match, let range = range(in: match) else { return [] }
    var lines: [StyledText] = []
    var start = match.startIndex
    for line in match.split(separator: "\n", omittingEmptySubsequences: false) {
      guard lines.count < max(1, rows - 2) else { break }
      lines.append(Self.line(match, start..<line.endIndex, marking: range, width: columns - 1))
      start = line.endIndex < match.endIndex ? match.index(after: line.endIndex) : line.endIndex
    }
    return lines
  }

  private static func line(
    _ text: String,
    _ line: Range<String.Index>,
    marking marked: Range<String.Index>,
    width: Int
  ) -> StyledText {
    var styled = StyledText()
    var room = width
    let inner = marked.clamped(to: line)
    for (part, role) in [
      (line.lowerBound..<inner.lowerBound, TextRole.plain), (inner, .help),
      (inner.upperBound..<line.upperBound, .plain),
    ] {
      let piece = escapedForTerminal(String(text[part]))
      let shown = piece.clipped(to: room)
      styled.append(shown, role)
      room = shown == piece ? room - shown.displayWidth : 0
    }
    return styled
  }
}

extension String {
  /// The longest suffix that fits into `width` columns.
  fileprivate func clippedEnd(to width: Int) -> String {
    var rest = width
    let count = reversed().prefix { character in
      rest -= character.displayWidth
      return rest >= 0
    }.count
    return String(suffix(count))
  }
}
