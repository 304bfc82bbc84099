import Columns
import Model
import Storage

/// What one copy of a store has changed since the common state.
///
/// Records have the same identities in all copies: their number in the common state, or one that
/// depends on the statement that inserted them (``SaveStamp/shared(_:)``).
struct ChangedCopy {
  let schema: StoredSchema
  let snapshot: any StoreSnapshot
  var records: [RecordID: MergedRecord] = [:]
  var links: [RecordPair: MergedLink] = [:]
  /// The statements since the common state, and those of other copies that were merged.
  private(set) var known: Set<SaveStamp> = []
  /// The to-one relationships of records that reference another record now, and the present links.
  var presentTargets: [RecordID: Set<String>] = [:]
  var presentLinks: Set<RecordPair> = []
  /// New records whose links the history does not list, with the statement that inserted them.
  private(set) var unlisted: [RecordID: SaveStamp] = [:]
  /// The shared identities of records with other numbers in this copy.
  private var sharedByOwn: [RecordID: RecordID] = [:]
  /// The identities in this copy of these records.
  private var ownByShared: [RecordID: RecordID] = [:]

  /// - Parameter events: The statements since the common state.
  init(_ events: [HistoryEvent], _ schema: StoredSchema, _ snapshot: any StoreSnapshot) throws {
    (self.schema, self.snapshot) = (schema, snapshot)
    for event in events {
      let stamp = SaveStamp(event)
      if let notes = MergeNotes(event) {
        if notes.decides { known.insert(stamp) }
        try add(notes, of: event)
      } else {
        known.insert(stamp)
        try add(event, stamp)
      }
    }
    try readPresent()
  }

  // MARK: Identities

  func shared(_ id: RecordID) -> RecordID { sharedByOwn[id] ?? id }

  /// The identity in this copy; nil if another record has that number.
  func own(_ id: RecordID) -> RecordID? {
    if let own = ownByShared[id] { return own }
    return sharedByOwn[id] == nil ? id : nil
  }

  /// The present position of a record in an ordered relationship; nil if another statement wrote
  /// it.
  func position(of id: RecordID, _ relationship: String, _ stamp: SaveStamp) -> Int64? {
    guard presentTargets[id]?.contains(relationship) == true,
      let place = records[id]?.places[relationship],
      place.stamp == stamp, case .int(let position) = place.value
    else { return nil }
    return position
  }

  /// The present positions of a link; nil if another statement wrote it.
  func places(of pair: RecordPair, _ stamp: SaveStamp) -> OverlayLinks.Positions? {
    guard presentLinks.contains(pair), let link = links[pair], link.stamp == stamp else {
      return nil
    }
    return link.places
  }

  func shared(_ value: Value) -> Value {
    if case .record(let id) = value { .record(shared(id)) } else { value }
  }

  func shared(_ pair: RecordPair) throws -> (pair: RecordPair, isMirrored: Bool) {
    try pair.mapped(in: schema) { shared($0) }
  }

  private mutating func name(_ id: RecordID, _ known: RecordID) {
    if let before = ownByShared[known], sharedByOwn[before] == known { sharedByOwn[before] = nil }
    (sharedByOwn[id], ownByShared[known]) = (known, id)
  }

  /// Gives a new record its shared identity, and returns it if the record was deleted before.
  private mutating func add(new id: RecordID, _ stamp: SaveStamp) -> RecordID? {
    let known = shared(id)
    // The number can be the shared identity of another record.
    if records[known] == nil || own(known) != id, case .number(let number) = id.key {
      let new = RecordID(entity: id.entity, key: .number(stamp.shared(number)))
      name(id, new)
      records[new] = MergedRecord()
      records[new]?.birth = .init(stamp: stamp, number: number)
    }
    let item = shared(id)
    let wasDeleted = records[item]?.deletions.isEmpty == false
    records[item]?.cells = [:]
    records[item]?.inserted = stamp
    records[item]?.touch(stamp)
    return wasDeleted ? item : nil
  }

