import Expressions
import GRDB
import Model
import SQLGeneration
import Storage

/// Decides whether SQLite or the engine executes a request: SQLite finds few records faster by an
/// index, the engine reads all records faster.
extension FileSnapshot {
  /// The number of pages that the engine reads in the time of an index lookup, inverted.
  private static let pagesPerRecord = 4
  /// Fewer records are always found faster by an index.
  private static let fewRecords = 64
  /// The approximate number of rows on a page.
  static let rowsPerPage = 32

  /// Whether the engine answers `request` faster than SQLite executes its pushdown.
  ///
  /// - Parameter query: The query that SQLite would execute.
  func isEngineSooner(_ request: Storage.FetchRequest, _ query: StoreQuery) throws -> Bool {
    guard query.entitiesRead.isSubset(of: [query.entity]) else { return false }
    let steps = try stepsOverTable(of: query)
    let searches = steps.contains { $0.hasPrefix("SEARCH") }
    if searches, query.grouping != nil || steps.contains(where: \.findsOneRow) { return false }
    // Checked first, since finding the table's pages takes longer.
    if searches, try findsFew(query, Self.fewRecords) { return false }
    guard let pages = try pagesRead(of: query.entity, searches: searches) else { return false }
    if searches { return try !findsFew(query, max(Self.fewRecords, pages / Self.pagesPerRecord)) }
    if let grouping = query.grouping { return !grouping.isBareCount || !query.conditions.isEmpty }
    // An index finds the first records at once.
    guard query.conditions.isEmpty, request.limit != nil else { return true }
    return !steps.contains { $0.contains("USING INDEX") || $0.contains("COVERING INDEX") }
  }

  /// The approximate number of pages that the engine would read; nil if it would have to ask SQLite
  /// for all rows for a single statement.
  private func pagesRead(of entity: String, searches: Bool) throws -> Int? {
    if let count = knownCount(of: entity) { return count / Self.rowsPerPage }
    if let table = try pagedTable(of: entity) { return table.tree.leaves.count }
    // Statements with an index do not read all records.
    guard !searches, try cachesColumns(of: entity, []) else { return nil }
    return 0
  }

  /// The steps of SQLite's plan for the entity's own table.
  private func stepsOverTable(of query: StoreQuery) throws -> [String] {
    let translator = try translator(for: query)
    let sql =
      query.grouping == nil
      ? translator.select(query) { [$0.rowNumber] } : translator.groups(query)?.sql
    guard let sql else { return [] }
    let alias = SQLTranslator.outermostAlias
    return try queryPlan(sql).map(\.text)
      .filter { $0.hasPrefix("SCAN \(alias)") || $0.hasPrefix("SEARCH \(alias)") }
  }

  /// Whether fewer than `most` records satisfy the conditions.
  private func findsFew(_ query: StoreQuery, _ most: Int) throws -> Bool {
    var first = StoreQuery(entity: query.entity, conditions: query.conditions, limit: most)
    first.moment = query.moment
    return try count(of: first) < most
  }
}

extension String {
  /// Whether a step of a query plan finds a single row by a unique key.
  fileprivate var findsOneRow: Bool { hasSuffix("USING INTEGER PRIMARY KEY (rowid=?)") }
}

extension Grouping {
  /// Whether it only counts all records.
  fileprivate var isBareCount: Bool {
    keys.isEmpty
      && aggregates.allSatisfy { $0.function == .count && $0.element == nil && $0.filter == nil }
  }
}
