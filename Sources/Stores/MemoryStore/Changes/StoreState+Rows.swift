import Columns
import Model
import Storage

/// Dead rows: how they are removed and created.
extension StoreState {
  /// Creates a row for every new record in identity order: a dead row between others, or the end of
  /// the table. Readers see no change.
  mutating func addDeadRows(for changes: ChangeSet, _ limits: StoreLimits) throws(StoreError) {
    for rows in changes.inserted {
      let table = try table(rows.entity)
      if rows.count > limits.rows - table.rowCount, table.live.deadCount > 0 { compact(table) }
    }
    var missing: [String: [Int64]] = [:]
    for rows in changes.inserted {
      let table = try table(rows.entity)
      missing[rows.entity, default: []] += table.numbersWithoutRow(before: rows.keys)
    }
    for (entity, numbers) in missing.sorted(by: { $0.key < $1.key }) where !numbers.isEmpty {
      let table = try table(entity)
      let added = numbers.sortedOnce
      guard added.count <= limits.rows - table.rowCount else { throw .full(entity: entity) }
      rearrange(table, Rearrangement(adding: added, to: table))
    }
  }

  /// Compacts tables with more dead than live rows.
  mutating func compact(after staged: StagedChanges, _ limits: StoreLimits) {
    for staged in staged.sortedTables where !staged.deleted.isEmpty {
      guard let table = tables[staged.entity] else { continue }
      if table.live.deadCount > max(limits.deadRows, table.live.count) { compact(table) }
    }
  }

  /// Removes the dead rows of all tables.
  mutating func compactAll() {
    for name in tables.keys {
      if let table = tables[name], table.live.deadCount > 0 { compact(table) }
    }
  }

  /// Copies all tables, so that states that share them stay unchanged by later changes.
  mutating func copyTables() {
    for name in tables.keys {
      if let table = tables[name] { compact(table) }
    }
  }

  private mutating func compact(_ table: Table) {
    rearrange(table, Rearrangement(compacting: table))
  }

  /// Reorders the rows of a table and updates all references. Other states that share these tables
  /// stay unchanged.
  private mutating func rearrange(_ table: Table, _ order: Rearrangement) {
    let entity = table.layout.entity
    tables[entity] = table.rearranged(order)
    for (name, other) in tables {
      let leadsThere = other.layout.references.contains {
        $0.relationship.destination == entity
      }
      if leadsThere { tables[name] = other.renumbered(entity, order) }
    }
    for links in distinctLinkTables
    where links.first.entity == entity || links.second.entity == entity {
      let renumbered = links.renumbered(entity) { order.newRow($0) }
      linkTables[links.first] = renumbered
      linkTables[links.second] = renumbered
    }
  }
}

extension Table {
  /// The numbers in `keys` that are less than the last row's and have no row.
  fileprivate func numbersWithoutRow(before keys: RecordKeys) -> [Int64] {
    guard let last = numbers.last else { return [] }
    switch keys {
    case .range(let range):
      return range.lowerBound > last
        ? [] : range.prefix { $0 < last }.filter { numbers.row(of: $0) == nil }
    case .list(let keys):
      return keys.compactMap { key in
        guard case .number(let number) = key, number < last, numbers.row(of: number) == nil else {
          return nil
        }
        return number
      }
    }
  }
}
