import Columns
public import Files
public import Storage

/// Writes rows in batches: first the cells of each column, then the rows made of them.
///
/// Several threads format many rows, a batch each; then the batches are written in order.
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
    while let tasks = try batches.next(cancellation) {
      _ = inParallel(tasks.count) { tasks[$0].format() }
      for task in tasks {
        try cancellation.check()
        try output.flush(to: sink)
        let byteCount = try task.writeOut(to: sink)
        cancellation.progress.advance(.writing, by: task.rowCount)
        if byteCount > RowBatches.byteLimit { batches.shrink(from: task.rowCount) }
      }
    }
    // Rows before a failure are still written.
    if let failure = batches.failure { throw failure }
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
    while let tasks = try batches.next(cancellation) {
      cancellation.progress.advance(.scanning, by: tasks.reduce(0) { $0 + $1.rowCount })
      for found in inParallel(tasks.count, { tasks[$0].widths() }) {
        for (column, width) in found.enumerated() { widths[column] = max(widths[column], width) }
      }
    }
    if let failure = batches.failure { throw failure }
    return widths
  }
}
