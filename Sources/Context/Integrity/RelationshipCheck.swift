import Columns
import Model
import Storage

/// Looks whether relationships lead to records that are there, and say the same from both ends.
struct RelationshipCheck {
  let schema: StoredSchema
  let snapshot: any StoreSnapshot

  func problems(_ entity: String, _ references: [Int64]) throws -> [IntegrityProblem] {
    let relationships = try schema.layout(entity).entity.relationships
    return try relationships.flatMap { relationship -> [IntegrityProblem] in
      let end = RelationshipEnd(entity: entity, name: relationship.name)
      return try dangling(end, relationship) + oneSided(end, references)
        + requiredProblems(end, relationship, references)
    }
  }

  private func dangling(
    _ end: RelationshipEnd,
    _ relationship: Relationship
  ) throws -> [IntegrityProblem] {
    guard !relationship.isToMany else { return [] }
    return try snapshot.danglingReferences(of: schema.reference(end)).map { found in
      let id = RecordID(entity: end.entity, key: found.owner)
      return .dangling(
        id,
        kind: try KindReader(schema, snapshot).kinds([found.owner], of: end.entity)[0],
        relationship: end.name,
        target: RecordID(entity: relationship.destination, key: found.target)
      )
    }
  }

  /// Members from which no way leads back to their owners.
  private func oneSided(
    _ end: RelationshipEnd,
    _ references: [Int64]
  ) throws -> [IntegrityProblem] {
    let relationship = try schema.reference(end)
    let inverse = try schema.reference(schema.inverse(of: end))
    let lists = try snapshot.others(relationship, of: references)
    let members = Array(Set(lists.members)).sorted()
    let back = try snapshot.others(inverse, of: members)
    var owners: [Int64: Set<Int64>] = [:]
    for (row, member) in members.enumerated() {
      owners[member] = Set(back.members[back.starts[row]..<back.starts[row + 1]])
    }
    var problems: [IntegrityProblem] = []
    for (row, owner) in references.enumerated() {
      for member in lists.members[lists.starts[row]..<lists.starts[row + 1]]
      where owners[member]?.contains(owner) != true {
        problems.append(
          .oneSided(
            try snapshot.recordIDs(of: end.entity, at: [owner])[0],
            relationship: end.name,
            other: try snapshot.recordIDs(of: relationship.destination, at: [member])[0],
            inverse: inverse.name
          )
        )
      }
    }
    return problems
  }

  /// To-one relationships that must lead somewhere and do not.
  private func requiredProblems(
    _ end: RelationshipEnd,
    _ relationship: Relationship,
    _ references: [Int64]
  ) throws -> [IntegrityProblem] {
    let kinds = schema.kinds(requiring: relationship, of: end.entity)
    guard !relationship.isToMany, kinds != [] else { return [] }
    let lists = try snapshot.others(schema.reference(end), of: references)
    let empty = references.indices.filter { lists.starts[$0] == lists.starts[$0 + 1] }
    return try empty.compactMap { row in
      let id = try snapshot.recordIDs(of: end.entity, at: [references[row]])[0]
      let kind = try KindReader(schema, snapshot).kinds([id.key], of: end.entity)[0]
      guard kinds?.contains(kind) ?? true else { return nil }
      return .broken(.missingValue(id, kind: kind, property: end.name))
    }
  }
}
