import Columns
import Model
import Storage

extension ChangeSet {
  /// Replaces written values by those that the store has instead.
  mutating func revise(_ revisions: StoreRevisions) {
    let byEntity = Dictionary(grouping: revisions.values, by: \.entity)
    for place in inserted.indices {
      if let revisions = byEntity[inserted[place].entity] { inserted[place].revise(revisions) }
    }
    for place in updated.indices {
      if let revisions = byEntity[updated[place].entity] { updated[place].revise(revisions) }
    }
  }

  /// Removes the changes that triggers have skipped.
  mutating func leaveOut(
    inserted notInserted: [RecordSelection],
    updated notUpdated: [RecordSelection],
    deleted notDeleted: [RecordSelection]
  ) {
    inserted = inserted.compactMap { $0.leavingOut(notInserted) }
    updated = updated.compactMap { $0.leavingOut(notUpdated) }
    deleted = deleted.compactMap { selection in
      let skipped = notDeleted.keys(of: selection.entity)
      if skipped.isEmpty { return selection }
      let left = selection.keys.all.filter { !skipped.contains($0) }
      return left.isEmpty ? nil : RecordSelection(entity: selection.entity, keys: .list(left))
    }
  }
}

extension [RecordSelection] {
  /// The records of an entity.
  fileprivate func keys(of entity: String) -> Set<RecordKey> {
    Set(lazy.filter { $0.entity == entity }.flatMap { $0.keys.all })
  }
}

extension RecordRows {
  /// The rows of the other records; nil if there are none.
  fileprivate func leavingOut(_ selections: [RecordSelection]) -> RecordRows? {
    let skipped = selections.keys(of: entity)
    if skipped.isEmpty { return self }
    let all = keys.all
    let places = all.indices.filter { !skipped.contains(all[$0]) }
    if places.isEmpty { return nil }
    var rows = self
    rows.keys = .list(places.map { all[$0] })
    rows.columns = columns.mapValues { $0.gathered(at: places.map(Int64.init)) }
    rows.references = references.mapValues { references in
      RecordReferences(
        targets: places.map { references.targets[$0] },
        positions: references.positions.map { positions in places.map { positions[$0] } }
      )
    }
    return rows
  }

  fileprivate mutating func revise(_ revisions: [StoredRevision]) {
    let keys = keys.all
    let places = Dictionary(zip(keys, keys.indices), uniquingKeysWith: { first, _ in first })
    for (path, revisions) in Dictionary(grouping: revisions, by: \.path) {
      guard let column = columns[path], let type = revisions.first?.type else { continue }
      var values: [Value]?
      for revision in revisions {
        guard let row = places[revision.key], column.value(at: row) == revision.written else {
          continue
        }
        if values == nil { values = keys.indices.map { column.value(at: $0) } }
        values?[row] = revision.stored
      }
      if let values, let revised = Column(values, of: type) { columns[path] = revised }
    }
  }
}
