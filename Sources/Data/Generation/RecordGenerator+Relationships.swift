import Context
import Demo
import Model
import Storage

/// Links records and creates the related records that they require.
extension RecordGenerator {
  /// Sets a to-one relationship of new records.
  mutating func relate(
    _ places: Range<Int>,
    _ relationship: Relationship,
    of kind: String
  ) throws {
    guard let destination = schema.entity(relationship.destination),
      let inverse = destination.relationship(relationship.inverse)
    else { return }
    let isSelf = schema.root(of: kind) == schema.root(of: destination.name)
    if isSelf, relationship.isOptional {
      return relateToEarlier(places, relationship, inverse, kind)
    }
    let most = inverse.isToMany ? inverse.bounds?.maximum : 1
    let least = inverse.isToMany ? inverse.bounds?.minimum ?? 0 : 0
    var room = try AvailableTargets(
      existing(destination.name),
      most: most,
      counts: count(inverse, of: destination.name)
    )
    var made: [RecordKey] = []
    if !relationship.isOptional, room.size < places.count {
      guard !isSelf else {
        throw GenerationError(
          message: "each \(kind) requires another one as its `\(relationship.name)`"
        )
      }
      made = try makeOwners(places.count, inverse, of: destination.name, besides: room.size)
      room.add(made, most: most.map { max(0, $0 - least) })
    }
    // Created owners get their minimum of members first.
    try checkLimit(for: made.count.multipliedReportingOverflow(by: least))
    let owed = made.flatMap { Array(repeating: $0, count: least) }
    let name = stored(relationship, kind)
    for (place, key) in zip(places, owed) { drafts[place].targets[name] = key }
    try relate(places.dropFirst(owed.count), relationship, inverse, kind, into: &room)
    for key in owed.dropFirst(places.count) {
      try make(1, of: kind, owner: (relationship.name, key))
    }
  }

  /// Lets records reference earlier records of the same model, which avoids cycles.
  private mutating func relateToEarlier(
    _ places: Range<Int>,
    _ relationship: Relationship,
    _ inverse: Relationship,
    _ kind: String
  ) {
    guard inverse.isToMany else { return }
    let name = stored(relationship, kind)
    var followers: [Int: Int] = [:]
    for place in places.dropFirst() where values.random.chance(60) {
      let earlier = places.lowerBound + values.random.below(place - places.lowerBound)
      followers[earlier, default: 0] += 1
      guard followers[earlier, default: 0] <= inverse.bounds?.maximum ?? .max else { continue }
      drafts[place].targets[name] = .number(drafts[earlier].number)
    }
  }

  /// Lets records reference owners with free capacity. Some optional relationships stay nil.
  private mutating func relate(
    _ places: Range<Int>,
    _ relationship: Relationship,
    _ inverse: Relationship,
    _ kind: String,
    into room: inout AvailableTargets
  ) throws {
    let name = stored(relationship, kind)
    for place in places {
      if relationship.isOptional, values.random.chance(15) { continue }
      if let key = room.take(&values.random) {
        drafts[place].targets[name] = key
        if !inverse.isToMany { relate(back: inverse, of: relationship.destination, key, to: place) }
      } else if !relationship.isOptional {
        throw GenerationError(
          message:
            "there are not enough \(relationship.destination) records for `\(kind).\(relationship.name)`"
        )
      }
    }
  }

  /// Creates owners for the records that exceed the remaining capacity `size`.
  private mutating func makeOwners(
    _ count: Int,
    _ inverse: Relationship,
    of kind: String,
    besides size: Int
  ) throws -> [RecordKey] {
    let most = inverse.isToMany ? inverse.bounds?.maximum : 1
    let wanted = most.map { (count - size - 1) / max(1, $0) + 1 } ?? max(1, count / 10)
    let first = drafts.count
    try make(wanted, of: kind, filled: inverse.name)
    return drafts[first...].filter { schema.isKind($0.kind, of: kind) }.map { .number($0.number) }
  }

