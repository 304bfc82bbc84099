import Model
import Storage

/// Completes the relationships of copied records: one-to-one ends, orders and many-to-many pairs.
struct CopiedLinks {
  let tables: [String: CopiedTable]
  /// The models of the store that the records are copied into.
  let target: StoredSchema
  let source: StoredSchema
  let snapshot: any StoreSnapshot
  let cancellation: CancellationFlag
  /// The number of positions that were assigned.
  private(set) var positionCount: Int64 = 0
  private(set) var linkages: [RecordLinkage] = []

  init(
    _ tables: [String: CopiedTable],
    from source: StoredSchema,
    to target: StoredSchema,
    _ snapshot: any StoreSnapshot,
    _ cancellation: CancellationFlag
  ) {
    (self.tables, self.source, self.target) = (tables, source, target)
    (self.snapshot, self.cancellation) = (snapshot, cancellation)
  }

  mutating func complete() throws {
    for entity in target.entities {
      guard let table = tables[entity.name] else { continue }
      for relationship in entity.relationships
      where table.source.relationships[relationship.name] != nil {
        let end = RelationshipEnd(entity: entity.name, name: relationship.name)
        let inverse = try target.inverse(of: end)
        guard let others = tables[inverse.entity] else { continue }
        let isToMany = try target.relationship(inverse).isToMany
        switch (relationship.isToMany, isToMany) {
        case (false, false): try pair(table, end, others, inverse)
        case (true, false) where relationship.isOrdered: try order(table, end, others, inverse)
        case (true, true) where !inverse.isBefore(end): try link(table, end, others, inverse)
        default: break
        }
      }
    }
  }

  /// Sets the other end of a one-to-one relationship.
  private func pair(
    _ table: CopiedTable,
    _ end: RelationshipEnd,
    _ others: CopiedTable,
    _ inverse: RelationshipEnd
  ) throws(CopyProblem) {
    for (row, target) in (table.targets[end.name] ?? []).enumerated() {
      guard target != CopiedTable.nowhere, let other = others.row(of: target),
        let back = others.targets[inverse.name]?[other]
      else { continue }
      if back == CopiedTable.nowhere {
        others.targets[inverse.name]?[other] = table.numbers[row]
      } else if back != table.numbers[row] {
        let partner = RecordID(entity: end.entity, key: .number(back))
        throw CopyProblem(
          record: table.id(row),
          property: end.name,
          fact: .contradiction(others.id(other), references: partner)
        )
      }
    }
  }

  /// Numbers the members of an ordered relationship.
  private mutating func order(
    _ table: CopiedTable,
    _ end: RelationshipEnd,
    _ others: CopiedTable,
    _ inverse: RelationshipEnd
  ) throws {
    var positions = Array(repeating: Int64(-1), count: others.numbers.count)
    for (_, member) in try members(of: end, table, others) { positions[member] = takePosition() }
    for row in positions.indices where positions[row] < 0 { positions[row] = takePosition() }
    others.positions[inverse.name] = positions
  }

  private struct Positions {
    var here: Int64?
    var there: Int64?
  }

  /// Links the pairs of a many-to-many relationship, with their positions at both ends.
  private mutating func link(
    _ table: CopiedTable,
    _ end: RelationshipEnd,
    _ others: CopiedTable,
    _ inverse: RelationshipEnd
  ) throws {
    var pairs: [[Int]: Positions] = [:]
    for (owner, member) in try members(of: end, table, others) {
      if end == inverse, owner > member {
        pairs[[member, owner], default: Positions()].there = takePosition()
      } else {
        pairs[[owner, member], default: Positions()].here = takePosition()
      }
    }
    if end != inverse, try target.relationship(inverse).isOrdered {
      for (member, owner) in try members(of: inverse, others, table) {
        pairs[[owner, member], default: Positions()].there = takePosition()
      }
    }
    for (pair, positions) in pairs.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      linkages.append(
        RecordLinkage(
          pair: RecordPair(
            entity: end.entity,
            relationship: end.name,
            owner: .number(table.numbers[pair[0]]),
            member: .number(others.numbers[pair[1]])
          ),
          position: positions.here ?? takePosition(),
          inversePosition: positions.there ?? takePosition()
        )
      )
    }
  }

  /// The rows of the copied owners and members of a to-many relationship, in order.
  private func members(
    of end: RelationshipEnd,
    _ table: CopiedTable,
    _ others: CopiedTable
  ) throws -> [(owner: Int, member: Int)] {
    let relationship = try source.reference(end)
    var found: [(owner: Int, member: Int)] = []
    for start in stride(from: 0, to: table.references.count, by: RecordCopy.chunk) {
      try cancellation.check()
      let owners = table.references[start..<min(start + RecordCopy.chunk, table.references.count)]
      let lists = try snapshot.members(of: relationship, owners: Array(owners))
      let ids = try snapshot.recordIDs(of: relationship.destination, at: lists.members)
      for row in owners.indices {
        for id in ids[lists.places(of: row - start)] {
          if let member = others.row(of: id.key) { found.append((row, member)) }
        }
      }
    }
    return found
  }

  private mutating func takePosition() -> Int64 {
    defer { positionCount += 1 }
    return positionCount
  }
}
