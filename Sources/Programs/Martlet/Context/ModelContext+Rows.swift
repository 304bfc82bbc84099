public import Context
public import Model

extension ModelContext {
  /// Runs a query that selects columns, and returns the values of each row.
  ///
  /// - Throws: ``QueryError`` if the query is invalid.
  public func fetchRows(_ query: QueryText) throws -> [[Value]] {
    let rows = try fetchedRows(query)
    return (0..<rows.count).map { row in rows.columns.map { rows.value(row, $0) } }
  }

  /// Returns those of the records that exist, pending changes included.
  public func existing(_ ids: [RecordID]) throws -> Set<RecordID> {
    try recordReader(evaluation).existing(ids)
  }
}