  /// Records that are inserted again have the references and links that are inserted with them.
  private mutating func unlink(_ ids: Set<RecordID>, _ stamp: SaveStamp) {
    if ids.isEmpty { return }
    for (other, record) in records {
      for (path, cell) in record.cells {
        guard case .record(let target) = cell.value, ids.contains(target) else { continue }
        records[other]?.cells[path] = .init(value: .null, stamp: stamp)
      }
    }
    for (pair, link) in links where link.isLinked {
      let end = RelationshipEnd(entity: pair.entity, name: pair.relationship)
      guard let destination = try? schema.relationship(end).destination,
        ids.contains(RecordID(entity: pair.entity, key: pair.owner))
          || ids.contains(RecordID(entity: destination, key: pair.member))
      else { continue }
      links[pair]?.isLinked = false
      links[pair]?.stamp = stamp
    }
  }

  // MARK: Statements

  private mutating func add(_ event: HistoryEvent, _ stamp: SaveStamp) throws {
    var returning: Set<RecordID> = []
    for selection in event.bulkInserts {
      for key in selection.keys.all {
        let id = RecordID(entity: selection.entity, key: key)
        if let known = add(new: id, stamp) { returning.insert(known) }
        unlisted[shared(id)] = stamp
      }
    }
    for change in event.records where change.action == .inserted {
      if let known = add(new: change.record, stamp) { returning.insert(known) }
    }
    unlink(returning, stamp)
    let gone = Set(event.records.filter { $0.action == .deleted }.map(\.record))
    for change in event.records {
      if change.action == .deleted {
        addMissing(change, shared(change.record))
        records[shared(change.record)]?.delete(stamp)
      } else {
        addValues(change, stamp, gone)
      }
      try addLinks(change, stamp, gone)
    }
  }

  /// - Parameter gone: The records that the statement deletes. A reference to one of them is not
  ///   written, so that it returns if an edit elsewhere is later than the deletion.
  private mutating func addValues(
    _ change: RecordChange,
    _ stamp: SaveStamp,
    _ gone: Set<RecordID>
  ) {
    let id = shared(change.record)
    var kept = Set<String>()
    for value in change.values {
      if case .record(let target) = value.old, gone.contains(target), value.new.isNull {
        kept.insert(value.property.components[0])
        if records[id]?.cells[value.property] == nil {
          records[id, default: .init()].write(value.property, shared(value.old), .base)
        }
      } else {
        write(value, of: id, stamp)
      }
    }
    if change.values.count > kept.count { records[id]?.touch(stamp) }
    for place in change.positions {
      guard let name = place.property.components.first else { continue }
      if kept.contains(name) {
        keepPlace(place.old, name, of: id)
      } else if case .int = place.new {
        records[id, default: .init()].places[name] = .init(value: place.new, stamp: stamp)
        records[id]?.touch(stamp)
      }
    }
  }

  private mutating func addLinks(
    _ change: RecordChange,
    _ stamp: SaveStamp,
    _ gone: Set<RecordID>
  ) throws {
    func isKept(_ member: RecordID) -> Bool {
      gone.contains(change.record) || gone.contains(member)
    }
    for place in change.positions where change.action == .updated {
      guard case .list(let parts) = place.old, case .record(let member)? = parts.first,
        let name = place.property.components.first, !isKept(member)
      else { continue }
      // Removed links follow.
      let moved = RecordChange.LinkChange(relationship: name, member: member, isAdded: true)
      try add(moved, of: change.record, stamp)
    }
    for link in change.links {
      if !link.isAdded, isKept(link.member) {
        let pair = try? shared(self.pair(link, of: change.record)).pair
        if let pair, links[pair] == nil { links[pair] = MergedLink(isLinked: true, stamp: .base) }
      } else {
        try add(link, of: change.record, stamp)
      }
    }
    if !gone.isEmpty { keepPlaces(of: change) { isKept($0) } }
  }

  private mutating func write(
    _ change: RecordChange.ValueChange,
    of id: RecordID,
    _ stamp: SaveStamp
  ) {
    let value = shared(change.new)
    records[id, default: .init()].write(change.property, value, stamp)
    guard case .record(let target) = value else { return }
    records[target, default: .init()].touch(stamp)
    let name = change.property.components[0]
    records[id]?.places[name] = .init(value: .null, stamp: stamp)
  }

  private mutating func add(
    _ link: RecordChange.LinkChange,
    of owner: RecordID,
    _ stamp: SaveStamp
  ) throws {
    guard let known = try? shared(pair(link, of: owner)).pair else { return }
    links[known] = MergedLink(isLinked: link.isAdded, stamp: stamp)
    guard link.isAdded else { return }
    for end in [owner, link.member] { records[shared(end), default: .init()].touch(stamp) }
  }

