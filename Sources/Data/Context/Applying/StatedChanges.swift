import Columns
import Model
import Storage

/// Changes of records that somebody states, with the old values that the records must have.
///
/// A to-many relationship with lists as values has these members in this order.
struct StatedChanges {
  let schema: StoredSchema
  let snapshot: any StoreSnapshot
  let changes: [RecordChange]
  /// The places of the records among the changes.
  let places: [RecordID: Int]
  /// The changed records, as they are.
  private let present: [String: PresentRecords]
  private(set) var conflicts: [ChangeConflict] = []
  /// The greatest number of a new record: later records need greater ones.
  private static let greatestNumber = Int64.max / 2

  /// - Parameter changes: At most one change for each record.
  init(
    _ changes: [RecordChange],
    _ schema: StoredSchema,
    over snapshot: any StoreSnapshot
  ) throws {
    (self.schema, self.snapshot, self.changes) = (schema, snapshot, changes)
    places = Dictionary(
      changes.enumerated().map { ($1.record, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    var present: [String: PresentRecords] = [:]
    for (entity, records) in Dictionary(grouping: changes.map(\.record), by: \.entity) {
      present[entity] = try PresentRecords(
        records.map(\.key).sortedByKey(),
        schema.layout(entity),
        snapshot
      )
    }
    self.present = present
  }

  // MARK: States

  func isPresent(_ record: RecordID) -> Bool {
    present[record.entity]?.contains(record.key) == true
  }

  func presentValue(_ record: RecordID, _ path: AttributePath) -> Value {
    present[record.entity]?.value(record.key, path) ?? .null
  }

  /// The target of a to-one relationship after the changes, of a record that exists then.
  private func target(_ record: RecordID, _ end: RelationshipEnd) throws -> Value {
    let path = AttributePath([end.name])
    guard let place = places[record] else {
      let layout = try schema.layout(end.entity)
      let found = try RecordReader(layout, snapshot).targets(of: end.name, keys: [record.key])
      return layout.referencePlaces[end.name]
        .map { layout.references[$0].value(found.targets[0]) } ?? .null
    }
    let change = changes[place]
    if let value = change.values.first(where: { $0.property == path }) { return value.new }
    return change.action == .inserted ? .null : presentValue(record, path)
  }

  /// The present members of a record, in order.
  func members(of record: RecordID, _ end: RelationshipEnd) throws -> [RecordKey] {
    guard let reference = try snapshot.reference(to: record) else { return [] }
    let relationship = try schema.reference(end)
    let lists = try snapshot.members(of: relationship, owners: [reference])
    return try snapshot.keys(of: relationship.destination, at: lists.members).compactMap { $0 }
  }

  /// The values that are orders of members, with their ends.
  var orders: [(change: Int, value: Int, end: RelationshipEnd)] {
    changes.indices.flatMap { change in
      changes[change].values.indices.compactMap { value in
        let item = changes[change].values[value]
        guard let name = item.property.components.first, item.property.components.count == 1
        else { return nil }
        let end = RelationshipEnd(entity: changes[change].record.entity, name: name)
        guard (try? schema.relationship(end))?.isToMany == true else { return nil }
        return (change, value, end)
      }
    }
  }

  // MARK: Checking

  /// Finds out whether the changes fit the present records.
  mutating func check() throws {
    let existing = try existingTargets()
    let links = try presentLinks()
    for (place, change) in changes.enumerated() {
      checkRecord(change, place)
      try checkValues(change, place, existing)
      checkLinks(change, place, existing, links)
    }
    try checkDeletions()
    try checkOrders()
    conflicts += try StatedKinds(self).conflicts
    conflicts.sort { ($0.change, $0.part.order) < ($1.change, $1.part.order) }
  }

  private mutating func add(_ fact: ChangeConflict.Fact, _ place: Int, _ part: ChangeConflict.Part)
  {
    conflicts.append(
      ChangeConflict(record: changes[place].record, change: place, part: part, fact: fact)
    )
  }

  private mutating func checkRecord(_ change: RecordChange, _ place: Int) {
    guard let layout = try? schema.layout(change.record.entity) else { return }
    let isPresent = isPresent(change.record)
    let stated = Set(change.values.map(\.property))
    switch change.action {
    case .inserted:
      if isPresent { return add(.exists, place, .record) }
      if case .number(let number) = change.record.key, number > Self.greatestNumber {
        add(.tooLarge(limit: Self.greatestNumber), place, .record)
      }
      for field in layout.fields where !field.isOptional && !stated.contains(field.path) {
        add(.lacks(field.path), place, .record)
      }
    case .updated: if !isPresent { add(.missing, place, .record) }
    case .deleted:
      guard isPresent else { return add(.missing, place, .record) }
      let paths =
        layout.fields.map(\.path)
        + layout.references.map { AttributePath([$0.relationship.name]) }
      for path in paths where !stated.contains(path) {
        let value = presentValue(change.record, path)
        if !value.isNull { add(.differs(path, present: value, stated: .null), place, .record) }
      }
    }
  }

  private mutating func checkValues(
    _ change: RecordChange,
    _ place: Int,
    _ existing: Set<RecordID>
  ) throws {
    for (index, value) in change.values.enumerated() {
      if case .list = value.new, isToMany(change, value) { continue }
      if case .list = value.old, isToMany(change, value) { continue }
      if change.action != .inserted, isPresent(change.record) {
        let present = presentValue(change.record, value.property)
        if present != value.old {
          add(
            .differs(value.property, present: present, stated: value.old),
            place,
            .value(index)
          )
        }
      }
      let end = RelationshipEnd(entity: change.record.entity, name: value.property.components[0])
      guard let reference = reference(end) else { continue }
      if case .record(let target) = value.new, !reference.keepsDangling,
        !exists(target, existing)
      {
        add(.dangling(end.name, target), place, .value(index))
        continue
      }
      try checkOtherEnd(change, place, index, end, existing)
    }
  }

  private func isToMany(_ change: RecordChange, _ value: RecordChange.ValueChange) -> Bool {
    let end = RelationshipEnd(entity: change.record.entity, name: value.property.components[0])
    return (try? schema.relationship(end))?.isToMany == true
  }

  private func reference(_ end: RelationshipEnd) -> ReferenceLayout? {
    guard let layout = try? schema.layout(end.entity), let place = layout.referencePlaces[end.name]
    else { return nil }
    return layout.references[place]
  }

  /// Both ends of a one-to-one relationship must change.
  private mutating func checkOtherEnd(
    _ change: RecordChange,
    _ place: Int,
    _ index: Int,
    _ end: RelationshipEnd,
    _ existing: Set<RecordID>
  ) throws {
    let inverse = try schema.inverse(of: end)
    guard try !schema.relationship(inverse).isToMany else { return }
    let value = change.values[index]
    if case .record(let target) = value.new, exists(target, existing),
      try self.target(target, inverse) != .record(change.record)
    {
      add(.otherEnd(target, inverse.name), place, .value(index))
    }
    // References to deleted records are checked with the deletions.
    if case .record(let target) = value.old, value.new != value.old, change.action != .deleted,
      exists(target, existing),
      try self.target(target, inverse) == .record(change.record)
    {
      add(.otherEnd(target, inverse.name), place, .value(index))
    }
  }

  private mutating func checkLinks(
    _ change: RecordChange,
    _ place: Int,
    _ existing: Set<RecordID>,
    _ present: Set<RecordPair>
  ) {
    for (index, link) in change.links.enumerated() {
      let isLinked = present.contains(RecordPair(change.record, link))
      if link.isAdded {
        if isLinked { add(.linked(link.relationship, link.member), place, .link(index)) }
        if !exists(link.member, existing) {
          add(.dangling(link.relationship, link.member), place, .link(index))
        }
      } else if !isLinked {
        add(.unlinked(link.relationship, link.member), place, .link(index))
      }
    }
  }

  /// No remaining record may reference a deleted one.
  private mutating func checkDeletions() throws {
    let deleted = changes.filter { $0.action == .deleted && isPresent($0.record) }.map(\.record)
    for (entity, records) in Dictionary(grouping: deleted, by: \.entity) {
      let owners = try snapshot.references(to: .list(records.map(\.key)), of: entity)
      for relationship in try schema.layout(entity).entity.relationships {
        let end = RelationshipEnd(entity: entity, name: relationship.name)
        let inverse = try schema.inverse(of: end)
        guard let reference = reference(inverse), !reference.keepsDangling else { continue }
        let lists = try snapshot.others(schema.reference(end), of: owners)
        let ids = try snapshot.recordIDs(of: inverse.entity, at: lists.members)
        for (row, record) in records.enumerated() {
          for member in lists.places(of: row).map({ ids[$0] }) {
            let isDeleted = places[member].map { changes[$0].action == .deleted } ?? false
            guard !isDeleted, try target(member, inverse) == .record(record),
              let place = places[record]
            else { continue }
            add(.referenced(by: member, inverse.name), place, .record)
          }
        }
      }
    }
  }

  /// An order must be one of the members that a record then has.
  private mutating func checkOrders() throws {
    let orders = orders
    if orders.isEmpty { return }
    let moves = try StatedMoves(self)
    for (place, index, end) in orders {
      let (record, value) = (changes[place].record, changes[place].values[index])
      let destination = try schema.relationship(end).destination
      func ids(_ keys: [RecordKey]) -> [RecordID] {
        keys.map { RecordID(entity: destination, key: $0) }
      }
      let present = try members(of: record, end)
      if present != value.old.keys {
        let found = Value.list(ids(present).map(Value.record))
        add(.differs(value.property, present: found, stated: value.old), place, .value(index))
        continue
      }
      let members = moves.members(of: record.key, end, present).filter { key in
        let member = RecordID(entity: destination, key: key)
        return places[member].map { changes[$0].action != .deleted } ?? true
      }
      let stated = value.new.keys
      if members.count != stated.count || Set(members) != Set(stated) {
        add(.members(end.name, ids(members)), place, .value(index))
      }
    }
  }

  // MARK: Existence

  /// Whether a record exists after the changes.
  private func exists(_ record: RecordID, _ existing: Set<RecordID>) -> Bool {
    places[record].map { changes[$0].action != .deleted } ?? existing.contains(record)
  }

  /// The unchanged records that the changes reference.
  private func existingTargets() throws -> Set<RecordID> {
    let targets = changes.flatMap { change in
      change.values.flatMap { [$0.new, $0.old] }.compactMap { value -> RecordID? in
        if case .record(let id) = value { id } else { nil }
      } + change.links.map(\.member)
    }
    var existing: Set<RecordID> = []
    for (entity, records) in Dictionary(grouping: Set(targets), by: \.entity) {
      let keys = records.map(\.key)
      guard (try? schema.layout(entity)) != nil else { continue }
      let found = try snapshot.references(to: .list(keys), of: entity)
      for (key, reference) in zip(keys, found) where reference != Column.nullReference {
        existing.insert(RecordID(entity: entity, key: key))
      }
    }
    return existing
  }

  /// The stated links that exist, named as they are stated.
  private func presentLinks() throws -> Set<RecordPair> {
    let pairs = changes.flatMap { change in change.links.map { RecordPair(change.record, $0) } }
    return try Set(InverseChanges(schema: schema, before: snapshot).places(of: pairs).keys)
  }
}

extension RecordPair {
  init(_ record: RecordID, _ link: RecordChange.LinkChange) {
    self.init(
      entity: record.entity,
      relationship: link.relationship,
      owner: record.key,
      member: link.member.key
    )
  }

  var end: RelationshipEnd { RelationshipEnd(entity: entity, name: relationship) }
}

extension Value {
  /// The keys of a list of records.
  var keys: [RecordKey] {
    guard case .list(let elements) = self else { return [] }
    return elements.compactMap { if case .record(let id) = $0 { id.key } else { nil } }
  }
}

extension ChangeConflict.Part {
  fileprivate var order: Int {
    switch self {
    case .record: 0
    case .value(let index): 1 + index
    case .link(let index): 1_000_000 + index
    }
  }
}
