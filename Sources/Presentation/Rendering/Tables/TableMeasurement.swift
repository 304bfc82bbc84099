import Diagnostics

/// Measures the columns of a table: the first pass over its rows.
struct TableMeasurement {
  let columns: [TableColumn]
  /// The width of the terminal; nil for no limit.
  let width: Int?
  private let limits: [Int?]
  /// The greatest width of the cells of each column.
  private(set) var contents: [Int]

  /// The minimum width of a table with one column.
  private static let minWidth = 5

  init(_ columns: [TableColumn], in context: RenderingContext) {
    self.columns = columns
    width = context.width.map { max($0, Self.minWidth) }
    limits = columns.map { context.columnLimits[$0.title.lowercased()] }
    contents = Array(repeating: 0, count: columns.count)
  }

  /// Measures a cell of `column`.
  mutating func include(_ text: String, column: Int) {
    contents[column] = max(contents[column], measured(text))
  }

  /// Adds cells of all columns with known greatest widths.
  mutating func include(_ widths: [Int]) {
    for (column, width) in widths.enumerated() { contents[column] = max(contents[column], width) }
  }

  /// The requirements of the columns.
  var requirements: [ColumnWidths.Requirement] {
    columns.indices.map { index in
      ColumnWidths.Requirement(
        title: measured(columns[index].title),
        content: contents[index],
        isNumeric: columns[index].isNumeric,
        isDate: columns[index].isDate,
        limit: limits[index]
      )
    }
  }

  /// Whether the first column does not fit.
  var isTooNarrow: Bool {
    guard let width, let first = requirements.first else { return false }
    return first.least + ColumnWidths.overhead + 1 > width
  }

  /// The width of `text`, measured up to the width of the terminal.
  private func measured(_ text: String) -> Int {
    width.map { fitted(text, toWidth: $0).width } ?? text.displayWidth
  }
}
