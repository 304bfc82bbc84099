import Columns
import Model
import Storage
import Synchronization

/// A record that a slot makes a member of an owner.
struct AddedMember: Sendable {
  let reference: Int64
  /// Its place where members are ordered, else 0.
  let position: Int64
}

/// To-many relationships, as the overlay's references and pairs leave them.
extension OverlaySnapshot {
  func members(of relationship: RelationshipReference, owners: [Int64]) throws -> MemberLists {
    let end = RelationshipEnd(entity: relationship.entity, name: relationship.name)
    if try schema.isManyToMany(end) { return try linkages(of: relationship, owners: owners).lists }
    let lists = try below.members(of: relationship, owners: known(owners, end.entity))
    let inverse = try schema.inverse(of: end)
    let table = tables[inverse.entity]
    let added = try self.added(end, inverse)
    guard let place = try schema.layout(inverse.entity).referencePlaces[inverse.name],
      table != nil || !added.isEmpty
    else { return lists }
    let isOrdered = try schema.relationship(end).isOrdered
    let positions = isOrdered ? try self.positions(of: lists.members, inverse) : []
    let ranks = try ranks(of: lists.members, inverse.entity)
    var merger = MemberMerger()
    for (row, owner) in owners.enumerated() {
      for index in lists.starts[row]..<lists.starts[row + 1] {
        let member = lists.members[index]
        if table?.hasOwnReference(member, in: place) == true { continue }
        merger.add(member, position: isOrdered ? positions[index] : 0, rank: ranks[index])
      }
      for member in added[owner] ?? [] {
        merger.add(
          member.reference,
          position: member.position,
          rank: try rank(of: member.reference, inverse.entity)
        )
      }
      merger.endOwner()
    }
    return merger.lists
  }

  func linkages(of relationship: RelationshipReference, owners: [Int64]) throws -> LinkageLists {
    let end = RelationshipEnd(entity: relationship.entity, name: relationship.name)
    let found = try below.linkages(of: relationship, owners: known(owners, end.entity))
    let table = tables[relationship.destination]
    if links.isEmpty && table?.gone.isEmpty ?? true { return found }
    let isOrdered = try schema.relationship(end).isOrdered
    let ownerKeys = try keys(of: end.entity, at: owners)
    let memberKeys = try below.keys(of: relationship.destination, at: found.lists.members)
    let ranks = try ranks(of: found.lists.members, relationship.destination)
    var merger = LinkageMerger(isOrdered: isOrdered)
    for row in owners.indices {
      let linked = ownerKeys[row].flatMap { links.linked[end]?[$0] } ?? [:]
      let unlinked = ownerKeys[row].flatMap { links.unlinked[end]?[$0] } ?? []
      for index in found.lists.starts[row]..<found.lists.starts[row + 1] {
        let member = found.lists.members[index]
        guard let key = memberKeys[index], linked[key] == nil, !unlinked.contains(key),
          table?.isDeleted(member) != true
        else { continue }
        merger.add(
          member,
          OverlayLinks.Places(here: found.positions[index], there: found.inversePositions[index]),
          rank: ranks[index]
        )
      }
      for (key, places) in linked {
        let id = RecordID(entity: relationship.destination, key: key)
        guard let member = try reference(to: id) else { continue }
        merger.add(member, places, rank: try rank(of: member, relationship.destination))
      }
      merger.endOwner()
    }
    return merger.lists
  }

  /// Where records stand by identity: new ones may be restored ones, with lower numbers than others.
  private func ranks(of references: [Int64], _ entity: String) throws -> [Int64] {
    guard let table = tables[entity], !table.inserted.isEmpty else { return references }
    return try zip(references, keys(of: entity, at: references)).map { $1?.number ?? $0 }
  }

  private func rank(of reference: Int64, _ entity: String) throws -> Int64 {
    try ranks(of: [reference], entity)[0]
  }

