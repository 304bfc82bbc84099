import CEditline

/// Where the characters of an edited block stand on the screen, as the editor draws them.
struct BlockLayout {
  /// The row of the cursor, counted from that of the prompt.
  private(set) var cursorRow = 0
  /// The row of the block's end.
  private(set) var endRow = 0

  /// Lays out `text` behind a prompt of `promptWidth` columns, on `columns` columns.
  init(promptWidth: Int, text: [Unicode.Scalar], cursor: Int, columns: Int) {
    let columns = max(columns, 1)
    var (row, column) = (promptWidth / columns, promptWidth % columns)
    for (index, scalar) in text.enumerated() {
      if index == cursor { cursorRow = row }
      (row, column) = Self.step(from: (row, column), over: scalar, columns: columns)
    }
    if cursor >= text.count { cursorRow = row }
    endRow = row
  }

  private static func step(
    from position: (row: Int, column: Int),
    over scalar: Unicode.Scalar,
    columns: Int
  ) -> (Int, Int) {
    if scalar == "\n" { return (position.row + 1, 0) }
    let width = Self.width(of: scalar, at: position.column)
    // A wide character that does not fit goes to the next row.
    let start = position.column + width > columns ? columns : position.column
    let end = start == columns ? columns + width : start + width
    return (position.row + end / columns, end % columns)
  }

  private static func width(of scalar: Unicode.Scalar, at column: Int) -> Int {
    if scalar == "\t" { return 8 - column % 8 }
    return max(0, Int(editline_width(wchar_t(bitPattern: scalar.value))))
  }
}
