package import Context
import Execution
package import Model
import Planning
import Storage

/// The rows of a query, whose values are read on first use.
package final class ReadRows: Sendable {
  private let batches: [ResultBatch]
  private static let batchSize = 4096
  /// The number of rows.
  package let count: Int
  /// The columns.
  package let columns: Range<Int>

  fileprivate init(_ rows: any ResultRows) throws {
    count = rows.rowCount
    columns = rows.headers.indices
    batches = try stride(from: 0, to: count, by: Self.batchSize).map { start in
      try rows.rows(start..<min(rows.rowCount, start + Self.batchSize))
    }
  }

  /// The value in a row and a column.
  package func value(_ row: Int, _ column: Int) -> Value {
    batches[row / Self.batchSize].value(row: row % Self.batchSize, column: column)
  }
}

extension ModelContext {
  /// Runs a query that selects columns.
  package func fetchedRows(_ query: QueryText) throws -> ReadRows {
    let asked = try BoundRequest(query, self)
    let executor = try executor(evaluation)
    return try ReadRows(executor.rows(of: executor.plan(asked.request)))
  }
}
