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
  private(set) var records: [RecordID: MergedRecord] = [:]
  private(set) var links: [RecordPair: MergedLink] = [:]
  /// The statements since the common state, and those of other copies that were merged.
  private(set) var known: Set<SaveStamp> = []
  /// The to-one relationships of records that reference another record now, and the present links.
  private var presentTargets: [RecordID: Set<String>] = [:]
  private var presentLinks: Set<RecordPair> = []
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

  private func shared(_ value: Value) -> Value {
    if case .record(let id) = value { .record(shared(id)) } else { value }
  }

  private func shared(_ pair: RecordPair) throws -> (pair: RecordPair, isMirrored: Bool) {
    try pair.mapped(in: schema) { shared($0) }
  }

  private mutating func name(_ id: RecordID, _ known: RecordID) {
    if let before = ownByShared[known], sharedByOwn[before] == known { sharedByOwn[before] = nil }
    (sharedByOwn[id], ownByShared[known]) = (known, id)
  }

  /// Gives a new record its shared identity.
  private mutating func add(new id: RecordID, _ stamp: SaveStamp) {
    let known = shared(id)
    if records[known] == nil, case .number(let number) = id.key {
      let new = RecordID(entity: id.entity, key: .number(stamp.shared(number)))
      name(id, new)
      records[new] = MergedRecord()
      records[new]?.birth = .init(stamp: stamp, number: number)
    }
    let item = shared(id)
    records[item]?.cells = [:]
    records[item]?.inserted = stamp
    records[item]?.touch(stamp)
  }

  // MARK: Statements

  private mutating func add(_ event: HistoryEvent, _ stamp: SaveStamp) throws {
    for selection in event.bulkInserts {
      for key in selection.keys.all {
        add(new: RecordID(entity: selection.entity, key: key), stamp)
      }
    }
    for change in event.records where change.action == .inserted { add(new: change.record, stamp) }
    for change in event.records {
      let id = shared(change.record)
      switch change.action {
      case .deleted:
        addMissing(change, id)
        records[id]?.delete(stamp)
      case .inserted, .updated:
        for value in change.values { write(value, of: id, stamp) }
        for place in change.positions {
          guard let name = place.property.components.first, case .int = place.new else { continue }
          records[id, default: .init()].places[name] = .init(value: place.new, stamp: stamp)
        }
        if !change.values.isEmpty || !change.positions.isEmpty {
          records[id, default: .init()].touch(stamp)
        }
      }
      for place in change.positions where change.action == .updated {
        guard case .list(let parts) = place.old, case .record(let member)? = parts.first,
          let name = place.property.components.first
        else { continue }
        // Removed links follow.
        let moved = RecordChange.LinkChange(relationship: name, member: member, isAdded: true)
        try add(moved, of: change.record, stamp)
      }
      for link in change.links { try add(link, of: change.record, stamp) }
    }
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
    let pair = RecordPair(
      entity: owner.entity,
      relationship: link.relationship,
      owner: owner.key,
      member: link.member.key
    )
    guard let known = try? shared(pair).pair else { return }
    links[known] = MergedLink(isLinked: link.isAdded, stamp: stamp)
    guard link.isAdded else { return }
    for end in [owner, link.member] { records[shared(end), default: .init()].touch(stamp) }
  }

  /// Keeps the values of a deleted record, in case an edit elsewhere is later.
  private mutating func addMissing(_ change: RecordChange, _ id: RecordID) {
    for value in change.values where records[id]?.cells[value.property] == nil {
      records[id, default: .init()].write(value.property, shared(value.old), .base)
    }
    for place in change.positions {
      guard let name = place.property.components.first, case .int = place.old else { continue }
      let known = records[id]?.places[name]
      if let known, !known.value.isNull { continue }
      records[id, default: .init()].places[name] =
        .init(value: place.old, stamp: known?.stamp ?? .base)
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
    for (id, _) in renamed { sharedByOwn[id] = nil }
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

  /// Keeps the positions of links that a merge has removed with their records, in case an edit
  /// elsewhere is later.
  private mutating func keepPlaces(of change: RecordChange) {
    for place in change.positions {
      guard case .list(let parts) = place.old, parts.count == 3,
        case .record(let member) = parts[0], case .int(let here) = parts[1],
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

  // MARK: Present values

  /// Reads the values of new records, and the positions of all.
  private mutating func readPresent() throws {
    for (entity, ids) in Dictionary(grouping: records.keys, by: \.entity) {
      let layout = try schema.layout(entity)
      let numbered = ids.compactMap { id in own(id).map { (id, $0) } }
      let found = try snapshot.references(to: .list(numbered.map(\.1.key)), of: entity)
      let there = zip(numbered, found).filter { $1 != Column.nullReference }
      let rows = try RecordReader(layout, snapshot).rows(at: there.map(\.1))
      for (row, ((id, _), _)) in there.enumerated() { read(rows, row, layout, id) }
    }
    let places = try InverseChanges(schema: schema, before: snapshot)
      .places(of: links.keys.map { try $0.mapped(in: schema) { own($0) ?? $0 }.pair })
    for (pair, linkage) in places {
      let (known, isMirrored) = try shared(pair)
      presentLinks.insert(known)
      let places = (linkage.position, linkage.inversePosition)
      links[known]?.places =
        isMirrored
        ? .init(here: places.1, there: places.0) : .init(here: places.0, there: places.1)
    }
  }

  private mutating func read(_ rows: WholeRows, _ row: Int, _ layout: EntityLayout, _ id: RecordID)
  {
    guard var record = records[id] else { return }
    if let stamp = record.inserted {
      for (place, field) in layout.fields.enumerated() where record.cells[field.path] == nil {
        record.write(field.path, rows.fields[place].value(at: row), stamp)
      }
    }
    for (place, reference) in layout.references.enumerated() {
      let name = reference.relationship.name
      let path = AttributePath([name])
      if record.cells[path] == nil, record.inserted != nil || reference.hasPositions {
        let target = reference.value(rows.references[place].targets[row])
        record.write(path, shared(target), record.inserted ?? .base)
      }
      // Without a target, the position that was noted last is kept.
      guard rows.references[place].targets[row] != nil,
        let position = rows.references[place].positions?[row]
      else { continue }
      presentTargets[id, default: []].insert(name)
      let stamp = record.places[name]?.stamp ?? record.cells[path]?.stamp ?? .base
      record.places[name] = .init(value: .int(position), stamp: stamp)
    }
    records[id] = record
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
