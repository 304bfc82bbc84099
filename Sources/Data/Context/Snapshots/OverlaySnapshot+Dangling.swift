import Columns
import Model
import Storage
import Synchronization

/// Dangling references.
extension OverlaySnapshot {
  func findDanglingReferences(
    of relationship: RelationshipReference
  ) throws -> [DanglingReference] {
    let end = RelationshipEnd(entity: relationship.entity, name: relationship.name)
    let kept = try (below.danglingReferences(of: relationship) + newlyDangling(end)).filter {
      found in
      tables[relationship.destination]?.slots[found.target] == nil
    }
    let all = try kept.filter(isUntouched(kept, end)) + danglingSlots(end)
    return all.sorted { $0.owner.isBefore($1.owner) }
  }

  func findDanglingTargets(
    of relationship: RelationshipReference,
    at references: [Int64]
  ) throws -> [RecordKey?] {
    let targets = try danglingTargets(
      RelationshipEnd(entity: relationship.entity, name: relationship.name)
    )
    return references.map { targets[$0] }
  }

  private func danglingTargets(_ end: RelationshipEnd) throws -> [Int64: RecordKey] {
    if let known = danglingTargets.withLock({ $0[end] }) { return known }
    let all = try danglingReferences(of: schema.reference(end))
    let owners = try references(to: .list(all.map(\.owner)), of: end.entity)
    let targets = Dictionary(zip(owners, all.map(\.target)), uniquingKeysWith: { $1 })
    danglingTargets.withLock { $0[end] = targets }
    return targets
  }

  /// Dangling references of the snapshot below to records that the overlay restores, with the new
  /// references. For one-to-one relationships, only if both ends match.
  func restored(_ end: RelationshipEnd) throws -> [Int64: Int64] {
    if let known = restored.withLock({ $0[end] }) { return known }
    let relationship = try schema.reference(end)
    guard let destination = tables[relationship.destination], destination.insertedCount > 0 else {
      return [:]
    }
    let inverse = try schema.inverse(of: end)
    let back = destination.layout.referencePlaces[inverse.name]
    let found = try below.danglingReferences(of: relationship).filter { found in
      guard let slot = destination.slots[found.target] else { return false }
      return back.map { destination.references[$0][slot] == found.owner } ?? true
    }
    let isUntouched = try isUntouched(found, end)
    let kept = found.filter(isUntouched)
    let owners = try below.references(to: .list(kept.map(\.owner)), of: end.entity)
    var restored: [Int64: Int64] = [:]
    for (owner, found) in zip(owners, kept) {
      guard let slot = destination.slots[found.target] else { continue }
      restored[owner] = destination.reference(ofSlot: slot)
    }
    self.restored.withLock { [restored] in $0[end] = restored }
    return restored
  }

  /// Whether the owner of a reference exists and has no new target in the overlay.
  private func isUntouched(
    _ references: [DanglingReference],
    _ end: RelationshipEnd
  ) throws -> (DanglingReference) -> Bool {
    guard let table = tables[end.entity], let place = table.layout.referencePlaces[end.name] else {
      return { _ in true }
    }
    let owners = references.map(\.owner)
    let found = try below.references(to: .list(owners), of: end.entity)
    let touched = Set(
      zip(owners, found).filter { table.hasOwnReference($1, in: place) }.map(\.0)
    )
    return { !touched.contains($0.owner) }
  }

  /// References to records that the overlay deletes.
  private func newlyDangling(_ end: RelationshipEnd) throws -> [DanglingReference] {
    let relationship = try schema.reference(end)
    guard let gone = tables[relationship.destination]?.gone, !gone.isEmpty else { return [] }
    let lists = try below.others(schema.reference(schema.inverse(of: end)), of: gone)
    let targets = try below.keys(of: relationship.destination, at: gone)
    let owners = try below.keys(of: end.entity, at: lists.members)
    return gone.indices.flatMap { row in
      lists.places(of: row).compactMap { index in
        guard let owner = owners[index], let target = targets[row] else { return nil }
        return DanglingReference(owner: owner, target: target)
      }
    }
  }

  /// New references to missing records.
  private func danglingSlots(_ end: RelationshipEnd) throws -> [DanglingReference] {
    guard let table = tables[end.entity], let place = table.layout.referencePlaces[end.name] else {
      return []
    }
    let destination = table.layout.references[place].relationship.destination
    let incoming = table.incoming[place].filter { !$0.value.isEmpty }
    let targets = Array(incoming.keys)
    let found = try references(to: .list(targets), of: destination)
    return zip(targets, found).filter { $1 == Column.nullReference }.flatMap { target, _ in
      (incoming[target] ?? []).filter { table.reference(ofSlot: $0) != Column.nullReference }
        .map { DanglingReference(owner: table.keys[$0], target: target) }
    }
  }
}
