import Diagnostics

/// A column's heading and alignment.
struct TableColumn {
  /// Escaped for the terminal.
  let title: String
  /// Numbers stand on the right, and are not shortened while text can be.
  let isNumeric: Bool
}

/// One cell's text, escaped for the terminal.
struct TableCell {
  let text: String
  var role = TextRole.plain
}

/// Draws the box, row by row, once the widths are known.
struct TableBox {
  private let columns: [TableColumn]
  private let layout: TableLayout
  private let style: BoxStyle
  private let ellipsis: String

  init(_ measure: TableMeasure, in context: RenderingContext) {
    columns = measure.columns
    layout = TableLayout(measure.needs, width: measure.width)
    style = context.usesUnicode ? .rounded : .ascii
    ellipsis = context.ellipsis
  }

  /// The titles of the columns that had no room.
  var hiddenTitles: [String] {
    columns.dropFirst(layout.widths.count).map(\.title)
  }

  /// Adds the upper border and the headings.
  func appendHead(to text: inout StyledText) {
    appendRule(style.top, to: &text)
    appendRow(columns.map { TableCell(text: $0.title, role: .heading) }, to: &text)
    appendRule(style.middle, to: &text)
  }

  /// Adds a row with a cell for every column, hidden ones included.
  func appendRow(_ cells: [TableCell], to text: inout StyledText) {
    text.append(style.vertical, .border)
    for (index, width) in layout.widths.enumerated() {
      let cell = fitted(cells[index].text, toWidth: width, ellipsis: ellipsis)
      let padding = width - cell.width
      text.appendSpaces(columns[index].isNumeric ? 1 + padding : 1)
      text.append(cell.text, cells[index].role)
      text.appendSpaces(columns[index].isNumeric ? 1 : 1 + padding)
      text.append(style.vertical, .border)
    }
    text.append("\n")
  }

  /// Adds the row that stands for those left out.
  func appendGap(to text: inout StyledText) {
    appendRow(columns.map { _ in TableCell(text: ellipsis, role: .dim) }, to: &text)
  }

  /// Adds the lower border.
  func appendFoot(to text: inout StyledText) {
    appendRule(style.bottom, to: &text)
  }

  private func appendRule(_ rule: BoxStyle.Rule, to text: inout StyledText) {
    let strokes = layout.widths.map { String(repeating: rule.stroke, count: $0 + 2) }
    text.append(rule.left + strokes.joined(separator: rule.crossing) + rule.right, .border)
    text.append("\n")
  }
}
