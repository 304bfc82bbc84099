import Columns
import Model
import Storage

/// A change set that has passed all checks, so that committing it cannot fail.
struct StagedChanges {
  /// The changes of tables, by entity.
  var tables: [String: StagedTable] = [:]
  /// The changes of many-to-many relationships.
  var pairs = PairEdits()
  /// The next position in ordered relationships.
  var nextPosition: Int64 = 0

  /// The tables in a fixed order.
  var sortedTables: [StagedTable] {
    tables.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// Changes of many-to-many relationships. Links of deleted records are removed automatically.
struct PairEdits {
  struct RemovedLink {
    let end: RelationshipEnd
    let owner: Int64
    let member: Int64
  }

  var unlinked: [RemovedLink] = []
  var linked: [LinkEdit] = []
}

extension StoreState {
  func table(_ entity: String) throws(StoreError) -> Table {
    guard let table = tables[entity] else { throw .unknownEntity(entity) }
    return table
  }

  /// Checks `changes` as a whole, without applying them.
  func staged(_ changes: ChangeSet, limits: StoreLimits) throws(StoreError) -> StagedChanges {
    var stager = ChangeStager(self)
    try stager.stage(changes)
    let staged = stager.staged
    try checkRequiredReferences(staged)
    try checkOneToOne(staged)
    for table in staged.sortedTables {
      try table.checkCapacity(limits)
      try table.stageUnique()
    }
    return staged
  }

  /// Applies the changes. Columns change in place unless a snapshot holds them.
  mutating func commit(_ staged: StagedChanges) {
    for table in staged.sortedTables {
      table.table.commit(table)
      guard !table.deleted.isEmpty else { continue }
      for links in distinctLinkTables { links.removeLinks(of: table.deleted, of: table.entity) }
    }
    for pair in staged.pairs.unlinked {
      linkTables[pair.end]?.unlink(pair.end, owner: pair.owner, member: pair.member)
    }
    for edit in staged.pairs.linked { linkTables[edit.end]?.link(edit) }
    nextPosition = max(nextPosition, staged.nextPosition)
  }

  /// The tables of links, without duplicates.
  var distinctLinkTables: [LinkTable] {
    linkTables.filter { $0.key == $0.value.first }.map(\.value)
  }
}
