import Model
import Storage

/// What leads from the present back to a past state: the saved changes, taken back from the newest
/// to the oldest.
struct PastChanges {
  /// What a record was.
  enum Past {
    /// It did not exist.
    case absent
    /// It existed, and has been deleted since: all values.
    case whole(Values)
    /// It existed: the values that have changed since.
    case changed(Values)
  }

  /// Values and positions in ordered relationships.
  struct Values {
    var fields: [AttributePath: Value] = [:]
    var positions: [String: Int64] = [:]

    /// - Parameter change: A change whose old values these are.
    mutating func add(_ change: RecordChange) {
      for value in change.values { fields[value.property] = value.old }
      for position in change.positions {
        guard let name = position.property.components.first else { continue }
        if case .int(let place) = position.old { positions[name] = place }
      }
    }
  }

  /// Whether a pair was linked, and its positions if they were others than now.
  struct Link {
    var isLinked: Bool
    var places: OverlayLinks.Positions?
  }

  let schema: StoredSchema
  /// The changed records, by root entity.
  private(set) var records: [String: [RecordKey: Past]] = [:]
  /// The changed pairs, named from the first of their ends.
  private(set) var links: [RecordPair: Link] = [:]

  /// The properties that the current models do not have.
  private(set) var omitted: Set<String> = []

  init(_ schema: StoredSchema) { self.schema = schema }

  /// Takes a statement back. Later statements were taken back before.
  mutating func revert(_ event: HistoryEvent) throws {
    for change in event.records.reversed() {
      guard let layout = try? schema.layout(change.record.entity) else { continue }
      let current = change.renamed(by: layout)
      for value in current.values where !layout.has(value.property) {
        omitted.insert("\(change.record.entity).\(value.property)")
      }
      try revert(current)
      try revertLinks(change)
    }
    for selection in event.bulkInserts {
      for key in selection.keys.all { records[selection.entity, default: [:]][key] = .absent }
    }
  }

  private mutating func revert(_ change: RecordChange) throws {
    let (entity, key) = (change.record.entity, change.record.key)
    var values = Values()
    switch change.action {
    case .inserted:
      records[entity, default: [:]][key] = .absent
      return
    case .deleted:
      values.add(change)
      records[entity, default: [:]][key] = .whole(values)
      return
    case .updated: break
    }
    var own = Values()
    own.add(change)
    // Only links have changed.
    guard !own.fields.isEmpty || !own.positions.isEmpty else { return }
    switch records[entity]?[key] {
    case .absent?: throw PastError.inconsistent(change.record)
    case .whole(let known)?:
      values = known
      values.add(change)
      records[entity]?[key] = .whole(values)
    case .changed(let known)?:
      values = known
      fallthrough
    case nil:
      values.add(change)
      records[entity, default: [:]][key] = .changed(values)
    }
  }

  private mutating func revertLinks(_ change: RecordChange) throws {
    for link in change.links.reversed() {
      guard let pair = try pair(change.record, link.relationship, link.member) else { continue }
      links[pair.pair] = Link(isLinked: !link.isAdded)
    }
    for position in change.positions {
      guard case .list(let parts) = position.old, parts.count == 3,
        case .record(let member) = parts[0], case .int(let here) = parts[1],
        case .int(let there) = parts[2], let name = position.property.components.first,
        let (pair, isMirrored) = try pair(change.record, name, member)
      else { continue }
      links[pair] = Link(
        isLinked: true,
        places: isMirrored
          ? OverlayLinks.Positions(here: there, there: here)
          : OverlayLinks.Positions(here: here, there: there)
      )
    }
  }

  /// A pair named from the first of its ends; nil if the relationship does not exist any more.
  private func pair(
    _ owner: RecordID,
    _ relationship: String,
    _ member: RecordID
  ) throws -> (pair: RecordPair, isMirrored: Bool)? {
    let end = RelationshipEnd(entity: owner.entity, name: relationship)
    guard (try? schema.isManyToMany(end)) == true else { return nil }
    return try RecordPair(
      entity: owner.entity,
      relationship: relationship,
      owner: owner.key,
      member: member.key
    )
    .named(in: schema)
  }

  /// The changed records of a root entity, including those whose links have changed.
  func touched(_ entity: String) throws -> Set<RecordKey> {
    var keys = Set((records[entity] ?? [:]).keys)
    for pair in links.keys {
      if pair.entity == entity { keys.insert(pair.owner) }
      let end = RelationshipEnd(entity: pair.entity, name: pair.relationship)
      if try schema.relationship(end).destination == entity { keys.insert(pair.member) }
    }
    return keys
  }
}

extension RecordPair {
  /// The pair named from the first of its ends, and whether that is the other one.
  func named(in schema: StoredSchema) throws -> (pair: RecordPair, isMirrored: Bool) {
    let end = RelationshipEnd(entity: entity, name: relationship)
    let inverse = try schema.inverse(of: end)
    let isMirrored = inverse == end ? member.isBefore(owner) : inverse.isBefore(end)
    return (isMirrored ? seen(from: inverse) : self, isMirrored)
  }
}

extension RecordChange {
  /// The change with the current names of properties that a declaration has renamed.
  fileprivate func renamed(by layout: EntityLayout) -> RecordChange {
    if values.allSatisfy({ layout.has($0.property) }) { return self }
    return RecordChange(
      record: record,
      action: action,
      values: values.map {
        ValueChange(property: layout.current($0.property), old: $0.old, new: $0.new)
      },
      links: links,
      positions: positions
    )
  }
}

extension EntityLayout {
  fileprivate func has(_ path: AttributePath) -> Bool {
    fieldPlaces[path] != nil || referencePlaces[path.components[0]] != nil
  }

  /// The path of a property that has another name now; others are unchanged.
  fileprivate func current(_ path: AttributePath) -> AttributePath {
    if has(path) { return path }
    let name = entity.properties.first { property in
      switch property {
      case .attribute(let attribute): attribute.oldName == path.components[0]
      case .relationship(let relationship): relationship.oldName == path.components[0]
      case .computed: false
      }
    }?.name
    return name.map { AttributePath([$0] + path.components.dropFirst()) } ?? path
  }
}
