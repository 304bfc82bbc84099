import Model

/// All records of a world, as dictionaries.
struct ReferenceState: Equatable {
  var records: [RecordID: ReferenceRecord] = [:]
  /// The pairs of relationships with any number of records at both ends, each once.
  var pairs: [Pair: Places] = [:]
}

/// One record: its values and to-one references.
struct ReferenceRecord: Equatable {
  let kind: String
  var values: [String: Value] = [:]
  /// What is stored; the target may be gone, and reads as nil then.
  var links: [End: Target] = [:]
}

/// A to-one reference, and the position of its owner among the members of the other side.
struct Target: Equatable {
  let id: RecordID
  let position: Int
}

/// Two related records, named from the first end.
struct Pair: Hashable {
  let end: End
  let owner: RecordID
  let member: RecordID

  /// The pair as it is named, and whether it was turned round for that.
  static func named(
    _ end: End,
    _ owner: RecordID,
    _ member: RecordID,
    in world: World
  ) -> (pair: Pair, isTurned: Bool) {
    let far = world.inverse(end)
    let isTurned = far == end ? member.number < owner.number : far < end
    return isTurned
      ? (Pair(end: far, owner: member, member: owner), true)
      : (Pair(end: end, owner: owner, member: member), false)
  }
}

/// The positions of a pair: of the member in the owner's list, and of the owner in the member's.
struct Places: Equatable {
  var member: Int
  var owner: Int

  var turned: Places { Places(member: owner, owner: member) }
}

/// Reading.
extension ReferenceState {
  /// The records of a kind in identity order.
  func ids(of kind: String, in world: World) -> [RecordID] {
    records.filter { world.isKind($0.value.kind, of: kind) }.map(\.key)
      .sorted { $0.number < $1.number }
  }

  /// The target of a to-one relationship.
  func target(_ end: End, _ id: RecordID) -> RecordID? {
    guard let target = records[id]?.links[end]?.id, records[target] != nil else { return nil }
    return target
  }

  /// The records at the other end of a relationship, in order.
  func members(_ end: End, _ owner: RecordID, in world: World) -> [RecordID] {
    let plan = world.plan(end)
    guard plan.isToMany else { return target(end, owner).map { [$0] } ?? [] }
    var found: [(id: RecordID, position: Int)] = []
    if world.isManyToMany(end) {
      for (pair, places) in pairs {
        guard let (member, here) = side(of: pair, places, end, owner, in: world) else { continue }
        if records[member] != nil { found.append((member, here)) }
      }
    } else {
      let inverse = world.inverse(end)
      for (id, record) in records {
        guard let target = record.links[inverse], target.id == owner else { continue }
        found.append((id, target.position))
      }
    }
    return found.sorted {
      ((plan.isOrdered ? $0.position : 0), $0.id.number)
        < ((plan.isOrdered ? $1.position : 0), $1.id.number)
    }.map(\.id)
  }

  /// The member that a pair gives an owner, with its place.
  private func side(
    of pair: Pair,
    _ places: Places,
    _ end: End,
    _ owner: RecordID,
    in world: World
  ) -> (RecordID, Int)? {
    if pair.end == end, pair.owner == owner { return (pair.member, places.member) }
    if world.inverse(pair.end) == end, pair.member == owner { return (pair.owner, places.owner) }
    return nil
  }

  /// References to records that are gone, which only the rule `no action` allows.
  func dangling(in world: World) -> [(owner: RecordID, end: End, target: RecordID)] {
    records.flatMap { id, record in
      record.links.filter { records[$0.value.id] == nil }.map { (id, $0.key, $0.value.id) }
    }
  }

  /// Whether a one-to-one relationship references an existing record that does not reference back.
  func hasOneSidedPair(in world: World) -> Bool {
    records.contains { id, record in
      record.links.contains { end, target in
        let inverse = world.inverse(end)
        guard !world.plan(inverse).isToMany, let other = records[target.id] else { return false }
        return other.links[inverse]?.id != id
      }
    }
  }

  /// Pairs with a record that is gone, which no rule allows.
  var brokenPairs: [Pair] {
    pairs.keys.filter { records[$0.owner] == nil || records[$0.member] == nil }
  }
}

/// A record for rules and conditions.
struct RecordView {
  let world: World
  let state: ReferenceState
  let id: RecordID

  private var kind: String { state.records[id]?.kind ?? "" }

  func number(_ name: String) -> Int64? {
    if case .int(let number)? = state.records[id]?.values[name] { number } else { nil }
  }

  func value(_ name: String) -> Value { state.records[id]?.values[name] ?? .null }

  /// The records at the other end of a relationship.
  func all(_ name: String) -> [RecordView] {
    guard let end = world.end(name, of: kind) else { return [] }
    return state.members(end, id, in: world)
      .map { RecordView(world: world, state: state, id: $0) }
  }

  func one(_ name: String) -> RecordView? { all(name).first }

  /// The sum of an attribute over the members of a relationship, without nils.
  func sum(_ name: String, _ attribute: String) -> Int64 {
    all(name).compactMap { $0.number(attribute) }.reduce(0, +)
  }
}

extension RecordID {
  var number: Int64 { if case .number(let number) = key { number } else { 0 } }
}
