import Model
import Storage

extension ResultRows {
  private var rowsPerBatch: Int { 8_192 }

  /// The Date columns with any value other than midnight UTC.
  ///
  /// Writers show the time in every row of these columns, so that other programs find one form of
  /// date in each column. Stops without an error at rows that cannot be read; writing them fails.
  func columnsWithTimes(_ cancellation: CancellationFlag) throws -> Set<Int> {
    var undecided = headers.indices.filter { headers[$0].type == .date }
    var found: Set<Int> = []
    for start in stride(from: 0, to: rowCount, by: rowsPerBatch) where !undecided.isEmpty {
      try cancellation.check()
      guard let batch = try? rows(start..<min(rowCount, start + rowsPerBatch)) else { break }
      found.formUnion(undecided.filter(batch.hasTimes))
      undecided.removeAll(where: found.contains)
    }
    return found
  }
}

extension ResultBatch {
  fileprivate func hasTimes(_ column: Int) -> Bool {
    (0..<count).contains { row in
      guard case .date(let moment) = value(row: row, column: column) else { return false }
      return moment.microseconds % Timestamp.microsecondsPerDay != 0
    }
  }
}
