import Columns
import Model
import SQLGeneration
import Storage

/// Relationships of native stores, whose columns contain the numbers of records.
extension ServerSnapshot {
  /// The select list and the tables of a statement that finds members of owners.
  private struct MemberQuery {
    let owner: String
    let member: String
    let source: String
    /// The positions that sort the members; nil for identity order.
    let order: String?
    let position: String
    let inversePosition: String
  }

  /// The members of a relationship in their order, with their positions.
  func nativeLinkages(
    of relationship: RelationshipReference,
    owners: [Int64]
  ) throws -> LinkageLists {
    let query = try memberQuery(of: relationship)
    let wanted = Set(owners).filter { $0 != Column.nullReference }.sorted()
    let array = ServerArray.text(wanted.map(String.init))
    let order = ["1", query.order, "2"].compactMap { $0 }.joined(separator: ", ")
    let result = try run(
      "SELECT \(query.owner), \(query.member), \(query.position), \(query.inversePosition)"
        + " FROM \(query.source) WHERE \(query.owner) = ANY("
        + .binding(.typed(array, type: "int8[]")) + ") ORDER BY \(order)"
    )
    return Self.lists((0..<4).map(result.references), owners)
  }

  private static func lists(_ columns: [[Int64]], _ owners: [Int64]) -> LinkageLists {
    var ranges: [Int64: Range<Int>] = [:]
    var start = 0
    for (row, owner) in columns[0].enumerated()
    where row + 1 == columns[0].count || columns[0][row + 1] != owner {
      ranges[owner] = start..<row + 1
      start = row + 1
    }
    var starts = [0]
    var rows: [Int] = []
    starts.reserveCapacity(owners.count + 1)
    for owner in owners {
      if owner != Column.nullReference, let range = ranges[owner] { rows += range }
      starts.append(rows.count)
    }
    return LinkageLists(
      lists: MemberLists(starts: starts, members: rows.map { columns[1][$0] }),
      positions: rows.map { columns[2][$0] },
      inversePositions: rows.map { columns[3][$0] }
    )
  }

  private func memberQuery(of reference: RelationshipReference) throws -> MemberQuery {
    let relationship = try model.relationship(reference.name, of: reference.entity)
    switch try model.table(reference.entity).mapping.toManys[reference.name] {
    case .inverse:
      let member = try model.table(relationship.destination).mapping
      guard let toOne = member.toOnes[relationship.inverse], let owner = toOne.columns.first else {
        break
      }
      let position = relationship.isOrdered ? toOne.position : nil
      return MemberQuery(
        owner: "t.\(owner.quotedForSQL)",
        member: "t.\(member.rowNumber.quotedForSQL)",
        source: "\(member.qualifiedTable) AS t",
        order: position.map { "t.\($0.quotedForSQL)" },
        position: "0",
        inversePosition: "0"
      )
    case .joinTable(let table):
      let position = table.position.map { "coalesce(t.\($0.quotedForSQL), 0)" }
      let inverse = table.inversePosition.map { "coalesce(t.\($0.quotedForSQL), 0)" }
      return MemberQuery(
        owner: "t.\(table.owner.name.quotedForSQL)",
        member: "t.\(table.member.name.quotedForSQL)",
        source: "\(table.qualifiedTable) AS t",
        order: relationship.isOrdered ? position : nil,
        position: position ?? "0::int8",
        inversePosition: inverse ?? mirroredPosition(table) ?? "0::int8"
      )
    case nil: break
    }
    throw StoreError.unknownProperty(entity: reference.entity, property: reference.name)
  }

  /// The position of the owner among the members of the member, if the table contains every pair in
  /// both directions; otherwise nil, and nil without an order.
  private func mirroredPosition(_ table: JoinTableMapping) -> String? {
    guard table.isSymmetric, let position = table.position?.quotedForSQL else { return nil }
    let (owner, member) = (table.owner.name.quotedForSQL, table.member.name.quotedForSQL)
    return "coalesce((SELECT m.\(position) FROM \(table.qualifiedTable) AS m"
      + " WHERE m.\(owner) = t.\(member) AND m.\(member) = t.\(owner)), 0)"
  }
}

extension ServerSnapshot: DanglingReferenceSnapshot {
  func findDanglingReferences(
    of relationship: RelationshipReference
  ) throws -> [DanglingReference] {
    let end = try model.relationship(relationship.name, of: relationship.entity)
    let owner = try model.table(relationship.entity)
    let target = try model.table(end.destination)
    guard model.isNative, let toOne = owner.mapping.toOnes[relationship.name], toOne.mayDangle,
      let column = toOne.columns.first?.quotedForSQL
    else { return [] }
    let number = "t.\(owner.mapping.rowNumber.quotedForSQL)"
    let result = try run(
      SQLFragment(
        "SELECT \(number), t.\(column) FROM \(owner.mapping.qualifiedTable) AS t"
          + " WHERE t.\(column) IS NOT NULL AND NOT EXISTS (SELECT 1"
          + " FROM \(target.mapping.qualifiedTable) AS o"
          + " WHERE o.\(target.mapping.rowNumber.quotedForSQL) = t.\(column)) ORDER BY 1"
      )
    )
    return zip(result.references(0), result.references(1)).map {
      DanglingReference(owner: .number($0), target: .number($1))
    }
  }
}
