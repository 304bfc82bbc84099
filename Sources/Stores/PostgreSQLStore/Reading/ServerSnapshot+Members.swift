import Columns
import Model
import SQLGeneration
import Storage

extension ServerSnapshot {
  /// Up to this number of owners, only their members are read.
  private static let fewOwners = 20_000

  func members(
    of relationship: RelationshipReference,
    owners: [Int64]
  ) throws -> MemberLists {
    if model.isNative { return try nativeLinkages(of: relationship, owners: owners).lists }
    let end = try model.relationship(relationship.name, of: relationship.entity)
    let mapping = try model.table(relationship.entity).mapping
    switch mapping.toManys[relationship.name] {
    case .inverse: return lists(try pairs(of: end, relationship.entity, owners), owners)
    case .joinTable(let table):
      return lists(try pairs(in: table, relationship.entity, end.destination, owners), owners)
    case nil:
      throw StoreError.unknownProperty(entity: relationship.entity, property: relationship.name)
    }
  }

  func findLinkages(
    of relationship: RelationshipReference,
    owners: [Int64]
  ) throws -> LinkageLists {
    if model.isNative { return try nativeLinkages(of: relationship, owners: owners) }
    let lists = try members(of: relationship, owners: owners)
    let zeros = [Int64](repeating: 0, count: lists.members.count)
    return LinkageLists(lists: lists, positions: zeros, inversePositions: zeros)
  }

  private typealias Pairs = (owners: [Int64], members: [Int64])

  /// Owners and members of a relationship whose inverse has the columns.
  private func pairs(
    of relationship: Relationship,
    _ entity: String,
    _ owners: [Int64]
  ) throws -> Pairs {
    let table = try model.table(relationship.destination)
    if table.key.isEmpty {
      let column = try wholeColumns([.toOne(relationship.inverse)], of: relationship.destination)
      guard case .reference(let found)? = column.first else { return ([], []) }
      return (found.values, found.values.indices.map(Int64.init))
    }
    let key = try model.target(relationship.inverse, of: relationship.destination, as: "t")
    let selection = try ServerSelection(
      [.toOne(relationship.inverse)],
      of: relationship.destination,
      as: "t",
      in: model
    )
    let result = try run(
      "SELECT \(selection.list) FROM \(table.mapping.ownRows) AS t"
        + (try filter(key, owners, entity))
    )
    let members = try references(result, 0..<selection.keyCount, to: relationship.destination)
    guard case .reference(let found)? = try selection.columns(result, self).first else {
      return ([], [])
    }
    return (found.values, members)
  }

  /// Owners and members in a join table.
  private func pairs(
    in table: JoinTableMapping,
    _ entity: String,
    _ destination: String,
    _ owners: [Int64]
  ) throws -> Pairs {
    let owner = try model.target(table.owner, to: entity, as: "t")
    let member = try model.target(table.member, to: destination, as: "t")
    let selected =
      zip(owner, try model.table(entity).key).map { $1.server.selected($0) }
      + zip(member, try model.table(destination).key).map { $1.server.selected($0) }
    let result = try run(
      "SELECT \(selected.joined(separator: ", ")) FROM \(table.qualifiedTable) AS t"
        + (try filter(owner, owners, entity))
    )
    return (
      try references(result, 0..<owner.count, to: entity),
      try references(result, owner.count..<owner.count + member.count, to: destination)
    )
  }

  /// The WHERE clause for the members of few owners.
  private func filter(
    _ key: [String],
    _ owners: [Int64],
    _ entity: String
  ) throws -> SQLFragment {
    let wanted = Set(owners).filter { $0 != Column.nullReference }
    if wanted.count > Self.fewOwners { return SQLFragment() }
    return " WHERE " + (try condition(that: key, identify: wanted.sorted(), of: entity))
  }

  /// The members of each owner in identity order.
  private func lists(_ pairs: Pairs, _ owners: [Int64]) -> MemberLists {
    var found: [Int64: [Int64]] = [:]
    for (owner, member) in zip(pairs.owners, pairs.members)
    where owner != Column.nullReference && member != Column.nullReference {
      found[owner, default: []].append(member)
    }
    for owner in found.keys { found[owner]?.sort() }
    var starts = [0]
    var members: [Int64] = []
    starts.reserveCapacity(owners.count + 1)
    for owner in owners {
      if owner != Column.nullReference { members += found[owner] ?? [] }
      starts.append(members.count)
    }
    return MemberLists(starts: starts, members: members)
  }
}
