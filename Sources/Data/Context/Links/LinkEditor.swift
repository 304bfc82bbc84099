import Model
import Storage

/// Translates links to changes of references and pairs at both ends, based on a snapshot and
/// previous edits.
struct LinkEditor {
  /// The new target of a to-one relationship.
  struct ReferenceEdit {
    let target: RecordKey?
    let position: Int64
  }

  /// The change of a pair.
  enum PairEdit {
    case linked(position: Int64, inversePosition: Int64)
    case unlinked
  }

  private let schema: StoredSchema
  private let snapshot: any StoreSnapshot
  private var positions: PositionSource
  private let savedMembers = SavedMembers()
  /// The statement's records that are not in the snapshot.
  private var new: Set<RecordID> = []
  /// The new references by relationship and record.
  private(set) var references: [RelationshipEnd: [RecordKey: ReferenceEdit]] = [:]
  /// The records that edits made members of an owner, by the to-one relationship.
  private var incoming: [RelationshipEnd: [RecordKey: [RecordKey]]] = [:]
  /// The changed pairs in order, each named from the end that was edited first.
  private(set) var pairs: [RecordPair: PairEdit] = [:]
  private(set) var pairOrder: [RecordPair] = []

  init(schema: StoredSchema, snapshot: any StoreSnapshot, positions: PositionSource) {
    self.schema = schema
    self.snapshot = snapshot
    self.positions = positions
  }

  /// Adds a new record, which has no references yet.
  mutating func add(_ record: RecordID) { new.insert(record) }

  // MARK: Editing

  /// Links `owner` with `member` at the other end of `end`.
  mutating func connect(
    _ end: RelationshipEnd,
    _ owner: RecordKey,
    _ member: RecordKey
  ) throws {
    let far = try schema.inverse(of: end)
    let near = try schema.relationship(end)
    switch (near.isToMany, try schema.relationship(far).isToMany) {
    case (false, false):
      try connectOneToOne(end, owner, far, member)
    case (true, false):
      // In an ordered relationship, an existing member moves to the end.
      if !near.isOrdered, try target(far, member) == owner { return }
      try set(far, member, to: owner)
    case (false, true):
      if try target(end, owner) == member { return }
      try set(end, owner, to: member)
    case (true, true):
      try link(end, owner, far, member)
    }
  }

  /// Unlinks `owner` and `member` if they are linked.
  mutating func disconnect(
    _ end: RelationshipEnd,
    _ owner: RecordKey,
    _ member: RecordKey
  ) throws {
    let far = try schema.inverse(of: end)
    switch (try schema.relationship(end).isToMany, try schema.relationship(far).isToMany) {
    case (false, false):
      guard try target(end, owner) == member else { return }
      try set(end, owner, to: nil)
      try set(far, member, to: nil)
    case (true, false):
      if try target(far, member) == owner { try set(far, member, to: nil) }
    case (false, true):
      if try target(end, owner) == member { try set(end, owner, to: nil) }
    case (true, true):
      let pair = canonical(end, owner, far, member)
      if try isLinked(end, owner, member) { note(pair, .unlinked) }
    }
  }

  /// Sets a to-one relationship to nil.
  mutating func clear(_ end: RelationshipEnd, _ key: RecordKey) throws {
    if let previous = try target(end, key) {
      try disconnect(end, key, previous)
    } else if try storedTarget(end, key) != nil {
      try set(end, key, to: nil)
    }
  }

  /// Sets a reference without changing the other end.
  mutating func set(_ end: RelationshipEnd, _ key: RecordKey, to target: RecordKey?) throws {
    let layout = try schema.layout(end.entity)
    let hasPositions = layout.referencePlaces[end.name].map { layout.references[$0].hasPositions }
    let position = hasPositions == true && target != nil ? try positions.next() : 0
    references[end, default: [:]][key] = ReferenceEdit(target: target, position: position)
    if let target { incoming[end, default: [:]][target, default: []].append(key) }
  }

  private mutating func connectOneToOne(
    _ near: RelationshipEnd,
    _ owner: RecordKey,
    _ far: RelationshipEnd,
    _ member: RecordKey
  ) throws {
    if let previous = try target(near, owner), previous != member {
      try set(far, previous, to: nil)
    }
    if let previous = try target(far, member), previous != owner {
      try set(near, previous, to: nil)
    }
    try set(near, owner, to: member)
    try set(far, member, to: owner)
  }

  private mutating func link(
    _ end: RelationshipEnd,
    _ owner: RecordKey,
    _ far: RelationshipEnd,
    _ member: RecordKey
  ) throws {
    let isOrdered = try schema.relationship(end).isOrdered
    let isLinked = try isLinked(end, owner, member)
    if isLinked && !isOrdered { return }
    let pair = canonical(end, owner, far, member)
    let position = try positions.next()
    let previous = isLinked ? try places(end, owner, member) : nil
    let isSame = pair.entity == end.entity && pair.relationship == end.name && pair.owner == owner
    let there = previous?.there ?? position
    note(
      pair,
      isSame
        ? .linked(position: position, inversePosition: there)
        : .linked(position: there, inversePosition: position)
    )
  }

  // MARK: Current links

  /// The current target of a to-one relationship; nil if it does not exist.
  func target(_ end: RelationshipEnd, _ key: RecordKey) throws -> RecordKey? {
    guard let kept = try storedTarget(end, key) else { return nil }
    let id = RecordID(entity: try schema.relationship(end).destination, key: kept)
    return try new.contains(id) || snapshot.reference(to: id) != nil ? kept : nil
  }

