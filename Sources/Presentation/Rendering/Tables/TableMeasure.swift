import Diagnostics

/// Gathers how wide the columns of a table would like to be: the first pass over its rows.
struct TableMeasure {
  let columns: [TableColumn]
  /// The columns of the terminal; nil for no limit.
  let width: Int?
  private let limits: [Int?]
  private var contents: [Int]

  /// A box narrower than this could not hold a single column.
  private static let leastWidth = 5

  init(_ columns: [TableColumn], in context: RenderingContext) {
    self.columns = columns
    width = context.width.map { max($0, Self.leastWidth) }
    limits = columns.map { context.columnLimits[$0.title.lowercased()] }
    contents = Array(repeating: 0, count: columns.count)
  }

  /// Counts a cell of `column` in.
  mutating func include(_ text: String, column: Int) {
    contents[column] = max(contents[column], measured(text))
  }

  /// Counts texts of `column` in, whose widths are known.
  mutating func include(_ texts: [FittedText], column: Int) {
    contents[column] = texts.reduce(contents[column]) { max($0, $1.width) }
  }

  /// What the columns ask for.
  var needs: [ColumnWidths.Need] {
    columns.indices.map { index in
      ColumnWidths.Need(
        title: measured(columns[index].title),
        content: contents[index],
        isNumeric: columns[index].isNumeric,
        limit: limits[index]
      )
    }
  }

  /// Whether not even the first column has room.
  var hasNoRoom: Bool {
    guard let width, let first = needs.first else { return false }
    return first.least + ColumnWidths.overhead + 1 > width
  }

  /// The width of `text`; what is wider than the terminal is not measured to its end.
  private func measured(_ text: String) -> Int {
    width.map { fitted(text, toWidth: $0).width } ?? text.displayWidth
  }
}
