package import Model
import Storage

/// The rows of a watched query at one moment.
struct ResultState {
  /// What is known again of each row, in the order of the rows; each once.
  var keys: [RowKey] = []
  /// The shown values of each row.
  var rows: [[Value]] = []
  /// The keys of all rows that the query finds, whether `limit` and `offset` let them through or not; nil without
  /// these, and where one of those rows cannot be computed.
  var found: Set<RowKey>?
}

extension ResultRows {
  /// All cells, row by row.
  package func allValues() throws -> [[Value]] {
    var values: [[Value]] = []
    values.reserveCapacity(rowCount)
    for start in stride(from: 0, to: rowCount, by: 4096) {
      let batch = try rows(start..<min(rowCount, start + 4096))
      for row in 0..<batch.count {
        values.append(headers.indices.map { batch.value(row: row, column: $0) })
      }
    }
    return values
  }
}