  /// The current target, even if it does not exist.
  private func storedTarget(_ end: RelationshipEnd, _ key: RecordKey) throws -> RecordKey? {
    if let edit = references[end]?[key] { return edit.target }
    if new.contains(RecordID(entity: end.entity, key: key)) { return nil }
    return try RecordReader(schema.layout(end.entity), snapshot)
      .targets(of: end.name, keys: [key]).targets[0]
  }

  /// The current members of an owner, in order.
  func members(_ end: RelationshipEnd, of owner: RecordKey) throws -> [RecordKey] {
    let far = try schema.inverse(of: end)
    let known = try savedMembers(end, of: owner)
    if try schema.isManyToMany(end) {
      let kept = try known.filter { try isLinked(end, owner, $0) }
      let added = pairOrder.compactMap { pair -> RecordKey? in
        guard case .linked? = pairs[pair] else { return nil }
        return other(in: pair, end, owner)
      }
      return kept + added.filter { !kept.contains($0) }
    }
    let kept = known.filter { references[far]?[$0].map { $0.target == owner } ?? true }
    let arrived = incoming[far]?[owner] ?? []
    var seen = Set(kept)
    return kept
      + arrived.filter { references[far]?[$0]?.target == owner && seen.insert($0).inserted }
  }

  private func savedMembers(_ end: RelationshipEnd, of owner: RecordKey) throws -> [RecordKey] {
    try saved(end, of: owner).members
  }

  /// The members of an owner in the snapshot, cached.
  private func saved(_ end: RelationshipEnd, of owner: RecordKey) throws -> SavedMembers.List {
    if let known = savedMembers.lists[end]?[owner] { return known }
    let id = RecordID(entity: end.entity, key: owner)
    var list = SavedMembers.List()
    if !new.contains(id), let reference = try snapshot.reference(to: id) {
      let relationship = try schema.reference(end)
      let members = try snapshot.members(of: relationship, owners: [reference]).members
      list.members = try snapshot.keys(of: relationship.destination, at: members).compactMap { $0 }
      list.set = Set(list.members)
    }
    savedMembers.lists[end, default: [:]][owner] = list
    return list
  }

  private func isLinked(
    _ end: RelationshipEnd,
    _ owner: RecordKey,
    _ member: RecordKey
  ) throws -> Bool {
    let far = try schema.inverse(of: end)
    if let edit = pairs[canonical(end, owner, far, member)] {
      if case .linked = edit { return true }
      return false
    }
    return try saved(end, of: owner).set.contains(member)
  }

  /// The positions of a saved pair.
  private func places(
    _ end: RelationshipEnd,
    _ owner: RecordKey,
    _ member: RecordKey
  ) throws -> OverlayLinks.Positions? {
    let id = RecordID(entity: end.entity, key: owner)
    guard let reference = try snapshot.reference(to: id) else { return nil }
    let relationship = try schema.reference(end)
    let lists = try snapshot.linkages(of: relationship, owners: [reference])
    let keys = try snapshot.keys(of: relationship.destination, at: lists.lists.members)
    guard let place = keys.firstIndex(of: member) else { return nil }
    return OverlayLinks.Positions(
      here: lists.positions[place],
      there: lists.inversePositions[place]
    )
  }

  // MARK: Pairs

  /// The name of a pair: from the end that was edited first.
  private func canonical(
    _ end: RelationshipEnd,
    _ owner: RecordKey,
    _ far: RelationshipEnd,
    _ member: RecordKey
  ) -> RecordPair {
    let pair = RecordPair(
      entity: end.entity,
      relationship: end.name,
      owner: owner,
      member: member
    )
    let seen = pair.seen(from: far)
    return pairs[seen] != nil ? seen : pair
  }

  private mutating func note(_ pair: RecordPair, _ edit: PairEdit) {
    if pairs.updateValue(edit, forKey: pair) == nil {
      pairOrder.append(pair)
    } else if case .linked = edit {
      pairOrder.removeAll { $0 == pair }
      pairOrder.append(pair)
    }
  }

  /// The record that a pair links with `owner` at `end`.
  private func other(
    in pair: RecordPair,
    _ end: RelationshipEnd,
    _ owner: RecordKey
  ) -> RecordKey? {
    if pair.entity == end.entity, pair.relationship == end.name, pair.owner == owner {
      return pair.member
    }
    guard let far = try? schema.inverse(of: end), pair.entity == far.entity,
      pair.relationship == far.name, pair.member == owner
    else { return nil }
    return pair.owner
  }
}

/// A cache of members in the snapshot.
private final class SavedMembers {
  struct List {
    /// The members in order.
    var members: [RecordKey] = []
    var set: Set<RecordKey> = []
  }

  var lists: [RelationshipEnd: [RecordKey: List]] = [:]
}

/// Provides positions, which the store reserves in batches.
struct PositionSource {
  private let store: any Store
  private var rest: Range<Int64> = 0..<0

  init(_ store: any Store) { self.store = store }

  mutating func next() throws -> Int64 {
    if rest.isEmpty { rest = try store.writable().reservePositions(64) }
    defer { rest = (rest.lowerBound + 1)..<rest.upperBound }
    return rest.lowerBound
  }
}
