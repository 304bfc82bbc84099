import Columns
import Model
import Storage

/// Finds records that changes reference but another writer has deleted.
struct DeletedTargets {
  let schema: StoredSchema
  let changes: ChangeSet
  /// The records without the changes.
  let now: any StoreSnapshot

  private typealias Link = (owner: RecordID, relationship: String, target: RecordID)

  /// One problem for each relationship that would reference a missing record.
  func problems() throws -> [ChangeProblem] {
    let new = Dictionary(grouping: changes.inserted, by: \.entity)
      .mapValues { Set($0.flatMap { $0.keys.all }) }
    let links = try references() + pairs()
    var problems: [ChangeProblem] = []
    for (entity, links) in Dictionary(grouping: links, by: \.target.entity).sorted(by: {
      $0.key < $1.key
    }) {
      let referenced = links.filter { new[entity]?.contains($0.target.key) != true }
      let found = try now.references(to: .list(referenced.map(\.target.key)), of: entity)
      problems += zip(referenced, found).filter { $1 == Column.nullReference }.map { link, _ in
        .targetDeletedMeanwhile(link.target, by: link.owner, relationship: link.relationship)
      }
    }
    return problems
  }

  private func references() throws -> [Link] {
    var links: [Link] = []
    for rows in changes.inserted + changes.updated {
      for (name, given) in rows.references.sorted(by: { $0.key < $1.key }) {
        let end = RelationshipEnd(entity: rows.entity, name: name)
        let inverse = try schema.inverse(of: end)
        // With `no action`, references to deleted records are allowed.
        guard try schema.relationship(inverse).deleteRule != .noAction else { continue }
        for (row, target) in given.targets.enumerated() {
          guard let target else { continue }
          let owner = RecordID(entity: rows.entity, key: rows.keys[row])
          links.append((owner, name, RecordID(entity: inverse.entity, key: target)))
        }
      }
    }
    return links
  }

  private func pairs() throws -> [Link] {
    try changes.linked.map(\.pair).flatMap { pair -> [Link] in
      let end = RelationshipEnd(entity: pair.entity, name: pair.relationship)
      let inverse = try schema.inverse(of: end)
      let owner = RecordID(entity: pair.entity, key: pair.owner)
      let member = RecordID(entity: inverse.entity, key: pair.member)
      return [(owner, pair.relationship, member), (member, inverse.name, owner)]
    }
  }
}