  /// Sets the inverse of a one-to-one relationship.
  private mutating func relate(
    back inverse: Relationship,
    of kind: String,
    _ key: RecordKey,
    to place: Int
  ) {
    let name = stored(inverse, kind)
    let target = RecordKey.number(drafts[place].number)
    if let other = places[RecordID(entity: schema.root(of: kind), key: key)] {
      drafts[other].targets[name] = target
    } else {
      let reference = RelationshipReference(
        entity: schema.root(of: kind),
        name: name,
        destination: schema.root(of: inverse.destination),
        isToMany: false
      )
      partners[reference, default: [:]][key] = target
    }
  }

  /// Creates the minimum number of members of a to-many relationship, and some links of a
  /// many-to-many relationship.
  mutating func fill(
    _ places: Range<Int>,
    _ relationship: Relationship,
    of kind: String
  ) throws {
    guard let inverse = schema.entity(relationship.destination)?.relationship(relationship.inverse)
    else { return }
    let least = relationship.bounds?.minimum ?? 0
    if inverse.isToMany {
      if !relationship.isAnonymous { try link(places, relationship, of: kind, least: least) }
    } else if least > 0 {
      try checkLimit(for: places.count.multipliedReportingOverflow(by: least))
      for place in places {
        let key = RecordKey.number(drafts[place].number)
        try make(least, of: relationship.destination, owner: (inverse.name, key))
      }
    }
  }

  private mutating func link(
    _ places: Range<Int>,
    _ relationship: Relationship,
    of kind: String,
    least: Int
  ) throws {
    var candidates = try existing(relationship.destination)
    var free = try freePlaces(after: relationship, candidates)
    for place in places {
      if !free.isEmpty { candidates.removeAll { free[$0] == 0 } }
      guard candidates.count >= least else {
        throw GenerationError(
          message:
            "there are not enough \(relationship.destination) records for `\(kind).\(relationship.name)`"
        )
      }
      if candidates.isEmpty { return }
      let most = min(candidates.count, relationship.bounds?.maximum ?? max(3, least))
      let wanted = least + values.random.below(most - least + 1)
      var chosen: Set<Int> = []
      while chosen.count < wanted { chosen.insert(values.random.below(candidates.count)) }
      let positions = try store.writable().reservePositions(max(1, wanted))
      for (offset, member) in chosen.sorted().enumerated() {
        free[candidates[member]]? -= 1
        links.append(
          RecordLinkage(
            pair: RecordPair(
              entity: schema.root(of: kind),
              relationship: stored(relationship, kind),
              owner: .number(drafts[place].number),
              member: candidates[member]
            ),
            position: positions.lowerBound + Int64(offset),
            inversePosition: positions.lowerBound + Int64(offset)
          )
        )
      }
    }
  }

  /// How many more links each of `candidates` may have; empty if there is no limit.
  private func freePlaces(
    after relationship: Relationship,
    _ candidates: [RecordKey]
  ) throws -> [RecordKey: Int] {
    let inverse = schema.entity(relationship.destination)?.relationship(relationship.inverse)
    guard let inverse, let most = inverse.bounds?.maximum else { return [:] }
    let counts = try count(inverse, of: relationship.destination)
    return Dictionary(keepingFirst: candidates.map { ($0, max(0, most - (counts[$0] ?? 0))) })
  }

  private func count(_ inverse: Relationship, of entity: String) throws -> [RecordKey: Int] {
    guard inverse.bounds?.maximum != nil || !inverse.isToMany else { return [:] }
    return try memberCounts(
      RelationshipReference(
        entity: schema.root(of: entity),
        name: stored(inverse, entity),
        destination: schema.root(of: inverse.destination),
        isToMany: inverse.isToMany
      )
    )
  }

  func stored(_ relationship: Relationship, _ kind: String) -> String {
    schema.storedName(of: relationship.name, in: kind)
  }
}
