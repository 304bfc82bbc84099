import Columns
import Model
import Storage

/// A change set that has passed every check, so that committing it can't fail.
struct StagedChanges {
  /// What becomes of tables, by the entities' names.
  var tables: [String: StagedTable] = [:]
  /// What becomes of the pairs of many-to-many relationships.
  var pairs = PairEdits()
  /// The position that the next member of an ordered relationship gets.
  var nextPosition: Int64 = 0

  /// The tables, always in the same order.
  var sortedTables: [StagedTable] {
    tables.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// What becomes of the pairs of many-to-many relationships; those of deleted records go anyway.
struct PairEdits {
  /// A pair of rows that is linked no more.
  struct RemovedLink {
    let end: RelationshipEnd
    let owner: Int64
    let member: Int64
  }

  var unlinked: [RemovedLink] = []
  var linked: [LinkEdit] = []
}

extension StoreState {
  /// The table of an entity.
  func table(_ entity: String) throws(StoreError) -> Table {
    guard let table = tables[entity] else { throw .unknownEntity(entity) }
    return table
  }

  /// Checks `changes` as a whole; nothing is changed yet.
  func staged(_ changes: ChangeSet, limits: StoreLimits) throws(StoreError) -> StagedChanges {
    var stager = ChangeStager(self)
    try stager.stage(changes)
    let staged = stager.staged
    try checkRequiredReferences(staged)
    try checkOneToOne(staged)
    for table in staged.sortedTables {
      try table.checkRoom(limits)
      try table.stageUnique()
    }
    return staged
  }

  /// Makes the changes; the columns change in place unless a snapshot holds them.
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

  /// The tables of links, each once.
  var distinctLinkTables: [LinkTable] {
    linkTables.filter { $0.key == $0.value.first }.map(\.value)
  }
}
