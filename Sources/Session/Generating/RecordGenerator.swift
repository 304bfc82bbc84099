import Columns
import Context
import Expressions
import Model
import Storage

/// New records of several entities with their links, before they are inserted.
struct GeneratedRecords {
  var rows: [RecordRows] = []
  /// Records that were there and are led to by new ones, where one record stands at both ends.
  var updated: [RecordRows] = []
  var links: [RecordLinkage] = []
}

/// Makes records of an entity, with what they need at the other ends of their relationships.
struct RecordGenerator {
  /// What a model asks for that cannot be made.
  struct Impossible: Error {
    let message: String
  }

  /// One record while it is made.
  struct Draft {
    let kind: String
    let number: Int64
    var values: [AttributePath: Value]
    /// The targets of to-one relationships by their stored names.
    var targets: [String: RecordKey] = [:]
  }

  let schema: Schema
  let store: any Store
  /// The records that are there, by model.
  let existing: (String) throws -> [RecordKey]
  /// Which records are behind a to-one relationship by now: their counts.
  let memberCounts: (RelationshipReference) throws -> [RecordKey: Int]
  var values: PlausibleValues
  /// The records so far, by model in the order in which they are made.
  private(set) var drafts: [Draft] = []
  private(set) var links: [RecordLinkage] = []
  /// What records that were there lead to, by their end of a one-to-one relationship.
  private(set) var partners: [RelationshipReference: [RecordKey: RecordKey]] = [:]
  private var counts: [RelationshipReference: [RecordKey: Int]] = [:]
  private var depth = 0

  init(
    schema: Schema,
    store: any Store,
    values: PlausibleValues,
    existing: @escaping (String) throws -> [RecordKey],
    memberCounts: @escaping (RelationshipReference) throws -> [RecordKey: Int]
  ) {
    self.schema = schema
    self.store = store
    self.values = values
    self.existing = existing
    self.memberCounts = memberCounts
  }

  /// Makes `count` records of a model; `owner` is what a relationship of theirs has to lead to.
  mutating func make(
    _ count: Int,
    of kind: String,
    owner: (relationship: String, key: RecordKey)? = nil
  ) throws {
    guard let entity = schema.entity(kind), depth < 8 else {
      throw Impossible(message: "records of \(kind) need each other in a circle")
    }
    depth += 1
    defer { depth -= 1 }
    let first = try store.reserveKeys(count, of: schema.root(of: kind)).lowerBound
    let start = drafts.count
    for place in 0..<count {
      drafts.append(
        Draft(kind: kind, number: first + Int64(place), values: values(of: entity))
      )
    }
    for relationship in entity.relationships where !relationship.isToMany {
      if let owner, relationship.name == owner.relationship {
        for place in start..<(start + count) {
          drafts[place].targets[stored(relationship, kind)] = owner.key
        }
      } else {
        try lead(start..<(start + count), relationship, of: kind)
      }
    }
    for relationship in entity.relationships where relationship.isToMany {
      try fill(start..<(start + count), relationship, of: kind)
    }
  }

  /// Makes new values for a record that broke a rule.
  mutating func renew(_ place: Int) {
    guard let entity = schema.entity(drafts[place].kind) else { return }
    drafts[place].values = values(of: entity)
  }

  // MARK: Values

  private mutating func values(of entity: Entity) -> [AttributePath: Value] {
    var made: [AttributePath: Value] = [:]
    let aims = NumberAim.aims(entity.constraints.checks.map(\.condition))
    for attribute in entity.attributes {
      // Nothing is a plausible value too, and so is what the model gives by itself.
      if attribute.isOptional, !attribute.isUnique, values.random.chance(10) { continue }
      let stored = schema.storedName(of: attribute.name, in: entity.name)
      for field in StoredField.leaves(of: attribute) {
        let rest = field.path.components.dropFirst()
        let aim = aims[field.path] ?? NumberAim()
        let name = rest.last ?? attribute.name
        if !rest.isEmpty, field.isOptional, !attribute.isOptional, values.random.chance(10) {
          continue
        }
        var value = values.value(field.type, named: name, within: aim)
        if attribute.isUnique, case .string(let text) = value {
          value = .string(values.unique(text))
        }
        made[AttributePath([stored] + rest)] = value
      }
    }
    return made
  }

  // MARK: Relationships

