import Model
import Storage

/// The members that the changes add to and remove from to-many relationships.
struct StatedMoves {
  private var added: [RelationshipEnd: [RecordKey: Set<RecordKey>]] = [:]
  private var removed: [RelationshipEnd: [RecordKey: Set<RecordKey>]] = [:]

  init(_ stated: StatedChanges) throws {
    let schema = stated.schema
    for change in stated.changes {
      let (entity, key) = (change.record.entity, change.record.key)
      for value in change.values {
        let end = RelationshipEnd(entity: entity, name: value.property.components[0])
        guard let inverse = try? schema.inverse(of: end) else { continue }
        if case .record(let owner) = value.old {
          removed[inverse, default: [:]][owner.key, default: []].insert(key)
        }
        if case .record(let owner) = value.new {
          added[inverse, default: [:]][owner.key, default: []].insert(key)
        }
      }
      for link in change.links {
        let pair = RecordPair(change.record, link)
        for side in [pair, pair.seen(from: try schema.inverse(of: pair.end))] {
          if link.isAdded {
            added[side.end, default: [:]][side.owner, default: []].insert(side.member)
          } else {
            removed[side.end, default: [:]][side.owner, default: []].insert(side.member)
          }
        }
      }
    }
  }

  func members(
    of owner: RecordKey,
    _ end: RelationshipEnd,
    _ present: [RecordKey]
  ) -> [RecordKey] {
    Set(present).subtracting(removed[end]?[owner] ?? []).union(added[end]?[owner] ?? [])
      .sortedByKey()
  }
}
