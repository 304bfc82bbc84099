import Model
import Storage

/// Corrects the history of pending changes if other writers have linked or unlinked the same
/// records meanwhile.
struct PendingLinks {
  private let schema: StoredSchema
  private let before: InverseChanges
  /// All pairs that the statements have linked or unlinked.
  private let changed: Set<RecordPair>
  /// The linked ones of these.
  private var present: Set<RecordPair> = []
  /// Other pairs of deleted records.
  private var unlisted: Set<RecordPair> = []

  /// - Parameter base: The saved records before the pending changes.
  init(_ entries: [HistoryEntry], over base: any StoreSnapshot, _ schema: StoredSchema) throws {
    self.schema = schema
    before = InverseChanges(schema: schema, before: base)
    changed = Set(try entries.flatMap(\.linkedPairs).map { try $0.named(in: schema).pair })
    present = Set(try before.places(of: Array(changed)).keys)
  }

  /// The inverse of a statement without what another writer has done before.
  mutating func settled(_ inverse: ChangeSet, of forward: ChangeSet) throws -> ChangeSet {
    var settled = inverse
    let kept = Set(forward.linked.map(\.pair))
    settled.linked = try inverse.linked.filter { linkage in
      let pair = try linkage.pair.named(in: schema).pair
      return kept.contains(linkage.pair) ? present.contains(pair) : present.remove(pair) != nil
    }
    // Links that other writers have added to records that are deleted.
    for linkage in try before.linksOfDeleted(forward.deleted) {
      let pair = try linkage.pair.named(in: schema).pair
      if !changed.contains(pair), unlisted.insert(pair).inserted { settled.linked.append(linkage) }
    }
    settled.unlinked = try inverse.unlinked.filter {
      present.insert(try $0.named(in: schema).pair).inserted
    }
    return settled
  }
}
