import Diagnostics
import Files
import Formats
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
    to sink: ByteSink
  ) throws {
    let rows = rows.withMarkedTotals
    let window = RowWindow(rowCount: rows.rowCount, in: context)
    var footer = ResultFooter(rowCount: rows.rowCount, shown: window.shown)
    if rows.rowCount > 0, !rows.headers.isEmpty {
      let measure = try measure(rows, window, in: context)
      let box = TableBox(measure, overflow, in: context)
      footer.hiddenColumns = box.hiddenTitles
      if measure.isTooNarrow || rows.rowCount == 1 && !box.hiddenTitles.isEmpty {
        return try LineMode().render(rows, in: context, to: sink)
      }
      try print(rows, window, in: box, context, to: sink)
    }
    try ByteText.write(footer.text(in: context).rendered(usesColor: context.usesColor), to: sink)
  }

  private func measure(
    _ rows: any ResultRows,
    _ window: RowWindow,
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
    let natural = RowWriter(columns.map { _ in context.column(.none) }, row: ("", "", ""))
    var measure = TableMeasurement(columns, in: context)
    for range in [window.head, window.tail] {
      guard context.width != nil else {
        measure.include(
          try natural.widths(rows, in: range, cancellation: context.cancellation)
        )
        continue
      }
      try rows.forEachBatch(in: range) { batch in
        for column in columns.indices {
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
    in box: TableBox,
    _ context: RenderingContext,
    to sink: ByteSink
  ) throws {
    var box = box
    var text = StyledText()
    box.appendHead(to: &text)
    if context.width == nil, !context.usesColor, !window.hasGap,
      let plain = box.plain(in: context)
    {
      try ByteText.write(text.rendered(usesColor: false), to: sink)
      try plain.write(rows, cancellation: context.cancellation, to: sink)
      text = StyledText()
    } else {
      try printRows(of: rows, window.head, in: &box, context, after: &text, to: sink)
      if window.hasGap { box.appendGap(to: &text) }
      try printRows(of: rows, window.tail, in: &box, context, after: &text, to: sink)
    }
    box.appendFoot(to: &text)
    try ByteText.write(text.rendered(usesColor: context.usesColor), to: sink)
  }

  /// Adds the rows of `range` to `text`, and writes it when it is large.
  private func printRows(
    of rows: any ResultRows,
    _ range: Range<Int>,
    in box: inout TableBox,
    _ context: RenderingContext,
    after text: inout StyledText,
    to sink: ByteSink
  ) throws {
    let values = values(in: context)
    let columns = rows.headers.indices
    try rows.forEachBatch(in: range) { batch in
      for row in 0..<batch.count {
        box.appendRow(columns.map { values.cell(batch.value(row: row, column: $0)) }, to: &text)
        guard text.plain.utf8.count >= Self.pieceSize else { continue }
        try ByteText.write(text.rendered(usesColor: context.usesColor), to: sink)
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
