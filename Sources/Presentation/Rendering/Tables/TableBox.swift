import Diagnostics
import Formats

/// A column's heading and alignment.
struct TableColumn {
  /// Escaped for the terminal.
  let title: String
  /// Numbers are right-aligned, and shrink after strings.
  let isNumeric: Bool
  /// Dates shrink after strings.
  var isDate = false
}

/// One cell's text, escaped for the terminal.
struct TableCell {
  let text: String
  var role = TextRole.plain
}

/// Draws the box, row by row, once the widths are known.
struct TableBox {
  /// How to handle a string that is wider than its column.
  enum Overflow {
    case cut
    case wrapped
  }

  private let columns: [TableColumn]
  private let layout: ColumnWidths
  /// The greatest width of the cells of each column.
  private let contents: [Int]
  private let style: BoxStyle
  private let overflow: Overflow
  private let hasHeadings: Bool
  private let ellipsis: String
  /// The number of lines of the previous row, if there is one.
  private var lastHeight: Int?

  init(_ measure: TableMeasurement, _ overflow: Overflow, in context: RenderingContext) {
    columns = measure.columns
    contents = measure.contents
    layout = ColumnWidths(measure.requirements, width: measure.width)
    style = !context.usesUnicode ? .ascii : overflow == .cut ? .rounded : .square
    self.overflow = overflow
    hasHeadings = context.hasHeadings
    ellipsis = context.ellipsis
  }

  /// Writes rows without colors; nil if a row can have several lines.
  func plain(in context: RenderingContext) -> RowWriter? {
    guard overflow == .cut else { return nil }
    let columns = layout.widths.enumerated().map { index, width in
      context.column(
        TextColumn.Alignment(
          width: width,
          isRight: self.columns[index].isNumeric,
          isCut: width < contents[index]
        )
      )
    }
    let border = style.vertical
    return RowWriter(columns, row: ("\(border) ", " \(border) ", " \(border)\n"))
  }

  /// The titles of the columns that did not fit.
  var hiddenTitles: [String] {
    columns.dropFirst(layout.widths.count).map(\.title)
  }

  /// Adds the upper border and the headings.
  mutating func appendHead(to text: inout StyledText) {
    appendRule(style.top, to: &text)
    guard hasHeadings else { return }
    appendRow(columns.map { TableCell(text: $0.title, role: .heading) }, to: &text)
    appendRule(style.middle, to: &text)
    lastHeight = nil
  }

  /// Adds a row with a cell for every column, hidden ones included.
  ///
  /// Two rows are separated by a rule if one has several lines.
  mutating func appendRow(_ cells: [TableCell], to text: inout StyledText) {
    let lines = layout.widths.indices.map { self.lines(cells[$0].text, width: layout.widths[$0]) }
    let height = lines.map(\.count).max() ?? 1
    if let lastHeight, max(lastHeight, height) > 1 { appendRule(style.middle, to: &text) }
    lastHeight = height
    for line in 0..<height {
      text.append(style.vertical, .border)
      for (index, width) in layout.widths.enumerated() {
        let part =
          line < lines[index].count ? lines[index][line] : FittedText(text: "", width: 0)
        let padding = width - part.width
        text.appendSpaces(columns[index].isNumeric ? 1 + padding : 1)
        text.append(part.text, cells[index].role)
        text.appendSpaces(columns[index].isNumeric ? 1 : 1 + padding)
        text.append(style.vertical, .border)
      }
      text.append("\n")
    }
  }

  /// Adds the row for omitted rows.
  mutating func appendGap(to text: inout StyledText) {
    appendRow(columns.map { _ in TableCell(text: ellipsis, role: .dim) }, to: &text)
  }

  /// Adds the lower border.
  func appendFoot(to text: inout StyledText) {
    appendRule(style.bottom, to: &text)
  }

  private func lines(_ text: String, width: Int) -> [FittedText] {
    switch overflow {
    case .cut: [fitted(text, toWidth: width, ellipsis: ellipsis)]
    case .wrapped: brokenLines(text, width: width)
    }
  }

  private func appendRule(_ rule: BoxStyle.Rule, to text: inout StyledText) {
    let strokes = layout.widths.map { String(repeating: rule.stroke, count: $0 + 2) }
    text.append(rule.left + strokes.joined(separator: rule.crossing) + rule.right, .border)
    text.append("\n")
  }
}
