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
  /// number of hidden candidates.
  func lines(columns: Int, atMost limit: Int) -> [StyledText] {
    let textWidth = candidates.map { $0.text.displayWidth }.max() ?? 0
    let detailWidth = candidates.map { $0.detail.displayWidth }.max() ?? 0
    let cell = textWidth + (detailWidth > 0 ? detailWidth + 1 : 0) + 2
    let perRow = max(1, (columns + 1) / max(cell, 1))
    let rows = (candidates.count + perRow - 1) / perRow
    let shown = rows <= limit ? rows : limit - 1
    var lines = (0..<shown).map { row in
      var line = StyledText()
      for index in stride(from: row, to: candidates.count, by: rows) {
        line.appendSpaces(((index - row) / rows) * cell - line.plain.displayWidth)
        append(candidates[index].text, candidates[index].detail, textWidth, columns, to: &line)
      }
      return line
    }
    if shown < rows {
      let missing = candidates.indices.count { $0 % rows >= shown }
      lines.append(StyledText("… \(missing) more".clipped(to: columns - 1), .dim))
    }
    return lines
  }

  private func append(
    _ text: String,
    _ detail: String,
    _ width: Int,
    _ columns: Int,
    to line: inout StyledText
  ) {
    let room = max(0, columns - 1 - line.plain.displayWidth)
    let shown = text.clipped(to: room)
    line.append(shown)
    guard !detail.isEmpty, width + 1 + detail.displayWidth <= room else { return }
    line.appendSpaces(width - shown.displayWidth + 1)
    line.append(detail, .dim)
  }
}
