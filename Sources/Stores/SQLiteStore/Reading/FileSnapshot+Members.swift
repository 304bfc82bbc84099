import Columns
import GRDB
import Model
import SQLGeneration
import Storage

extension FileSnapshot {
  func members(
    of relationship: RelationshipReference,
    owners: [Int64]
  ) throws -> MemberLists {
    let query = try memberQuery(of: relationship, owners: owners.count)
    return try connection.perform { db in
      var search = MemberSearch(query, owners)
      return try search.lists(db)
    }
  }

  func findLinkages(
    of relationship: RelationshipReference,
    owners: [Int64]
  ) throws -> LinkageLists {
    let query = try memberQuery(of: relationship, owners: owners.count)
    guard query.isJoinTable else {
      throw StoreError.unknownProperty(
        entity: relationship.entity,
        property: relationship.name
      )
    }
    return try connection.perform { db in
      var search = MemberSearch(query, owners)
      let lists = try search.lists(db)
      return LinkageLists(
        lists: lists,
        positions: search.positions,
        inversePositions: search.inversePositions
      )
    }
  }

  /// The query for the members of a number of owners.
  func memberQuery(of reference: RelationshipReference, owners: Int) throws -> MemberQuery {
    let relationship = try model.relationship(reference)
    let owner = try model.table(reference.entity)
    guard relationship.isToMany, let mapping = owner.mapping.toManys[reference.name] else {
      throw StoreError.unknownProperty(entity: reference.entity, property: reference.name)
    }
    switch mapping {
    case .inverse: return try inverseQuery(relationship, owners: owners)
    case .joinTable(let table):
      return try joinQuery(table, relationship, of: reference.entity)
    }
  }

  private func inverseQuery(_ relationship: Relationship, owners: Int) throws -> MemberQuery {
    let rows = try rows(of: relationship.destination, askedFor: owners)
    let member = try model.table(relationship.destination)
    let (source, isOwner) = try ownerSearch(relationship, member, "\(rows.source) AS t")
    let (owner, isNumber) = try ownerInMembers(relationship, member)
    let position =
      relationship.isOrdered
      ? member.mapping.toOnes[relationship.inverse]?.position.map { "t.\($0.quotedForSQL)" } : nil
    return MemberQuery(
      owner: owner,
      ownerSource: source,
      isOwner: isOwner,
      ownerNumber: ownerNumber(relationship, member),
      member: rows.number,
      source: "\(rows.source) AS t",
      conditions: rows.conditions + [isNumber].compactMap { $0 },
      order: [position, rows.number].compactMap { $0 },
      position: nil,
      inversePosition: nil,
      isJoinTable: false
    )
  }

  /// The tables and the condition for finding the members of one owner. The join starts at the
  /// owner, whose key is compared like a foreign key.
  private func ownerSearch(
    _ relationship: Relationship,
    _ member: FileModel.Table,
    _ members: String
  ) throws -> (source: String, condition: String) {
    guard let toOne = member.mapping.toOnes[relationship.inverse], let first = toOne.columns.first,
      let inverse = model.stored.entity(relationship.destination)?
        .relationship(relationship.inverse)
    else { throw StoreError.unknownEntity(relationship.destination) }
    if toOne.targets.isEmpty, !toOne.mayDangle {
      return (members, "t.\(first.quotedForSQL) = ?")
    }
    let owner = try model.table(inverse.destination)
    let row = owner.mapping.rowNumber
    let joinCondition = toOne.joinCondition(from: "t", to: "o", rowNumber: row)
    return (
      "\(model.source(of: owner)) AS o CROSS JOIN \(members)",
      "o.\(row.quotedForSQL) = ? AND \(joinCondition)"
    )
  }

  /// The owner's row number, with the members as `t`, and the condition that it is a number.
  /// Missing owners are not requested.
  private func ownerInMembers(
    _ relationship: Relationship,
    _ member: FileModel.Table
  ) throws -> (number: String, condition: String?) {
    guard let number = ownerNumber(relationship, member),
      let toOne = member.mapping.toOnes[relationship.inverse], toOne.holdsNumbers
    else {
      let entity = relationship.destination
      return (try model.reference(relationship.inverse, of: entity, as: "t"), nil)
    }
    return (number, toOne.mayDangle ? Self.isNumber(number) : nil)
  }

