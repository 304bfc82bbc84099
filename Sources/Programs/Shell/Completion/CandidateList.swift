import Diagnostics

/// Lays out candidates in columns below a block, each with its detail.
struct CandidateList {
  private let candidates: [(text: String, detail: String)]

  init(_ candidates: [Completion.Candidate]) {
    self.candidates = candidates.map {
      (escapedForTerminal($0.text), escapedForTerminal($0.detail))
    }
  }

  /// Lines of at most `columns` columns. If there are more than `limit`, the last line gives the
  /// number of hidden candidates. The selected candidate is always visible.
  func lines(columns: Int, atMost limit: Int, selected: Int? = nil) -> [StyledText] {
    let textWidth = candidates.map { $0.text.displayWidth }.max() ?? 0
    let detailWidth = candidates.map { $0.detail.displayWidth }.max() ?? 0
    let cell = textWidth + (detailWidth > 0 ? detailWidth + 1 : 0) + 2
    let perRow = max(1, (columns + 1) / max(cell, 1))
    let rows = (candidates.count + perRow - 1) / perRow
    let shown = rows <= limit ? rows : max(1, limit - 1)
    let first = min(max(0, (selected ?? 0) % rows - shown + 1), rows - shown)
    var lines = (first..<first + shown).map { row in
      var line = StyledText()
      for index in stride(from: row, to: candidates.count, by: rows) {
        line.appendSpaces(((index - row) / rows) * cell - line.plain.displayWidth)
        let (text, detail) = candidates[index]
        append(text, detail, index == selected, textWidth, columns, to: &line)
      }
      return line
    }
    if shown < rows {
      let missing = candidates.indices.count { !(first..<first + shown).contains($0 % rows) }
      lines.append(StyledText("… \(missing) more".clipped(to: columns - 1), .dim))
    }
    return lines
  }

  private func append(
    _ text: String,
    _ detail: String,
    _ isSelected: Bool,
    _ width: Int,
    _ columns: Int,
    to line: inout StyledText
  ) {
    let room = max(0, columns - 1 - line.plain.displayWidth)
    let shown = text.clipped(to: room)
    line.append(shown, isSelected ? .selected : .plain)
    guard !detail.isEmpty, width + 1 + detail.displayWidth <= room else { return }
    line.appendSpaces(width - shown.displayWidth + 1)
    line.append(detail, .dim)
  }
}
