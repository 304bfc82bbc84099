import Diagnostics

/// Gathers how wide the columns of a table would like to be: the first pass over its rows.
struct TableMeasure {
  let columns: [TableColumn]
  /// The columns of the terminal; nil for no limit.
  let width: Int?
  private var contents: [Int]

  /// A box narrower than this could not hold a single column.
  private static let leastWidth = 5

  init(_ columns: [TableColumn], in context: RenderingContext) {
    self.columns = columns
    width = context.width.map { max($0, Self.leastWidth) }
    contents = Array(repeating: 0, count: columns.count)
  }

  /// Counts a cell of `column` in.
  mutating func include(_ text: String, column: Int) {
    contents[column] = max(contents[column], measured(text))
  }

  /// What the columns ask for.
  var needs: [TableLayout.Need] {
    zip(columns, contents).map { column, content in
      TableLayout.Need(
        title: measured(column.title),
        content: content,
        isNumeric: column.isNumeric
      )
    }
  }

  /// The width of `text`; what is wider than the terminal is not measured to its end.
  private func measured(_ text: String) -> Int {
    width.map { fitted(text, toWidth: $0).width } ?? text.displayWidth
  }
}
