import Model

/// A statement during its evaluation: the old records, the new records, and the writes.
struct StatementDraft {
  let world: World
  let before: ReferenceState
  private(set) var after: ReferenceState
  private var new: Set<RecordID> = []
  private var written = ReferenceDelta()
  private let positions: PositionCounter
  private var freshIDs: [String: [RecordID]]

  private let order: [RecordID: Int]

  /// - Parameters:
  ///   - freshIDs: The identities that new records get, by root; more are made up.
  ///   - order: The order of the existing records: pending ones after saved ones.
  init(
    _ world: World,
    _ before: ReferenceState,
    _ positions: PositionCounter,
    freshIDs: [String: [RecordID]],
    order: [RecordID: Int]
  ) {
    self.order = order
    self.world = world
    self.before = before
    after = before
    self.positions = positions
    self.freshIDs = freshIDs
  }

  /// The records that a statement means, in their order.
  func select(_ selection: Selection) -> [RecordID] {
    let found = before.all(selection, in: world).sorted { order[$0] ?? 0 < order[$1] ?? 0 }
    return selection.limit.map { Array(found.prefix($0)) } ?? found
  }

  /// All that was written.
  var delta: ReferenceDelta {
    var delta = written
    for id in new { delta.inserted[id] = after.records[id] }
    return delta
  }

  // MARK: Records

  mutating func insert(_ kind: String) -> RecordID {
    let root = world.root(kind)
    let id =
      freshIDs[root]?.isEmpty == false
      ? freshIDs[root, default: []].removeFirst()
      : RecordID(entity: root, key: .number(1_000_000 + Int64(new.count)))
    new.insert(id)
    after.records[id] = ReferenceRecord(kind: kind)
    return id
  }

  func isNew(_ id: RecordID) -> Bool { new.contains(id) }

  mutating func set(_ id: RecordID, _ name: String, _ value: Value) {
    after.records[id]?.values[name] = value
    guard let old = before.records[id] else { return }
    written.values[id, default: [:]][name] = .init(old: old.values[name] ?? .null, new: value)
  }

  /// Removes records with their pairs; references to them stay.
  mutating func remove(_ ids: Set<RecordID>) {
    for id in ids {
      written.deleted[id] = before.records[id]
      after.records[id] = nil
    }
    for (pair, places) in before.pairs
    where ids.contains(pair.owner) || ids.contains(pair.member) {
      after.pairs[pair] = nil
      written.pairs[pair] = .init(old: places, new: nil)
    }
  }

  // MARK: Links

  /// Links two records, seen from `end`.
  mutating func connect(_ end: End, _ owner: RecordID, _ member: RecordID) {
    let far = world.inverse(end)
    switch (world.plan(end).isToMany, world.plan(far).isToMany) {
    case (false, false):
      if let previous = after.target(end, owner), previous != member { point(far, previous, nil) }
      if let previous = after.target(far, member), previous != owner { point(end, previous, nil) }
      point(end, owner, member)
      point(far, member, owner)
    case (true, false):
      // In an ordered relationship, a record that is added again becomes the last.
      if after.target(far, member) == owner, !world.plan(end).isOrdered { return }
      point(far, member, owner)
    case (false, true):
      if after.target(end, owner) != member { point(end, owner, member) }
    case (true, true):
      link(end, owner, member)
    }
  }

  /// Links two records no more.
  mutating func disconnect(_ end: End, _ owner: RecordID, _ member: RecordID) {
    guard after.members(end, owner, in: world).contains(member) else { return }
    let far = world.inverse(end)
    if world.isManyToMany(end) {
      let (pair, _) = Pair.named(end, owner, member, in: world)
      after.pairs[pair] = nil
      written.pairs[pair] = .init(old: before.pairs[pair], new: nil)
      return
    }
    if !world.plan(end).isToMany { point(end, owner, nil) }
    if !world.plan(far).isToMany { point(far, member, nil) }
  }

  /// Makes a to-one relationship lead nowhere.
  mutating func clear(_ end: End, _ owner: RecordID) {
    if let previous = after.target(end, owner) {
      disconnect(end, owner, previous)
    } else if after.records[owner]?.links[end] != nil {
      point(end, owner, nil)
    }
  }

  /// Sets a to-one relationship without a look at the other end.
  mutating func point(_ end: End, _ id: RecordID, _ target: RecordID?) {
    let new = target.map { Target(id: $0, position: positions.next()) }
    after.records[id]?.links[end] = new
    guard let old = before.records[id] else { return }
    written.links[id, default: [:]][end] = .init(old: old.links[end], new: new)
  }

  private mutating func link(_ end: End, _ owner: RecordID, _ member: RecordID) {
    let (pair, isTurned) = Pair.named(end, owner, member, in: world)
    let position = positions.next()
    var places = after.pairs[pair] ?? Places(member: position, owner: position)
    if after.pairs[pair] != nil {
      guard world.plan(end).isOrdered else { return }
      if isTurned { places.owner = position } else { places.member = position }
    }
    after.pairs[pair] = places
    written.pairs[pair] = .init(old: before.pairs[pair], new: places)
  }
}

/// Ascending numbers for all contexts.
final class PositionCounter {
  private var last = 0

  func next() -> Int {
    last += 1
    return last
  }
}
