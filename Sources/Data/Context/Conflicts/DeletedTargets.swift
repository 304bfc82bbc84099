import Columns
import Model
import Storage

/// Finds records that pending changes reference but another writer has deleted.
struct DeletedTargets {
  let pending: Overlay
  let base: any StoreSnapshot

  /// One problem for each relationship that would reference a missing record.
  func problems() throws -> [ChangeProblem] {
    let view = try OverlaySnapshot(copying: pending, over: base)
    var problems: [ChangeProblem] = []
    for entity in pending.schema.entities {
      guard let table = pending.tables[entity.name] else { continue }
      for place in table.layout.references.indices {
        problems += try lost(table, reference: place, in: view)
      }
    }
    return try problems + missingPairs(in: view)
  }

  private func lost(
    _ table: OverlayTable,
    reference place: Int,
    in view: OverlaySnapshot
  ) throws -> [ChangeProblem] {
    let relationship = table.layout.references[place].relationship
    let owner = table.layout.entity.name
    let end = RelationshipEnd(entity: owner, name: relationship.name)
    let inverse = try pending.schema.relationship(pending.schema.inverse(of: end))
    guard inverse.deleteRule != .noAction else { return [] }
    let links = table.slots.compactMap { key, slot -> Link? in
      guard table.changedReferences[place][slot], let target = table.references[place][slot] else {
        return nil
      }
      return Link(
        owner: RecordID(entity: owner, key: key),
        relationship: relationship.name,
        target: RecordID(entity: relationship.destination, key: target)
      )
    }
    return try problems(links, among: links.map(\.target), in: view)
  }

  private func missingPairs(in view: OverlaySnapshot) throws -> [ChangeProblem] {
    var problems: [ChangeProblem] = []
    for pair in try pending.changes().linked.map(\.pair) {
      let end = RelationshipEnd(entity: pair.entity, name: pair.relationship)
      let inverse = try pending.schema.inverse(of: end)
      let owner = RecordID(entity: pair.entity, key: pair.owner)
      let member = RecordID(entity: inverse.entity, key: pair.member)
      let there = Link(owner: owner, relationship: pair.relationship, target: member)
      let back = Link(owner: member, relationship: inverse.name, target: owner)
      problems += try self.problems([there], among: [member], in: view)
      problems += try self.problems([back], among: [owner], in: view)
    }
    return problems
  }

  private struct Link {
    let owner: RecordID
    let relationship: String
    let target: RecordID
  }

  /// The links whose targets, all of one entity, are missing.
  private func problems(
    _ links: [Link],
    among targets: [RecordID],
    in view: OverlaySnapshot
  ) throws -> [ChangeProblem] {
    guard let entity = targets.first?.entity else { return [] }
    let keys = Set(targets.map(\.key)).sortedByKey()
    let found = try view.references(to: .list(keys), of: entity)
    let missing = Set(zip(keys, found).filter { $1 == Column.nullReference }.map(\.0))
    return links.filter { missing.contains($0.target.key) }
      .sorted { $0.owner.key.isBefore($1.owner.key) }
      .map { .targetDeletedMeanwhile($0.target, by: $0.owner, relationship: $0.relationship) }
  }
}
