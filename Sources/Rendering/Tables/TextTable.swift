import Diagnostics

/// A table of texts that are all at hand, such as a list of models; all its rows are shown.
///
/// Cells are escaped for the terminal. A row with fewer cells than there are headers is filled up
/// with empty ones. The columns with an index in `numeric` stand on the right. Columns that have no
/// room on the terminal are named below the box.
public func textTable(
  headers: [String],
  rows: [[String]],
  numeric: Set<Int> = [],
  in context: RenderingContext
) -> String {
  guard !headers.isEmpty else { return "" }
  let columns = headers.enumerated().map {
    TableColumn(title: escapedForTerminal($1), isNumeric: numeric.contains($0))
  }
  let cells = rows.map { row in
    columns.indices.map {
      TableCell(text: $0 < row.count ? escapedForTerminal(row[$0]) : "")
    }
  }
  var measure = TableMeasure(columns, in: context)
  for row in cells {
    for (column, cell) in row.enumerated() { measure.include(cell.text, column: column) }
  }
  return drawn(cells, TableBox(measure, in: context), in: context)
}

private func drawn(_ rows: [[TableCell]], _ box: TableBox, in context: RenderingContext) -> String {
  var text = StyledText()
  box.appendHead(to: &text)
  for row in rows { box.appendRow(row, to: &text) }
  box.appendFoot(to: &text)
  text.append(ResultFooter.hiddenColumnsText(box.hiddenTitles, hint: nil, in: context))
  return text.rendered(usesColor: context.usesColor)
}
