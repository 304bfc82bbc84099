import Expressions
import Model
import SQLGeneration
import Storage

/// Filters are left out where they keep nothing out.
extension FileSnapshot {
  /// To look at fewer rows takes no time that a scan of another table would save.
  private static let fewestWorthScan = 500

  /// The mapping of `entity`, without its filter if the table has no rows of others.
  ///
  /// - Parameter count: For how many records something is asked of the rows.
  func unfiltered(_ entity: String, askedFor count: Int = 0) throws -> EntityMapping {
    var mapping = try model.table(entity).mapping
    guard mapping.filter != nil else { return mapping }
    let effort: StrayRows.Effort = count >= Self.fewestWorthScan ? .scan : .index
    let areAbsent = try connection.perform { try strayRows.areAbsent(mapping, effort, $0) }
    if areAbsent { mapping.filter = nil }
    return mapping
  }

  /// How the entities lie that `query` asks, without filters that keep nothing out.
  func mapping(for query: StoreQuery) throws -> PhysicalMapping {
    guard model.hasFilters else { return model.mapping }
    var mapping = model.mapping
    let others = query.entitiesRead.subtracting([query.entity])
    let filtered = others.filter { mapping.entities[$0]?.filter != nil }
    if mapping.entities[query.entity]?.filter != nil {
      mapping.entities[query.entity] = try unfiltered(query.entity)
    }
    if filtered.isEmpty { return mapping }
    let count = try greatestNumber(of: query.entity)
    for entity in filtered {
      mapping.entities[entity] = try unfiltered(entity, askedFor: count)
    }
    return mapping
  }

  /// The greatest number of a row, which is at least as great as the number of rows that an app made.
  func greatestNumber(of entity: String) throws -> Int {
    let rows = try rows(of: entity)
    return try connection.perform { db in
      Int(clamping: try db.number("SELECT max(\(rows.number)) FROM \(rows.source) AS t"))
    }
  }
}

extension StoreQuery {
  /// The entities whose records decide the answer.
  var entitiesRead: Set<String> {
    let expressions = conditions + sort.map(\.expression) + (grouping?.parts ?? [])
    return expressions.reduce(into: []) { $0.formUnion($1.entitiesRead) }
  }
}
