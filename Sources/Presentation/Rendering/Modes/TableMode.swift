import Diagnostics
import Model
import Storage

/// A table with borders that fits the terminal.
///
/// Falls back to ``LineMode`` for a single record that does not fit, and if no column fits.
///
/// On a terminal, only the shown rows are measured. Otherwise, all rows are read twice, because
/// the borders must line up and caching the texts would need more memory than the result.
struct TableMode: ResultRenderer {
  let name: String
  let summary: String
  let overflow: TableBox.Overflow

  /// Cuts long strings.
  static let table = TableMode(
    name: "table",
    summary: "a table that fits the terminal; long values are truncated (the default)",
    overflow: .cut
  )
  /// Wraps long strings.
  static let box = TableMode(
    name: "box",
    summary: "a table that fits the terminal; long values wrap",
    overflow: .wrapped
  )

  /// The approximate size of pieces of output, in bytes.
  private static let pieceSize = 1 << 16

  func render(
    _ rows: any ResultRows,
    in context: RenderingContext,
    to write: (String) throws -> Void
  ) throws {
    let window = RowWindow(rowCount: rows.rowCount, in: context)
    var footer = ResultFooter(rowCount: rows.rowCount, shown: window.shown)
    if rows.rowCount > 0, !rows.headers.isEmpty {
      var texts = rows.headers.map { _ in ColumnTexts(context.values) }
      let measure = try measure(rows, window, &texts, in: context)
      let box = TableBox(measure, overflow, in: context)
      footer.hiddenColumns = box.hiddenTitles
      if measure.isTooNarrow || rows.rowCount == 1 && !box.hiddenTitles.isEmpty {
        return try LineMode().render(rows, in: context, to: write)
      }
      try print(rows, window, &texts, in: box, context, to: write)
    }
    try write(footer.text(in: context).rendered(usesColor: context.usesColor))
  }

  private func measure(
    _ rows: any ResultRows,
    _ window: RowWindow,
    _ texts: inout [ColumnTexts],
    in context: RenderingContext
  ) throws -> TableMeasurement {
    let columns = rows.headers.map {
      TableColumn(
        title: escapedForTerminal($0.name),
        isNumeric: $0.type.isNumeric,
        isDate: $0.type == .date
      )
    }
    let values = values(in: context)
    var measure = TableMeasurement(columns, in: context)
    for range in [window.head, window.tail] {
      try rows.forEachBatch(in: range) { batch in
        for column in columns.indices {
          guard context.width != nil else {
            let texts = texts[column].texts(batch.cells[column], count: batch.count)
            measure.include(texts, column: column)
            continue
          }
          for row in 0..<batch.count {
            measure.include(values.string(batch.value(row: row, column: column)), column: column)
          }
        }
      }
    }
    return measure
  }

  /// Formats cells; if long strings are cut, the invisible part is skipped.
  private func values(in context: RenderingContext) -> ValueText {
    overflow == .cut ? context.values.cut(to: context.width) : context.values
  }

  private func print(
    _ rows: any ResultRows,
    _ window: RowWindow,
    _ texts: inout [ColumnTexts],
    in box: TableBox,
    _ context: RenderingContext,
    to write: (String) throws -> Void
  ) throws {
    var box = box
    var text = StyledText()
    box.appendHead(to: &text)
    if context.width == nil, !context.usesColor, !window.hasGap, var plain = box.plainRows() {
      try write(text.rendered(usesColor: false))
      try printRows(of: rows, &texts, in: &plain, to: write)
      text = StyledText()
      box.appendFoot(to: &text)
      return try write(text.rendered(usesColor: false))
    }
    try printRows(of: rows, window.head, in: &box, context, after: &text, to: write)
    if window.hasGap { box.appendGap(to: &text) }
    try printRows(of: rows, window.tail, in: &box, context, after: &text, to: write)
    box.appendFoot(to: &text)
    try write(text.rendered(usesColor: context.usesColor))
  }

  /// Writes all rows without colors.
  private func printRows(
    of rows: any ResultRows,
    _ texts: inout [ColumnTexts],
    in plain: inout PlainTableRows,
    to write: (String) throws -> Void
  ) throws {
    try rows.forEachBatch(in: 0..<rows.rowCount) { batch in
      let cells = batch.cells.indices.map {
        texts[$0].texts(batch.cells[$0], count: batch.count)
      }
      for row in 0..<batch.count {
        plain.append(cells, row: row)
        if plain.count >= Self.pieceSize { try write(plain.takeText()) }
      }
    }
    try write(plain.takeText())
  }

  /// Adds the rows of `range` to `text`, and writes it when it is large.
  private func printRows(
    of rows: any ResultRows,
    _ range: Range<Int>,
    in box: inout TableBox,
    _ context: RenderingContext,
    after text: inout StyledText,
    to write: (String) throws -> Void
  ) throws {
    let values = values(in: context)
    let columns = rows.headers.indices
    try rows.forEachBatch(in: range) { batch in
      for row in 0..<batch.count {
        box.appendRow(columns.map { values.cell(batch.value(row: row, column: $0)) }, to: &text)
        guard text.plain.utf8.count >= Self.pieceSize else { continue }
        try write(text.rendered(usesColor: context.usesColor))
        text = StyledText()
      }
    }
  }
}

extension ValueText {
  /// The cell for `value`.
  fileprivate func cell(_ value: Value) -> TableCell {
    TableCell(text: string(value), role: value.isNull ? .null : .plain)
  }
}
