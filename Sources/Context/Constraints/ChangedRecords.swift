import Columns
import Model
import Storage

/// Which records of each entity a change set touches, and how.
struct ChangedRecords {
  private let changes: ChangeSet
  private let schema: StoredSchema

  init(_ changes: ChangeSet, _ schema: StoredSchema) {
    self.changes = changes
    self.schema = schema
  }

  /// Records that are new, go, or have other values in one of `fields` or `references`.
  func keys(
    of entity: String,
    fields: Set<AttributePath>,
    references: Set<String>
  ) -> Set<RecordKey> {
    var keys: Set<RecordKey> = []
    for rows in changes.inserted where rows.entity == entity { keys.formUnion(rows.keys.all) }
    for selection in changes.deleted where selection.entity == entity {
      keys.formUnion(selection.keys.all)
    }
    for rows in changes.updated where rows.entity == entity {
      let isRead =
        rows.columns.keys.contains(where: fields.contains)
        || rows.references.keys.contains(where: references.contains)
      if isRead { keys.formUnion(rows.keys.all) }
    }
    return keys
  }

  /// The records at `end` of pairs that are linked or unlinked.
  func linkedKeys(at end: RelationshipEnd) throws -> Set<RecordKey> {
    var keys: Set<RecordKey> = []
    for pair in changes.linked.map(\.pair) + changes.unlinked {
      let named = RelationshipEnd(entity: pair.entity, name: pair.relationship)
      if named == end { keys.insert(pair.owner) }
      if try schema.inverse(of: named) == end { keys.insert(pair.member) }
    }
    return keys
  }

  /// Whether anything of `entity` is touched.
  func touches(_ entity: String) -> Bool {
    changes.inserted.contains { $0.entity == entity }
      || changes.updated.contains { $0.entity == entity }
      || changes.deleted.contains { $0.entity == entity }
      || changes.linked.contains { $0.pair.entity == entity }
      || changes.unlinked.contains { $0.entity == entity }
  }
}
