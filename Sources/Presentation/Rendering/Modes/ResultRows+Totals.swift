import Model
import Storage

extension ResultRows {
  /// The rows for people, with `(total)` where nil stands for a total.
  var withMarkedTotals: any ResultRows {
    headers.contains(where: \.hasTotals) ? MarkedTotals(self) : self
  }
}

/// What stands for the key of a total.
public let totalMark = "(total)"

private final class MarkedTotals: ResultRows {
  private let rows: any ResultRows

  init(_ rows: any ResultRows) { self.rows = rows }

  var headers: [ResultHeader] { rows.headers }
  var rowCount: Int { rows.rowCount }

  func rows(_ range: Range<Int>) throws -> ResultBatch {
    let batch = try rows.rows(range)
    let cells = batch.cells.enumerated().map { column, cells -> ResultBatch.Cells in
      guard batch.totals[column] != nil else { return cells }
      return .values(
        (0..<batch.count).map { row in
          let value = batch.value(row: row, column: column)
          return value.isNull && batch.isTotal(row: row, column: column)
            ? .string(totalMark) : value
        }
      )
    }
    return ResultBatch(count: batch.count, cells: cells)
  }
}
