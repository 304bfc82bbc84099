import Columns
import Model
import Storage

/// Checks of the order of members.
extension RelationshipCheck {
  /// Finds members with the same position or in a wrong order.
  func addWrongOrder(
    _ referenced: ReferencedRecords,
    _ inverse: RelationshipEnd,
    _ findings: IntegrityFindings
  ) throws {
    let positions = try positions(referenced, inverse)
    guard positions.count == referenced.lists.members.count else {
      return findings.add(
        .wrongColumn(kind: entity, property: referenced.end.name, type: .list(.int)),
        of: records.place
      )
    }
    var wrongOrder: [Int] = []
    var samePlaces: [(row: Int, member: Int64)] = []
    for row in records.references.indices {
      let range = referenced.lists.places(of: row)
      let steps = zip(range, range.dropFirst())
      if steps.contains(where: { positions[$0] > positions[$1] }) { wrongOrder.append(row) }
      if let same = steps.first(where: { positions[$0] == positions[$1] }) {
        samePlaces.append((row, referenced.lists.members[same.1]))
      }
    }
    try findings.add(wrongOrder, of: records.place) {
      .wrongOrder(try records.id($0), kind: records.kind($0), relationship: referenced.end.name)
    }
    try findings.add(samePlaces, of: records.place) { row, member in
      let other = referenced.others.rows[member] ?? 0
      return .samePosition(
        try records.id(row),
        kind: records.kind(row),
        relationship: referenced.end.name,
        other: try referenced.others.id(other),
        otherKind: referenced.others.kind(other)
      )
    }
  }

  /// The position of each member among those of its owner.
  private func positions(_ referenced: ReferencedRecords, _ inverse: RelationshipEnd) throws
    -> [Int64]
  {
    if try schema.isManyToMany(referenced.end) {
      let linkages = try snapshot.linkages(
        of: schema.reference(referenced.end),
        owners: records.references
      )
      return linkages.lists.members == referenced.lists.members ? linkages.positions : []
    }
    let columns = try snapshot.gather(
      [.position(inverse.name)],
      of: inverse.entity,
      at: referenced.lists.members
    )
    guard case .int(let positions)? = columns.first else { return [] }
    return positions.values
  }
}
