import Expressions
import GRDB
import Model
import SQLGeneration
import Storage

/// Whether SQLite or the engine carries a request out: SQLite finds few records by an index sooner, the engine
/// goes through all of them sooner.
extension FileSnapshot {
  /// SQLite looks up a record in the time in which this share of a page is read through.
  private static let pagesPerRecord = 4
  /// So few records are always found sooner.
  private static let fewRecords = 64
  /// About so many rows stand on a page.
  static let rowsPerPage = 32

  /// Whether the engine answers `request` sooner than SQLite does what `offer` says.
  ///
  /// - Parameter query: What SQLite would do.
  func isEngineSooner(_ request: Storage.FetchRequest, _ query: StoreQuery) throws -> Bool {
    guard query.entitiesRead.isSubset(of: [query.entity]) else { return false }
    let steps = try stepsOverTable(of: query)
    let searches = steps.contains { $0.hasPrefix("SEARCH") }
    if searches, query.grouping != nil || steps.contains(where: \.findsOneRow) { return false }
    // Found before the table's pages are looked for, which takes longer.
    if searches, try findsFew(query, Self.fewRecords) { return false }
    guard let pages = try pagesRead(of: query.entity, searches: searches) else { return false }
    if searches { return try !findsFew(query, max(Self.fewRecords, pages / Self.pagesPerRecord)) }
    if let grouping = query.grouping { return !grouping.isBareCount || !query.conditions.isEmpty }
    // In the order of an index the first ones are found at once.
    let isInOrder = steps.contains { $0.contains("USING INDEX") || $0.contains("COVERING INDEX") }
    return !(isInOrder && query.conditions.isEmpty && request.limit != nil)
  }

  /// How many pages the engine would go through, about; nil where it would have to ask SQLite for all rows
  /// for a single statement.
  private func pagesRead(of entity: String, searches: Bool) throws -> Int? {
    if let table = try pagedTable(of: entity) { return table.tree.leaves.count }
    if isUnbroken, let count = keeping.columns.count(of: entity) { return count / Self.rowsPerPage }
    // Who finds records by an index does not ask for all of them.
    guard !searches, try keepsColumns(of: entity, []) else { return nil }
    return 0
  }

  /// What SQLite does with the entity's own table.
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

  /// Whether the conditions hold for fewer than `most` records.
  private func findsFew(_ query: StoreQuery, _ most: Int) throws -> Bool {
    var first = StoreQuery(entity: query.entity, conditions: query.conditions, limit: most)
    first.moment = query.moment
    return try count(of: first) < most
  }
}

extension String {
  /// Whether a step of a query plan looks up a single row by a unique key.
  fileprivate var findsOneRow: Bool { hasSuffix("USING INTEGER PRIMARY KEY (rowid=?)") }
}

extension Grouping {
  /// Whether nothing but the number of all records is asked.
  fileprivate var isBareCount: Bool {
    keys.isEmpty
      && aggregates.allSatisfy { $0.function == .count && $0.element == nil && $0.filter == nil }
  }
}
