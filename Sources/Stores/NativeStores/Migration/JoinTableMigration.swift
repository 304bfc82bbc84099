import Model
import SQLGeneration
import Storage

/// Migrates the join tables of many-to-many relationships.
struct JoinTableMigration<Database: NativeDatabase> {
  let old: NativeStoreLayout
  let oldSchema: Schema
  let new: NativeStoreLayout
  let newSchema: Schema
  let db: Database

  /// Creates and migrates the tables; throws if links would be lost, unless that is allowed.
  func run(
    _ tables: NativeStoreTables,
    formerly oldTables: NativeStoreTables,
    allowsLoss: Bool
  ) throws {
    let pairs = new.joinTables.map { ($0, previous(of: $0)) }
    let kept = Set(pairs.compactMap { $0.1?.table.mapping.table })
    for table in old.joinTables where !kept.contains(table.mapping.table) {
      try drop(table, allowsLoss: allowsLoss)
    }
    let changed = pairs.filter { table, previous in
      guard let previous else { return true }
      return previous.isReversed || previous.table.mapping != table.mapping
        || oldTables.creation(of: previous.table) != tables.creation(of: table)
    }
    // Rename all first: a new table may have the name of another old one.
    for (_, previous) in changed {
      guard let table = previous?.table.mapping.table else { continue }
      try db.rename(table, to: aside(table))
    }
    for (table, previous) in changed {
      if let previous {
        try db.execute(
          "DROP INDEX IF EXISTS"
            + " \(previous.table.mapping.memberIndex(db.dialect).quotedForSQL)"
        )
      }
      for sql in tables.creation(of: table) { try db.execute(sql) }
      if let previous { try copy(previous, to: table) }
    }
  }

  private func aside(_ table: String) -> String { db.dialect.fitting("martlet_old \(table)") }

  /// A join table before the change.
  private struct OldJoinTable {
    let table: NativeStoreLayout.JoinTable
    /// Whether its first end is now the second.
    let isReversed: Bool

    /// The table as seen from the end that is now the first.
    var mapping: JoinTableMapping { isReversed ? table.mapping.fromOtherEnd : table.mapping }
  }

  /// The table that contains the links so far; its ends may have had other names.
  private func previous(of table: NativeStoreLayout.JoinTable) -> OldJoinTable? {
    let (first, second) = (table.first, table.second)
    let (previousFirst, previousSecond) = (
      newSchema.previous(first, in: oldSchema), newSchema.previous(second, in: oldSchema)
    )
    for (end, other) in [(first, second), (previousFirst, previousSecond)] {
      for candidate in old.joinTables
      where [candidate.first.entity, candidate.second.entity].sorted()
        == [previousFirst.entity, previousSecond.entity].sorted()
        && (candidate.first == candidate.second) == (first == second)
        && [candidate.first, candidate.second].contains(where: { $0 == end || $0 == other })
      {
        let isSame =
          [first, previousFirst].contains(candidate.first)
          || [second, previousSecond].contains(candidate.second)
        return OldJoinTable(table: candidate, isReversed: !isSame)
      }
    }
    return nil
  }

  private func copy(_ previous: OldJoinTable, to table: NativeStoreLayout.JoinTable) throws {
    let (from, to) = (previous.mapping, table.mapping)
    var pairs = [(to.owner.name, from.owner.name.quotedForSQL)]
    pairs.append((to.member.name, from.member.name.quotedForSQL))
    if let position = to.position { pairs.append((position, from.position?.quotedForSQL ?? "0")) }
    if let position = to.inversePosition {
      pairs.append((position, from.inversePosition?.quotedForSQL ?? "0"))
    }
    let source = aside(previous.table.mapping.table).quotedForSQL
    try db.execute(
      "INSERT INTO \(to.table.quotedForSQL) (\(pairs.map(\.0.quotedForSQL).joined(separator: ", ")))"
        + " SELECT \(pairs.map(\.1).joined(separator: ", ")) FROM \(source)"
    )
    try db.drop(aside(previous.table.mapping.table))
  }

  private func drop(_ table: NativeStoreLayout.JoinTable, allowsLoss: Bool) throws {
    let name = table.mapping.table.quotedForSQL
    let count = Int(try db.number("SELECT count(*) FROM \(name)"))
    guard count == 0 || allowsLoss else {
      throw StoreError.schemaConflict(
        entity: table.first.entity,
        conflicts: [.losesLinks(property: table.first.name, count: count)]
      )
    }
    try db.drop(table.mapping.table)
  }
}
