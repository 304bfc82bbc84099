import Binding
public import Context
import Execution
public import Model
import Planning

extension ModelContext {
  /// Runs a query that selects columns, and returns the values of each row.
  ///
  /// - Throws: ``QueryError`` if the query is invalid.
  public func fetchRows(_ query: QueryText) throws -> [[Value]] {
    let asked = try BoundRequest(query, self)
    let executor = try executor(evaluation)
    let rows = try executor.rows(of: executor.plan(asked.request))
    var values: [[Value]] = []
    values.reserveCapacity(rows.rowCount)
    for start in stride(from: 0, to: rows.rowCount, by: 4096) {
      let batch = try rows.rows(start..<min(rows.rowCount, start + 4096))
      for row in 0..<batch.count {
        values.append(rows.headers.indices.map { batch.value(row: row, column: $0) })
      }
    }
    return values
  }

  /// Returns those of the records that exist, pending changes included.
  public func existing(_ ids: [RecordID]) throws -> Set<RecordID> {
    try recordReader(evaluation).existing(ids)
  }
}
