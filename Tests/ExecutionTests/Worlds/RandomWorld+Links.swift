import Model
import Storage
import TestSupport

/// The relationships of records.
extension RandomWorld {
  /// One end of a relationship as it is declared.
  private struct DeclaredEnd {
    let kind: String
    let relationship: Relationship
    /// The end as stores name it.
    let stored: RelationshipEnd

    init(_ relationship: Relationship, of kind: String, in schema: Schema) {
      self.kind = kind
      self.relationship = relationship
      stored = RelationshipEnd(
        entity: schema.root(of: kind),
        name: schema.storedName(of: relationship.name, in: kind)
      )
    }
  }

  /// Links records by all relationships, each from the end that is declared first.
  mutating func linkRecords(_ random: inout SeededRandom) {
    var seen: Set<RelationshipEnd> = []
    for entity in schema.declared.entities {
      for case .relationship(let relationship) in entity.ownProperties {
        let destination = schema.declared.entity(relationship.destination)
        guard let inverse = destination?.relationship(relationship.inverse) else { continue }
        let near = DeclaredEnd(relationship, of: entity.name, in: schema.declared)
        let far = DeclaredEnd(inverse, of: relationship.destination, in: schema.declared)
        if seen.contains(far.stored) { continue }
        seen.insert(near.stored)
        switch (relationship.isToMany, inverse.isToMany) {
        case (false, true): linkToOne(near, far, &random)
        case (true, false): linkToOne(far, near, &random)
        case (false, false): linkPartners(near, far, &random)
        case (true, true): linkPairs(near, far, &random)
        }
      }
    }
  }

  /// The records that an end may have.
  private func candidates(_ end: DeclaredEnd) -> [Int] {
    let all = records(of: end.stored.entity)
    return all.indices.filter { schema.declared.isKind(all[$0].kind, of: end.kind) }
  }

  private mutating func linkToOne(
    _ near: DeclaredEnd,
    _ far: DeclaredEnd,
    _ random: inout SeededRandom
  ) {
    let targets = candidates(far)
    let sources = candidates(near)
    if targets.isEmpty { return }
    let positions = Self.positions(sources.count, &random)
    for (record, position) in zip(sources, positions) {
      guard !near.relationship.isOptional || random.chance(75) else { continue }
      let name = near.stored.name
      records[near.stored.entity]?[record].toOne[name] = random.pick(targets)
      if far.relationship.isOrdered {
        records[near.stored.entity]?[record].positions[name] = position
      }
    }
  }

  /// The ends of a one-to-one relationship reference each other; each record has at most one partner.
  private mutating func linkPartners(
    _ near: DeclaredEnd,
    _ far: DeclaredEnd,
    _ random: inout SeededRandom
  ) {
    var sources = candidates(near).shuffled(using: &random)
    var targets = candidates(far).shuffled(using: &random)
    if near.stored == far.stored {
      let half = sources.count / 2
      targets = Array(sources.suffix(half))
      sources = Array(sources.prefix(half))
    }
    for (source, target) in zip(sources, targets) where random.chance(70) {
      records[near.stored.entity]?[source].toOne[near.stored.name] = target
      records[far.stored.entity]?[target].toOne[far.stored.name] = source
    }
  }

  private mutating func linkPairs(
    _ near: DeclaredEnd,
    _ far: DeclaredEnd,
    _ random: inout SeededRandom
  ) {
    let others = candidates(far)
    var linked: [(owner: Int, member: Int)] = []
    for owner in candidates(near) where !others.isEmpty {
      let members = Set((0..<random.pick([0, 1, 1, 2, 4])).map { _ in random.pick(others) })
      for member in members.sorted() {
        // A relationship that is its own inverse has each pair once.
        if near.stored == far.stored, owner >= member { continue }
        linked.append((owner, member))
      }
    }
    let positions = Self.positions(linked.count, &random)
    let inversePositions = Self.positions(linked.count, &random)
    pairs[near.stored] = linked.indices.map { index in
      Pair(
        owner: linked[index].owner,
        member: linked[index].member,
        position: positions[index],
        inversePosition: inversePositions[index]
      )
    }
  }

  /// Different numbers.
  private static func positions(_ count: Int, _ random: inout SeededRandom) -> [Int64] {
    (0..<Int64(count)).map { $0 * 3 + 1 }.shuffled(using: &random)
  }

  // MARK: Members

  /// The members of each record of a root, worked out from the other end or from the pairs.
  func makeMembers(_ relationship: Relationship, _ end: RelationshipEnd) -> [[Int64]] {
    let other = RelationshipEnd(entity: relationship.destination, name: relationship.inverse)
    var placed: [[(position: Int64, member: Int64)]] = Array(
      repeating: [],
      count: records(of: end.entity).count
    )
    for (index, record) in records(of: other.entity).enumerated() {
      guard let owner = record.toOne[other.name] else { continue }
      placed[owner].append((record.positions[other.name] ?? 0, Int64(index)))
    }
    for pair in pairs[end] ?? [] {
      placed[pair.owner].append((pair.position, Int64(pair.member)))
    }
    for pair in pairs[other] ?? [] {
      placed[pair.member].append((pair.inversePosition, Int64(pair.owner)))
    }
    return placed.map { members in
      members.sorted { left, right in
        relationship.isOrdered && left.position != right.position
          ? left.position < right.position : left.member < right.member
      }.map(\.member)
    }
  }
}