  /// The same for the pairs of a join table as `t`.
  private func ownerInPairs(
    _ column: JoinColumn,
    of entity: String
  ) throws -> (number: String, condition: String?) {
    guard column.holdsNumbers, let number = try ownerNumber(column, of: entity) else {
      return (try reference(column, to: entity), nil)
    }
    return (number, Self.isNumber(number))
  }

  /// The condition that a numeric column contains an integer.
  private static func isNumber(_ column: String) -> String {
    "\(column) = CAST(\(column) AS INTEGER)"
  }

  /// The column of the members that contains the owner's row number, if it references one.
  private func ownerNumber(_ relationship: Relationship, _ member: FileModel.Table) -> String? {
    guard let toOne = member.mapping.toOnes[relationship.inverse], toOne.targets.isEmpty else {
      return nil
    }
    return toOne.columns.first.map { "t.\($0.quotedForSQL)" }
  }

  private func joinQuery(
    _ table: JoinTableMapping,
    _ relationship: Relationship,
    of entity: String
  ) throws -> MemberQuery {
    _ = try (rows(of: entity), rows(of: relationship.destination))
    let (owner, isNumber) = try ownerInPairs(table.owner, of: entity)
    let member = try reference(table.member, to: relationship.destination)
    let position = table.position.map { "ifnull(t.\($0.quotedForSQL), 0)" }
    let inversePosition =
      table.inversePosition.map { "ifnull(t.\($0.quotedForSQL), 0)" }
      ?? mirroredPosition(table)
    return MemberQuery(
      owner: owner,
      ownerSource: "\(table.table.quotedForSQL) AS t",
      isOwner: "\(owner) = ?1" + (try ownerCondition(table.owner, of: entity)),
      ownerNumber: try ownerNumber(table.owner, of: entity),
      member: member,
      source: "\(table.table.quotedForSQL) AS t",
      conditions: (table.member.target == nil ? [] : ["\(member) IS NOT NULL"])
        + [isNumber].compactMap { $0 },
      order: [relationship.isOrdered ? position : nil, member].compactMap { $0 },
      position: position ?? "0",
      inversePosition: inversePosition ?? "0",
      isJoinTable: true
    )
  }

  /// The position of the owner among the members of the member, if the table contains every pair in
  /// both directions; otherwise nil, and nil without an order.
  private func mirroredPosition(_ table: JoinTableMapping) -> String? {
    guard table.isSymmetric, let position = table.position?.quotedForSQL else { return nil }
    let (owner, member) = (table.owner.name.quotedForSQL, table.member.name.quotedForSQL)
    return "ifnull((SELECT m.\(position) FROM \(table.table.quotedForSQL) AS m"
      + " WHERE m.\(owner) = t.\(member) AND m.\(member) = t.\(owner)), 0)"
  }

  /// The column of a join table that contains the owner's row number, if it references one.
  private func ownerNumber(_ column: JoinColumn, of entity: String) throws -> String? {
    let isNumber = try column.target == model.table(entity).mapping.rowNumber
    return column.target == nil || isNumber ? "t.\(column.name.quotedForSQL)" : nil
  }

  /// A condition that lets an index find the rows of the bound owner; empty if the column contains
  /// the bound number, or a key with another collation or type.
  private func ownerCondition(_ column: JoinColumn, of entity: String) throws -> String {
    let rows = try model.table(entity)
    guard let target = column.target, target == rows.mapping.rowNumber else { return "" }
    return " AND t.\(column.name.quotedForSQL) = (SELECT k.\(target.quotedForSQL)"
      + " FROM \(model.source(of: rows)) AS k WHERE k.\(rows.mapping.rowNumber.quotedForSQL) = ?1)"
  }

  /// The row number that a column of a join table references.
  private func reference(_ column: JoinColumn, to entity: String) throws -> String {
    guard column.target != nil else { return "t.\(column.name.quotedForSQL)" }
    let rows = try model.table(entity)
    let number = rows.mapping.rowNumber
    let joinCondition = column.joinCondition(from: "t", to: "o", rowNumber: number)
    return "(SELECT o.\(number.quotedForSQL) FROM \(model.source(of: rows)) AS o"
      + " WHERE \(joinCondition)\(rows.mapping.furtherCondition(on: "o")) LIMIT 1)"
  }
}
