import Columns
import Model
import Storage

extension ResultRows {
  private var rowsPerBatch: Int { 8_192 }

  /// The Date columns with any value other than midnight UTC.
  ///
  /// Writers show the time in every row of these columns, so that other programs find one form of
  /// date in each column. Reads only columns of dates. Stops without an error at rows that cannot
  /// be read; writing them fails.
  func columnsWithTimes(_ cancellation: CancellationFlag) throws -> Set<Int> {
    var found: Set<Int> = []
    for column in headers.indices where headers[column].type == .date {
      let dates = selecting([column])
      for start in stride(from: 0, to: rowCount, by: rowsPerBatch) {
        try cancellation.check()
        guard let batch = try? dates.rows(start..<min(rowCount, start + rowsPerBatch)) else {
          break
        }
        guard batch.hasTimes else { continue }
        found.insert(column)
        break
      }
    }
    return found
  }
}

extension ResultBatch {
  /// Whether the only column has a value other than midnight UTC.
  fileprivate var hasTimes: Bool {
    switch cells[0] {
    case .column(.date(let dates), let start):
      (start..<start + count).contains {
        dates.values[$0] % Timestamp.microsecondsPerDay != 0 && dates.isValid($0)
      }
    case .column, .values:
      (0..<count).contains { row in
        guard case .date(let moment) = value(row: row, column: 0) else { return false }
        return moment.microseconds % Timestamp.microsecondsPerDay != 0
      }
    }
  }
}
