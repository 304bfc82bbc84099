import Columns
import Model
import Storage

/// To-many relationships, including the overlay's changes.
extension OverlaySnapshot {
  func members(of relationship: RelationshipReference, owners: [Int64]) throws -> MemberLists {
    let end = RelationshipEnd(entity: relationship.entity, name: relationship.name)
    if try schema.isManyToMany(end) { return try linkages(of: relationship, owners: owners).lists }
    let lists = try below.members(of: relationship, owners: known(owners, end.entity))
    let inverse = try schema.inverse(of: end)
    let restored = try restored(inverse)
    let table = tables[inverse.entity]
    guard let place = try schema.layout(inverse.entity).referencePlaces[inverse.name],
      table != nil || !restored.isEmpty
    else { return lists }
    let staying = staying(lists, owners, restored, table, place)
    let incoming = table?.incoming[place] ?? [:]
    let ownerKeys = incoming.isEmpty ? [] : try keys(of: end.entity, at: owners)
    let isOrdered = try schema.relationship(end).isOrdered
    let positions = isOrdered ? try self.positions(of: staying.members, inverse) : []
    let ranks = try ranks(of: staying.members, inverse.entity)
    var merger = MemberMerger()
    for row in owners.indices {
      for index in staying.places(of: row) {
        merger.add(
          staying.members[index],
          position: isOrdered ? positions[index] : 0,
          rank: ranks[index]
        )
      }
      let arrived = incoming.isEmpty ? nil : ownerKeys[row].flatMap { incoming[$0] }
      for slot in arrived ?? [] {
        // Another writer may have deleted a record that is changed here.
        guard let table, case let member = table.reference(ofSlot: slot),
          member != Column.nullReference
        else { continue }
        merger.add(
          member,
          position: isOrdered ? table.positions[place][slot] : 0,
          rank: try rank(of: member, inverse.entity)
        )
      }
      merger.endOwner()
    }
    return merger.lists
  }

  /// The members without a changed reference, and the restored ones.
  private func staying(
    _ lists: MemberLists,
    _ owners: [Int64],
    _ restored: [Int64: Int64],
    _ table: OverlayTableVersion?,
    _ place: Int
  ) -> MemberLists {
    let returning = Dictionary(grouping: restored.keys) { restored[$0] }
    var starts = [0]
    var members: [Int64] = []
    for (row, owner) in owners.enumerated() {
      for member in lists.members(of: row) where table?.hasOwnReference(member, in: place) != true {
        members.append(member)
      }
      members += returning[owner] ?? []
      starts.append(members.count)
    }
    return MemberLists(starts: starts, members: members)
  }

  func findLinkages(of relationship: RelationshipReference, owners: [Int64]) throws -> LinkageLists
  {
    let end = RelationshipEnd(entity: relationship.entity, name: relationship.name)
    let found = try below.linkages(of: relationship, owners: known(owners, end.entity))
    let table = tables[relationship.destination]
    if links.isEmpty && (table?.deletedCount ?? 0) == 0 { return found }
    let isOrdered = try schema.relationship(end).isOrdered
    let ownerKeys = try keys(of: end.entity, at: owners)
    let memberKeys = try below.keys(of: relationship.destination, at: found.lists.members)
    let ranks = try ranks(of: found.lists.members, relationship.destination)
    var merger = LinkageMerger(isOrdered: isOrdered)
    for row in owners.indices {
      let linked = ownerKeys[row].flatMap { links.linked[end]?[$0] } ?? [:]
      let unlinked = ownerKeys[row].flatMap { links.unlinked[end]?[$0] } ?? []
      for index in found.lists.places(of: row) {
        let member = found.lists.members[index]
        guard let key = memberKeys[index], linked[key] == nil, !unlinked.contains(key),
          table?.isDeleted(member) != true
        else { continue }
        merger.add(
          member,
          OverlayLinks.Positions(
            here: found.positions[index],
            there: found.inversePositions[index]
          ),
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

  /// The order of records by identity. Restored records may have lower numbers than others.
  private func ranks(of references: [Int64], _ entity: String) throws -> [Int64] {
    guard let table = tables[entity], table.insertedCount > 0 else { return references }
    return try zip(references, keys(of: entity, at: references)).map { $1?.number ?? $0 }
  }

  private func rank(of reference: Int64, _ entity: String) throws -> Int64 {
    try ranks(of: [reference], entity)[0]
  }

  /// The owners in the snapshot below; new ones have no members there.
  private func known(_ owners: [Int64], _ entity: String) -> [Int64] {
    guard let table = tables[entity], table.insertedCount > 0 else { return owners }
    return owners.map { table.insertedSlot($0) == nil ? $0 : Column.nullReference }
  }

  private func positions(of members: [Int64], _ inverse: RelationshipEnd) throws -> [Int64] {
    let columns = try below.gather([.position(inverse.name)], of: inverse.entity, at: members)
    guard case .int(let positions)? = columns.first else { return [] }
    return positions.values
  }
}

/// Sorts the members of one owner after the other.
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

/// Sorts members with positions at both ends.
private struct LinkageMerger {
  let isOrdered: Bool
  private var starts = [0]
  private var members: [Int64] = []
  private var positions: [Int64] = []
  private var inversePositions: [Int64] = []
  private var current: [(member: Int64, places: OverlayLinks.Positions, rank: Int64)] = []

  init(isOrdered: Bool) { self.isOrdered = isOrdered }

  mutating func add(_ member: Int64, _ places: OverlayLinks.Positions, rank: Int64) {
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
  /// The number; nil for other keys.
  fileprivate var number: Int64? {
    if case .number(let number) = self { number } else { nil }
  }
}
