import Diagnostics

/// The lines below a result: the number of rows, how many are shown, the time, hidden columns.
struct ResultFooter {
  let rowCount: Int
  let shown: Int
  /// The titles of the columns that did not fit.
  var hiddenColumns: [String] = []

  /// More hidden columns are only counted.
  private static let maxNames = 8
  /// The maximum length of a hidden column's title.
  private static let longestName = 24

  /// The lines as dim text, wrapped to the terminal, each with a newline.
  func text(in context: RenderingContext) -> StyledText {
    var text = footerText(rowsLine(in: context), in: context)
    text.append(hiddenColumnsText(in: context))
    return text
  }

  /// `1,000 rows (40 shown; .last shows all) in 0.4 ms`
  private func rowsLine(in context: RenderingContext) -> String {
    var line = rowCount == 0 ? "no rows" : counted(rowCount, "row")
    if shown < rowCount {
      line += " (\(groupedDigits(shown)) shown\(context.isTerminal ? "; .last shows all" : ""))"
    }
    if let elapsed = context.elapsed { line += " in \(elapsedText(elapsed))" }
    return line
  }

  /// `2 columns hidden: owner, created (.mode line shows them)`; empty without hidden columns.
  private func hiddenColumnsText(in context: RenderingContext) -> StyledText {
    guard !hiddenColumns.isEmpty else { return StyledText() }
    var names = hiddenColumns.prefix(Self.maxNames).map {
      fitted($0, toWidth: Self.longestName, ellipsis: context.ellipsis).text
    }
    let unnamed = hiddenColumns.count - names.count
    if unnamed > 0 { names.append("and \(unnamed) more") }
    let line =
      "\(counted(hiddenColumns.count, "column")) hidden: " + names.joined(separator: ", ")
      + " (.mode line shows \(hiddenColumns.count == 1 ? "it" : "them"))"
    return footerText(line, in: context)
  }
}

/// `line` as dim text, wrapped to the terminal.
private func footerText(_ line: String, in context: RenderingContext) -> StyledText {
  let lines =
    context.width.map { wrapped(line, toWidth: $0, ellipsis: context.ellipsis) } ?? [line]
  return lines.reduce(into: StyledText()) { text, line in
    text.append(line, .dim)
    text.append("\n")
  }
}

/// Wraps `text` at spaces to `width` columns; longer words are cut.
package func wrapped(_ text: String, toWidth width: Int, ellipsis: String) -> [String] {
  var lines: [FittedText] = []
  for word in text.split(separator: " ") {
    let word = fitted(String(word), toWidth: width, ellipsis: ellipsis)
    if let last = lines.last, last.width + 1 + word.width <= width {
      lines[lines.count - 1] = FittedText(
        text: last.text + " " + word.text,
        width: last.width + 1 + word.width
      )
    } else {
      lines.append(word)
    }
  }
  return lines.map(\.text)
}
