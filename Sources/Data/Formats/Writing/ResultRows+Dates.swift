import Columns
import Model
import Storage

extension ResultRows {
  private var rowsPerBatch: Int { 8_192 }

  /// The Date columns with any value other than midnight UTC.
  ///
  /// Writers show the time in every row of these columns, so that other programs find one form of
  /// date in each column. Reads the columns of dates once, each until its first time. Stops without
  /// an error at rows that cannot be read; writing them fails.
  func columnsWithTimes(_ cancellation: CancellationFlag) throws -> Set<Int> {
    var open = headers.indices.filter { headers[$0].type == .date }
    var found: Set<Int> = []
    var dates = selecting(open)
    for start in stride(from: 0, to: rowCount, by: rowsPerBatch) {
      guard !open.isEmpty else { break }
      try cancellation.check()
      guard let batch = try? dates.rows(start..<min(rowCount, start + rowsPerBatch)) else { break }
      let new = open.indices.filter { batch.hasTimes($0) }.map { open[$0] }
      guard !new.isEmpty else { continue }
      found.formUnion(new)
      open.removeAll { found.contains($0) }
      dates = selecting(open)
    }
    return found
  }
}

extension ResultBatch {
  /// Whether a column has a value other than midnight UTC.
  fileprivate func hasTimes(_ column: Int) -> Bool {
    switch cells[column] {
    case .column(.date(let dates), let start):
      (start..<start + count).contains {
        dates.values[$0] % Timestamp.microsecondsPerDay != 0 && dates.isValid($0)
      }
    case .column, .values:
      (0..<count).contains { row in
        guard case .date(let moment) = value(row: row, column: column) else { return false }
        return moment.microseconds % Timestamp.microsecondsPerDay != 0
      }
    }
  }
}
