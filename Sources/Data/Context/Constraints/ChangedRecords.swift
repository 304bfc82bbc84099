import Columns
import Model
import Storage

/// Which records of each entity a change set touches, and how.
struct ChangedRecords {
  let changes: ChangeSet
  let schema: StoredSchema

  /// The records that are inserted, deleted or changed in one of `fields` or `references`, without
  /// duplicates and in identity order.
  func keys(
    of entity: String,
    fields: Set<AttributePath>,
    references: Set<String>
  ) -> [RecordKey] {
    let updated = changes.updated.filter { rows in
      rows.entity == entity
        && (rows.columns.keys.contains(where: fields.contains)
          || rows.references.keys.contains(where: references.contains))
    }
    let deleted = changes.deleted.filter { $0.entity == entity }.map(\.keys)
    return (inserted(entity) + updated.map(\.keys) + deleted).union
  }

  /// The remaining records that are inserted or changed in one of `fields`, without duplicates and
  /// in identity order.
  func remainingKeys(of entity: String, fields: [AttributePath]) -> [RecordKey] {
    let updated = changes.updated.filter { rows in
      rows.entity == entity && fields.contains { rows.columns[$0] != nil }
    }
    let keys = (inserted(entity) + updated.map(\.keys)).union
    let gone = Set(deletedKeys(of: entity))
    return gone.isEmpty ? keys : keys.filter { !gone.contains($0) }
  }

  /// The deleted records.
  func deletedKeys(of entity: String) -> [RecordKey] {
    changes.deleted.filter { $0.entity == entity }.flatMap { $0.keys.all }
  }

  private func inserted(_ entity: String) -> [RecordKeys] {
    changes.inserted.filter { $0.entity == entity }.map(\.keys)
  }

  /// The records at `end` of linked and unlinked pairs.
  func linkedKeys(at end: RelationshipEnd) throws -> Set<RecordKey> {
    var keys: Set<RecordKey> = []
    for pair in changes.linked.map(\.pair) + changes.unlinked {
      let named = RelationshipEnd(entity: pair.entity, name: pair.relationship)
      if named == end { keys.insert(pair.owner) }
      if try schema.inverse(of: named) == end { keys.insert(pair.member) }
    }
    return keys
  }
}

extension [RecordKeys] {
  /// All keys without duplicates, in identity order.
  fileprivate var union: [RecordKey] {
    // Usually there is only one element, which may have a million keys from a file.
    guard count > 1 else { return first?.all.sortedByKey() ?? [] }
    var seen: Set<RecordKey> = []
    return flatMap(\.all).filter { seen.insert($0).inserted }.sortedByKey()
  }
}