  /// The owners that are below; new ones have no members there.
  private func known(_ owners: [Int64], _ entity: String) -> [Int64] {
    guard let table = tables[entity], !table.inserted.isEmpty else { return owners }
    return owners.map { table.insertedSlot($0) == nil ? $0 : Column.nullReference }
  }

  private func positions(of members: [Int64], _ inverse: RelationshipEnd) throws -> [Int64] {
    let columns = try below.gather([.position(inverse.name)], of: inverse.entity, at: members)
    guard case .int(let positions)? = columns.first else { return [] }
    return positions.values
  }

  /// The members that are added to those of below, owner by owner.
  private func added(
    _ end: RelationshipEnd,
    _ inverse: RelationshipEnd
  ) throws -> [Int64: [AddedMember]] {
    if let known = added.withLock({ $0[end] }) { return known }
    var members = try addedBySlots(inverse)
    let restored = try restored(inverse)
    if !restored.isEmpty {
      let hasPositions = try schema.relationship(end).isOrdered
      let references = restored.keys.sorted()
      let positions = hasPositions ? try positions(of: references, inverse) : []
      for (row, reference) in references.enumerated() {
        guard let owner = restored[reference] else { continue }
        let position = hasPositions ? positions[row] : 0
        members[owner, default: []].append(
          AddedMember(reference: reference, position: position)
        )
      }
    }
    added.withLock { [members] in $0[end] = members }
    return members
  }

  private func addedBySlots(_ inverse: RelationshipEnd) throws -> [Int64: [AddedMember]] {
    guard let table = tables[inverse.entity],
      let place = table.layout.referencePlaces[inverse.name]
    else { return [:] }
    let targets = try self.targets(of: inverse.name, table)
    let hasPositions = table.layout.references[place].hasPositions
    var members: [Int64: [AddedMember]] = [:]
    for (slot, reference) in table.slotReferences.enumerated() {
      let owner = targets[slot]
      guard reference != Column.nullReference, owner != Column.nullReference,
        table.changedReferences[place][slot]
      else { continue }
      let position = hasPositions ? table.positions[place][slot] : 0
      members[owner, default: []].append(AddedMember(reference: reference, position: position))
    }
    return members
  }
}

/// Brings the members of one owner after the other into their order.
private struct MemberMerger {
  private var starts = [0]
  private var members: [Int64] = []
  private var current: [(reference: Int64, position: Int64, rank: Int64)] = []

  mutating func add(_ member: Int64, position: Int64, rank: Int64) {
    current.append((member, position, rank))
  }

  mutating func endOwner() {
    current.sort { ($0.position, $0.rank) < ($1.position, $1.rank) }
    members += current.map(\.reference)
    starts.append(members.count)
    current.removeAll(keepingCapacity: true)
  }

  var lists: MemberLists { MemberLists(starts: starts, members: members) }
}

/// The same for members with places at both ends.
private struct LinkageMerger {
  let isOrdered: Bool
  private var starts = [0]
  private var members: [Int64] = []
  private var positions: [Int64] = []
  private var inversePositions: [Int64] = []
  private var current: [(member: Int64, places: OverlayLinks.Places, rank: Int64)] = []

  init(isOrdered: Bool) { self.isOrdered = isOrdered }

  mutating func add(_ member: Int64, _ places: OverlayLinks.Places, rank: Int64) {
    current.append((member, places, rank))
  }

  mutating func endOwner() {
    let isOrdered = isOrdered
    current.sort {
      (isOrdered ? $0.places.here : 0, $0.rank) < (isOrdered ? $1.places.here : 0, $1.rank)
    }
    for (member, places, _) in current {
      members.append(member)
      positions.append(places.here)
      inversePositions.append(places.there)
    }
    starts.append(members.count)
    current.removeAll(keepingCapacity: true)
  }

  var lists: LinkageLists {
    LinkageLists(
      lists: MemberLists(starts: starts, members: members),
      positions: positions,
      inversePositions: inversePositions
    )
  }
}

extension RecordKey {
  /// The number, if it is one.
  fileprivate var number: Int64? {
    if case .number(let number) = self { number } else { nil }
  }
}
