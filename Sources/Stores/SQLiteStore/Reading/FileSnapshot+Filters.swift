import Expressions
import Model
import SQLGeneration
import Storage

/// Omits filters that apply to all rows of their tables.
extension FileSnapshot {
  /// For fewer records, scanning another table takes longer than the filter.
  private static let minWorthScan = 500

  /// The mapping of `entity`, without its filter if the table has no rows of other entities.
  ///
  /// - Parameter count: The number of records for which rows are read.
  func unfiltered(_ entity: String, askedFor count: Int = 0) throws -> EntityMapping {
    var mapping = try model.table(entity).mapping
    guard mapping.filter != nil else { return mapping }
    let method: StrayRows.Method = count >= Self.minWorthScan ? .scan : .index
    let areAbsent = try connection.perform { try strayRows.areAbsent(mapping, method, $0) }
    if areAbsent { mapping.filter = nil }
    return mapping
  }

  /// The mapping for `query`, without filters that apply to all rows.
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

  /// The greatest row number, which is at least the number of rows that an app created.
  func greatestNumber(of entity: String) throws -> Int {
    let rows = try rows(of: entity)
    return try connection.perform { db in
      Int(clamping: try db.number("SELECT max(\(rows.number)) FROM \(rows.source) AS t"))
    }
  }
}

extension StoreQuery {
  /// The entities whose records affect the result.
  var entitiesRead: Set<String> {
    let expressions = conditions + sort.map(\.expression) + (grouping?.parts ?? [])
    return expressions.reduce(into: []) { $0.formUnion($1.entitiesRead) }
  }
}
