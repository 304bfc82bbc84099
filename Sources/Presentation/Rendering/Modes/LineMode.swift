import Diagnostics
import Files
import Storage

/// One `name: value` line for each column, with a blank line between records; nothing is cut.
struct LineMode: ResultRenderer {
  let name = "line"
  let summary = "one line per column, blank lines between records"

  func render(
    _ rows: any ResultRows,
    in context: RenderingContext,
    to sink: ByteSink
  ) throws {
    let rows = rows.withMarkedTotals
    let window = RowWindow(rowCount: rows.rowCount, in: context)
    let labels = labels(of: rows.headers)
    try printRows(window.head, of: rows, labels: labels, in: context, to: sink)
    if window.hasGap {
      let gap = StyledText((window.head.isEmpty ? "" : "\n") + context.ellipsis + "\n", .dim)
      try ByteText.write(gap.rendered(usesColor: context.usesColor), to: sink)
    }
    try printRows(window.tail, of: rows, labels: labels, in: context, to: sink)
    guard context.width != nil || window.hasGap || rows.rowCount == 0 else { return }
    let footer = ResultFooter(rowCount: rows.rowCount, shown: window.shown).text(in: context)
    try ByteText.write(
      (window.shown > 0 ? "\n" : "") + footer.rendered(usesColor: context.usesColor),
      to: sink
    )
  }

  /// The names, right-aligned to the longest, with their colons.
  private func labels(of headers: [ResultHeader]) -> [StyledText] {
    let names = headers.map { escapedForTerminal($0.name) }
    let widest = names.map(\.displayWidth).max() ?? 0
    return names.map { name in
      var label = StyledText()
      label.appendSpaces(widest - name.displayWidth)
      label.append(name, .heading)
      label.append(": ")
      return label
    }
  }

  private func printRows(
    _ range: Range<Int>,
    of rows: any ResultRows,
    labels: [StyledText],
    in context: RenderingContext,
    to sink: ByteSink
  ) throws {
    let values = context.values
    var isFirst = range.lowerBound == 0
    try rows.forEachBatch(in: range) { batch in
      var text = StyledText()
      for row in 0..<batch.count {
        if !isFirst { text.append("\n") }
        isFirst = false
        for (column, label) in labels.enumerated() {
          text.append(label)
          text.append(values.styled(batch.value(row: row, column: column)))
          text.append("\n")
        }
      }
      try ByteText.write(text.rendered(usesColor: context.usesColor), to: sink)
    }
  }
}
