public import Files
public import Storage

/// Writes rows in batches: first the cells of each column, then the rows made of them.
///
/// Several threads format many rows, a batch each. One of them writes the batches in order, while
/// the others go on.
public struct RowWriter {
  private let styles: [CellStyle]
  private let layout: RowLayout

  /// Creates a writer with one style for all columns.
  init(style: CellStyle, layout: RowLayout) {
    (styles, self.layout) = (layout.beforeCells.map { _ in style }, layout)
  }

  /// Creates a writer for people.
  ///
  /// - Parameter row: The text before, between and after the cells of a row.
  public init(_ columns: [TextColumn], row: (before: String, between: String, after: String)) {
    styles = columns.map { .text($0) }
    layout = RowLayout(
      beforeCells: columns.indices.map { Array(($0 == 0 ? row.before : row.between).utf8) },
      afterRow: Array(((columns.isEmpty ? row.before : "") + row.after).utf8),
      betweenRows: []
    )
  }

  /// Writes all `rows`. Each finished batch goes to `sink`.
  public func write(
    _ rows: any ResultRows,
    cancellation: CancellationFlag = CancellationFlag(),
    to sink: ByteSink
  ) throws {
    var output = OutputBuffer()
    try write(rows, &output, cancellation, to: sink)
    try output.flush(to: sink)
  }

  /// Writes all `rows` after `output`. Each finished batch goes to `sink`.
  func write(
    _ rows: any ResultRows,
    _ output: inout OutputBuffer,
    _ cancellation: CancellationFlag,
    to sink: ByteSink
  ) throws {
    var layout = layout
    // Only formats for programs show the time in all rows of a column or in none.
    if !styles.allSatisfy(\.isText) {
      layout.columnsWithTimes = try rows.columnsWithTimes(cancellation)
    }
    cancellation.progress.begin(.writing, total: rows.rowCount)
    var batches = RowBatches(rows, 0..<rows.rowCount, styles, layout)
    try batches.forEach(
      cancellation,
      { $0.format() },
      finish: { task, batches in
        try cancellation.check()
        try output.flush(to: sink)
        let byteCount = try task.writeOut(to: sink)
        cancellation.progress.advance(.writing, by: task.rowCount)
        if byteCount > RowBatches.byteLimit { batches.shrink(from: task.rowCount) }
      }
    )
  }

  /// The greatest display width of each column in `range`.
  public func widths(
    _ rows: any ResultRows,
    in range: Range<Int>,
    cancellation: CancellationFlag = CancellationFlag()
  ) throws -> [Int] {
    var widths = styles.map { _ in 0 }
    cancellation.progress.begin(.scanning, total: range.count)
    var batches = RowBatches(rows, range, styles, layout)
    try batches.forEach(
      cancellation,
      { $0.measure() },
      finish: { task, _ in
        cancellation.progress.advance(.scanning, by: task.rowCount)
        for (column, width) in task.widths.enumerated() {
          widths[column] = max(widths[column], width)
        }
      }
    )
    return widths
  }
}
