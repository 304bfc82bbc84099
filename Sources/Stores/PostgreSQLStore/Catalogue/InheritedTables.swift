import SQLGeneration

/// Tables that others inherit from.
///
/// Parents without own rows are those of old partitions: their records are the rows of all
/// tables below them. Other parents have own records, whose keys can be in other tables,
/// too.
enum InheritedTables {
  /// The server's numbers for the parents that have own rows.
  ///
  /// - Parameter results: Those of ``CatalogueQuery``.
  static func withOwnRows(
    _ results: [ServerResult],
    _ connection: ServerConnection
  ) throws(ServerFailure) -> Set<Int64> {
    guard let tables = results.first else { return [] }
    let queries = (0..<tables.rowCount).filter { tables.flag($0, 6) }.compactMap { row in
      tables.number(row, 0).map { number in
        let names = [tables.text(row, 1), tables.text(row, 2)].map { ($0 ?? "").quotedForSQL }
        return "SELECT \(number) WHERE EXISTS (SELECT 1 FROM ONLY \(names.joined(separator: ".")))"
      }
    }
    if queries.isEmpty { return [] }
    guard let found = try connection.run(script: queries.joined(separator: " UNION ALL ")).last
    else { return [] }
    return Set((0..<found.rowCount).compactMap { found.number($0, 0) })
  }
}

extension ServerCatalogue {
  /// ``base is read without the rows of tables that inherit from it``; nil without such tables.
  static func inheritanceNote(_ results: [ServerResult], _ parents: Set<Int64>) -> String? {
    guard let tables = results.first, !parents.isEmpty else { return nil }
    let names = (0..<tables.rowCount)
      .filter { tables.number($0, 0).map(parents.contains) ?? false }
      .compactMap { tables.text($0, 2) }
    let shown = names.prefix(5).joined(separator: ", ")
    let others = names.count > 5 ? " and \(names.count - 5) more" : ""
    return shown + others
      + (names.count == 1
        ? " has own rows, so it is read without those of tables that inherit from it"
        : " have own rows, so they are read without those of tables that inherit from them")
  }
}
