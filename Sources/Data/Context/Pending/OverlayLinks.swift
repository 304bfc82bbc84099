import Model
import Storage

/// Changed pairs of many-to-many relationships, on top of a snapshot.
///
/// Every pair is stored for both of its ends.
struct OverlayLinks {
  /// The positions of a pair at both ends.
  struct Positions {
    let here: Int64
    let there: Int64
  }

  /// Linked pairs, and pairs with new positions.
  private(set) var linked: [RelationshipEnd: [RecordKey: [RecordKey: Positions]]] = [:]
  /// Unlinked pairs of the snapshot.
  private(set) var unlinked: [RelationshipEnd: [RecordKey: Set<RecordKey>]] = [:]
  /// Linked pairs in order, named from the end that was edited last.
  private(set) var order: [RecordPair] = []

  /// The original members of owners in ordered relationships.
  private(set) var originalOrders: [RelationshipEnd: [RecordKey: [RecordKey]]] = [:]

  var isEmpty: Bool { linked.isEmpty && unlinked.isEmpty }

  /// The ends of all changed relationships.
  var ends: Set<RelationshipEnd> {
    Set(linked.keys).union(unlinked.keys).union(originalOrders.keys)
  }

  mutating func link(_ linkage: RecordLinkage, inverse: RelationshipEnd) {
    let pair = linkage.pair
    let end = RelationshipEnd(entity: pair.entity, name: pair.relationship)
    set(
      end,
      pair.owner,
      pair.member,
      Positions(here: linkage.position, there: linkage.inversePosition)
    )
    set(
      inverse,
      pair.member,
      pair.owner,
      Positions(here: linkage.inversePosition, there: linkage.position)
    )
    order.append(pair)
  }

  /// Stores the original order of an owner's members.
  mutating func keepOrder(_ members: [RecordKey], of owner: RecordKey, _ end: RelationshipEnd) {
    originalOrders[end, default: [:]][owner] = members
  }

  /// - Parameter isBelow: Whether the pair is linked in the snapshot.
  mutating func unlink(_ pair: RecordPair, inverse: RelationshipEnd, isBelow: Bool) {
    let end = RelationshipEnd(entity: pair.entity, name: pair.relationship)
    linked[end]?[pair.owner]?[pair.member] = nil
    linked[inverse]?[pair.member]?[pair.owner] = nil
    guard isBelow else { return }
    unlinked[end, default: [:]][pair.owner, default: []].insert(pair.member)
    unlinked[inverse, default: [:]][pair.member, default: []].insert(pair.owner)
  }

  /// Removes the new pairs of a deleted record.
  mutating func forget(_ record: RecordID, _ end: RelationshipEnd, inverse: RelationshipEnd) {
    guard let members = linked[end]?.removeValue(forKey: record.key) else { return }
    for member in members.keys { linked[inverse]?[member]?[record.key] = nil }
  }

  private mutating func set(
    _ end: RelationshipEnd,
    _ owner: RecordKey,
    _ member: RecordKey,
    _ places: Positions
  ) {
    linked[end, default: [:]][owner, default: [:]][member] = places
    unlinked[end]?[owner]?.remove(member)
  }

  /// The new, moved and removed pairs, without duplicates.
  func changes(_ schema: StoredSchema) throws -> (linked: [RecordLinkage], unlinked: [RecordPair]) {
    var seen: Set<RecordPair> = []
    var linkages: [RecordLinkage] = []
    for pair in order {
      let end = RelationshipEnd(entity: pair.entity, name: pair.relationship)
      guard let places = linked[end]?[pair.owner]?[pair.member] else { continue }
      // A record linked with itself in a relationship that is its own inverse is its own mirror.
      let mirrored = pair.seen(from: try schema.inverse(of: end))
      guard seen.insert(pair).inserted, mirrored == pair || seen.insert(mirrored).inserted else {
        continue
      }
      linkages.append(
        RecordLinkage(pair: pair, position: places.here, inversePosition: places.there)
      )
    }
    return (linkages, try unlinkedPairs(schema))
  }

  private func unlinkedPairs(_ schema: StoredSchema) throws -> [RecordPair] {
    let pairs = unlinked.flatMap { end, owners in
      owners.flatMap { owner, members in
        members.map { member in
          RecordPair(
            entity: end.entity,
            relationship: end.name,
            owner: owner,
            member: member
          )
        }
      }
    }
    // Each pair is stored for both ends. Sort them, so that the result does not depend on hash
    // values.
    var seen: Set<RecordPair> = []
    return try pairs.sorted { $0.isBefore($1) }.filter { pair in
      let end = RelationshipEnd(entity: pair.entity, name: pair.relationship)
      guard seen.insert(pair).inserted else { return false }
      seen.insert(pair.seen(from: try schema.inverse(of: end)))
      return true
    }
  }
}

extension RecordPair {
  /// The same pair, named from its other end.
  func seen(from inverse: RelationshipEnd) -> RecordPair {
    RecordPair(
      entity: inverse.entity,
      relationship: inverse.name,
      owner: member,
      member: owner
    )
  }
}
