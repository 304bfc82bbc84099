package import Model
import Storage

/// The rows of a watched query at one moment.
struct ResultState {
  /// The distinct keys of the rows, in order.
  var keys: [RowKey] = []
  /// The shown values of each row.
  var rows: [[Value]] = []
  /// The keys of all rows without `limit` and `offset`; nil if the query has neither, or if a row
  /// fails.
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