  /// Lets records lead somewhere by a to-one relationship.
  private mutating func lead(
    _ places: Range<Int>,
    _ relationship: Relationship,
    of kind: String
  ) throws {
    guard let destination = schema.entity(relationship.destination),
      let inverse = destination.relationship(relationship.inverse)
    else { return }
    let isSelf = schema.root(of: kind) == schema.root(of: destination.name)
    let name = stored(relationship, kind)
    var room = try Room(
      existing(destination.name),
      most: inverse.isToMany ? inverse.bounds?.maximum : 1,
      counts: count(inverse, of: destination.name)
    )
    if !relationship.isOptional, room.size < places.count {
      guard !isSelf else {
        throw Impossible(message: "each \(kind) needs another one as its `\(relationship.name)`")
      }
      let most = inverse.isToMany ? inverse.bounds?.maximum : 1
      let wanted = most.map { (places.count - room.size + $0 - 1) / max(1, $0) }
      let first = drafts.count
      try make(wanted ?? max(1, places.count / 10), of: destination.name)
      let made = drafts[first...].filter { schema.isKind($0.kind, of: destination.name) }
      room.add(made.map { .number($0.number) }, most: most)
    }
    for place in places {
      // Within one model later records lead to earlier ones, so that no circle comes about.
      if isSelf, relationship.isOptional {
        if place > places.lowerBound, inverse.isToMany, values.random.chance(60) {
          let earlier = places.lowerBound + values.random.below(place - places.lowerBound)
          drafts[place].targets[name] = .number(drafts[earlier].number)
        }
        continue
      }
      if relationship.isOptional, values.random.chance(15) { continue }
      if let key = room.take(&values.random) {
        drafts[place].targets[name] = key
        if !inverse.isToMany { lead(back: inverse, of: destination.name, key, to: place) }
      } else if !relationship.isOptional {
        throw Impossible(
          message:
            "there are not enough \(destination.name) records for `\(kind).\(relationship.name)`"
        )
      }
    }
  }

  /// Where one record stands at both ends, the other one leads back.
  private mutating func lead(
    back inverse: Relationship,
    of kind: String,
    _ key: RecordKey,
    to place: Int
  ) {
    let name = stored(inverse, kind)
    let target = RecordKey.number(drafts[place].number)
    let other = drafts.firstIndex {
      .number($0.number) == key && schema.isKind($0.kind, of: schema.root(of: kind))
    }
    if let other {
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

  /// Gives records what they must have behind a to-many relationship, and some links where both ends
  /// are to-many.
  private mutating func fill(
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
    let candidates = try existing(relationship.destination)
    guard candidates.count >= least else {
      throw Impossible(
        message:
          "there are not enough \(relationship.destination) records for `\(kind).\(relationship.name)`"
      )
    }
    if candidates.isEmpty { return }
    let most = min(candidates.count, relationship.bounds?.maximum ?? max(3, least))
    for place in places {
      let wanted = least + values.random.below(most - least + 1)
      var chosen: Set<Int> = []
      while chosen.count < wanted { chosen.insert(values.random.below(candidates.count)) }
      let positions = try store.reservePositions(max(1, wanted))
      for (offset, member) in chosen.sorted().enumerated() {
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

  private mutating func count(_ inverse: Relationship, of entity: String) throws -> [RecordKey: Int]
  {
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

  private func stored(_ relationship: Relationship, _ kind: String) -> String {
    schema.storedName(of: relationship.name, in: kind)
  }
}

/// Records that may still be led to.
private struct Room {
  private var keys: [RecordKey]
  private var left: [Int?]

  init(_ keys: [RecordKey], most: Int?, counts: [RecordKey: Int]) {
    let rooms = keys.map { key in most.map { $0 - (counts[key] ?? 0) } }
    let free = keys.indices.filter { rooms[$0].map { $0 > 0 } ?? true }
    self.keys = free.map { keys[$0] }
    left = free.map { rooms[$0] }
  }

  /// How many records may be led from here to one of these.
  var size: Int {
    left.contains { $0 == nil } ? .max : left.reduce(0) { $0 + ($1 ?? 0) }
  }

  mutating func add(_ added: [RecordKey], most: Int?) {
    keys += added
    left += added.map { _ in most }
  }

  mutating func take(_ random: inout SplitMix64) -> RecordKey? {
    guard !keys.isEmpty else { return nil }
    let place = random.below(keys.count)
    let key = keys[place]
    if let rest = left[place] {
      left[place] = rest - 1
      if rest <= 1 {
        keys.swapAt(place, keys.count - 1)
        left.swapAt(place, left.count - 1)
        keys.removeLast()
        left.removeLast()
      }
    }
    return key
  }
}
