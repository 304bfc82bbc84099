import Columns
import Model
import Storage

/// Checks that relationships reference existing records of the right models, and that both ends
/// match.
struct RelationshipCheck {
  let schema: StoredSchema
  let snapshot: any StoreSnapshot
  let cancellation: CancellationFlag
  /// All records by root entity.
  let all: [String: CheckedRecords]
  let records: CheckedRecords

  var entity: String { records.entity }

  // MARK: Readability

  /// Checks that relationships can be read; other checks depend on it.
  func checkTargets(_ findings: IntegrityFindings, _ damage: inout DamagedParts) throws {
    for relationship in try schema.layout(entity).entity.relationships {
      try cancellation.check()
      let end = RelationshipEnd(entity: entity, name: relationship.name)
      let lists = try snapshot.others(schema.reference(end), of: records.references)
      guard lists.areWhole(for: records.count) else {
        damage.add(end)
        findings.add(
          .wrongColumn(
            kind: entity,
            property: end.name,
            type: relationship.isToMany
              ? .toMany(entity: relationship.destination)
              : .record(entity: relationship.destination)
          ),
          of: records.place
        )
        continue
      }
      let rows = all[relationship.destination]?.rows ?? [:]
      let astray = records.references.indices.filter { row in
        lists.members(of: row).contains { rows[$0] == nil }
      }
      if astray.isEmpty { continue }
      damage.add(end)
      try findings.add(astray, of: records.place) {
        .invalidTarget(try records.id($0), kind: records.kind($0), relationship: end.name)
      }
    }
  }

  // MARK: Contents

  /// Checks the targets of relationships.
  func check(_ findings: IntegrityFindings, _ damage: DamagedParts) throws {
    let kinds = schema.destinationKinds(of: entity)
    for relationship in try schema.layout(entity).entity.relationships {
      try cancellation.check()
      let end = RelationshipEnd(entity: entity, name: relationship.name)
      guard !damage.contains(end), let others = all[relationship.destination] else { continue }
      let lists = try snapshot.others(schema.reference(end), of: records.references)
      let referenced = ReferencedRecords(end: end, lists: lists, records: records, others: others)
      if let wanted = kinds[end.name] { try addWrongKinds(referenced, wanted, findings) }
      try addRepeated(referenced, findings)
      let inverse = try schema.inverse(of: end)
      if !damage.contains(inverse) { try addOneSided(referenced, inverse, findings) }
      if relationship.isOrdered { try addWrongOrder(referenced, inverse, findings) }
      if !relationship.isToMany { try addEmpty(referenced, relationship, findings) }
    }
  }

  private func addWrongKinds(
    _ referenced: ReferencedRecords,
    _ wanted: (kind: String, all: Set<String>),
    _ findings: IntegrityFindings
  ) throws {
    let found = referenced.pairs { _, other in !wanted.all.contains(referenced.others.kind(other)) }
    try findings.add(found, of: records.place) { row, other in
      .wrongKind(
        try records.id(row),
        kind: records.kind(row),
        relationship: referenced.end.name,
        other: try referenced.others.id(other),
        otherKind: referenced.others.kind(other),
        wanted: wanted.kind
      )
    }
  }

  private func addRepeated(_ referenced: ReferencedRecords, _ findings: IntegrityFindings) throws {
    var last: [Int: Int] = [:]
    let found = referenced.pairs { row, other in last.updateValue(row, forKey: other) == row }
    try findings.add(found, of: records.place) { row, other in
      .repeatedMember(
        try records.id(row),
        kind: records.kind(row),
        relationship: referenced.end.name,
        other: try referenced.others.id(other),
        otherKind: referenced.others.kind(other)
      )
    }
  }

  /// Members whose inverse does not reference their owner.
  private func addOneSided(
    _ referenced: ReferencedRecords,
    _ inverse: RelationshipEnd,
    _ findings: IntegrityFindings
  ) throws {
    let members = Set(referenced.lists.members).sorted()
    let back = try snapshot.others(schema.reference(inverse), of: members)
    var pairs: Set<LinkEnds> = []
    pairs.reserveCapacity(back.members.count)
    for (place, member) in members.enumerated() {
      for owner in back.members(of: place) { pairs.insert(LinkEnds(owner: owner, member: member)) }
    }
    let found = referenced.pairs { row, other in
      !pairs.contains(
        LinkEnds(owner: records.references[row], member: referenced.others.references[other])
      )
    }
    try findings.add(found, of: records.place) { row, other in
      .oneSided(
        try records.id(row),
        kind: records.kind(row),
        relationship: referenced.end.name,
        other: try referenced.others.id(other),
        otherKind: referenced.others.kind(other),
        inverse: inverse.name
      )
    }
  }

  // MARK: To-one relationships

  /// Dangling references, and required relationships that are nil.
  private func addEmpty(
    _ referenced: ReferencedRecords,
    _ relationship: Relationship,
    _ findings: IntegrityFindings
  ) throws {
    let empty = records.references.indices.filter { referenced.lists.members(of: $0).isEmpty }
    let targets = try snapshot.danglingTargets(
      of: schema.reference(referenced.end),
      at: empty.map { records.references[$0] }
    )
    let dangling = zip(empty, targets).compactMap { row, target in target.map { (row, $0) } }
    try findings.add(dangling, of: records.place) { row, target in
      .dangling(
        try records.id(row),
        kind: records.kind(row),
        relationship: referenced.end.name,
        target: RecordID(entity: relationship.destination, key: target)
      )
    }
    let required = schema.kinds(requiring: relationship, of: entity)
    guard required != [] else { return }
    let missing = zip(empty, targets).filter { row, target in
      target == nil && required?.contains(records.kind(row)) ?? true
    }
    try findings.add(missing, of: records.place) { row, _ in
      .broken(
        .missingValue(try records.id(row), kind: records.kind(row), property: referenced.end.name)
      )
    }
  }
}

/// Two linked records, by their references.
private struct LinkEnds: Hashable {
  let owner: Int64
  let member: Int64
}