  private func pair(_ link: RecordChange.LinkChange, of owner: RecordID) -> RecordPair {
    RecordPair(
      entity: owner.entity,
      relationship: link.relationship,
      owner: owner.key,
      member: link.member.key
    )
  }

  /// Keeps the position of a removed reference.
  private mutating func keepPlace(_ position: Value, _ name: String, of id: RecordID) {
    guard case .int = position else { return }
    let known = records[id]?.places[name]
    if let known, !known.value.isNull { return }
    records[id, default: .init()].places[name] =
      .init(value: position, stamp: known?.stamp ?? .base)
  }

  /// Keeps the values of a deleted record, in case an edit elsewhere is later.
  private mutating func addMissing(_ change: RecordChange, _ id: RecordID) {
    for value in change.values where records[id]?.cells[value.property] == nil {
      records[id, default: .init()].write(value.property, shared(value.old), .base)
    }
    for place in change.positions {
      if let name = place.property.components.first { keepPlace(place.old, name, of: id) }
    }
    if records[id] == nil { records[id] = MergedRecord() }
  }

  // MARK: Merges

  /// A merge notes all that it has learned, so its changes only say how numbers changed.
  private mutating func add(_ notes: MergeNotes, of event: HistoryEvent) throws {
    known.formUnion(notes.known)
    for change in event.records { keepPlaces(of: change) }
    var renamed: [(RecordID, RecordID)] = []
    for (id, record) in notes.records {
      if let number = notes.previous[id] {
        renamed.append((id, shared(RecordID(entity: id.entity, key: .number(number)))))
      } else if let birth = record.birth, records[shared(id)]?.birth != birth {
        let key = RecordKey.number(birth.stamp.shared(birth.number))
        renamed.append((id, RecordID(entity: id.entity, key: key)))
      }
    }
    for (id, _) in renamed {
      // Another record had this number before.
      if let before = sharedByOwn[id], ownByShared[before] == id { ownByShared[before] = nil }
      sharedByOwn[id] = nil
    }
    for (id, known) in renamed where id != known || notes.previous[id] != nil { name(id, known) }
    // Renumbered records only have another identity now.
    let renumbered = Set(
      notes.previous.map { RecordID(entity: $0.key.entity, key: .number($0.value)) }
    )
    for change in event.records where change.action == .deleted {
      if !renumbered.contains(change.record) { addMissing(change, shared(change.record)) }
    }
    for (id, record) in notes.records {
      let known = shared(id)
      let before = records[known]
      var merged = record
      merged.birth = before?.birth ?? record.birth
      merged.cells = record.cells.mapValues { .init(value: shared($0.value), stamp: $0.stamp) }
      for (path, cell) in before?.cells ?? [:] where merged.cells[path] == nil {
        merged.cells[path] = cell
      }
      for (name, place) in before?.places ?? [:] where merged.places[name] == nil {
        merged.places[name] = place
      }
      records[known] = merged
    }
    for (pair, link) in notes.links { links[try shared(pair).pair] = link }
  }

  /// Keeps the positions of links that were removed with their records, in case an edit elsewhere
  /// is later.
  private mutating func keepPlaces(
    of change: RecordChange,
    where isKept: (RecordID) -> Bool = { _ in true }
  ) {
    for place in change.positions {
      guard case .list(let parts) = place.old, parts.count == 3,
        case .record(let member) = parts[0], isKept(member), case .int(let here) = parts[1],
        case .int(let there) = parts[2],
        let name = place.property.components.first
      else { continue }
      let pair = RecordPair(
        entity: change.record.entity,
        relationship: name,
        owner: change.record.key,
        member: member.key
      )
      guard let (known, isMirrored) = try? shared(pair) else { continue }
      links[known]?.places =
        isMirrored ? .init(here: there, there: here) : .init(here: here, there: there)
    }
  }
}

extension RecordPair {
  /// The pair with other identities of its records, named from the first of its ends, and whether
  /// that is the other one.
  func mapped(
    in schema: StoredSchema,
    _ transform: (RecordID) -> RecordID
  ) throws -> (pair: RecordPair, isMirrored: Bool) {
    let end = RelationshipEnd(entity: entity, name: relationship)
    let destination = try schema.relationship(end).destination
    var pair = self
    pair.owner = transform(RecordID(entity: entity, key: owner)).key
    pair.member = transform(RecordID(entity: destination, key: member)).key
    return try pair.named(in: schema)
  }
}
