import Model
import Storage

/// The positions that stated changes give members of ordered relationships.
///
/// Members that no order names come after all others, in identity order.
struct StatedOrders {
  private let stated: StatedChanges
  private var source: PositionSource
  /// The positions of members, by their to-one relationship.
  private var members: [RecordID: [String: Int64]] = [:]
  /// The positions of pairs, named from the first of their ends.
  private var pairs: [RecordPair: OverlayLinks.Positions] = [:]

  init(_ stated: StatedChanges, _ source: PositionSource) throws {
    (self.stated, self.source) = (stated, source)
    try placeNew()
    try placeOrdered()
  }

  /// The changes with positions in place of orders.
  func changes() throws -> [RecordChange] {
    var rest = members
    let orders = Dictionary(grouping: stated.orders, by: \.change)
      .mapValues { Set($0.map(\.value)) }
    var changes = stated.changes.enumerated().map { place, change in
      let own = rest.removeValue(forKey: change.record) ?? [:]
      return RecordChange(
        record: change.record,
        action: change.action,
        values: change.values.enumerated()
          .filter { orders[place]?.contains($0.offset) != true }.map(\.element),
        links: change.links,
        positions: Self.facts(own)
      )
    }
    changes += rest.map { record, own in
      RecordChange(
        record: record,
        action: .updated,
        values: [],
        links: [],
        positions: Self.facts(own)
      )
    }
    // The last statement about a pair counts.
    for (pair, places) in pairs {
      let destination = try stated.schema.relationship(pair.end).destination
      let member = Value.record(RecordID(entity: destination, key: pair.member))
      changes.append(
        RecordChange(
          record: RecordID(entity: pair.entity, key: pair.owner),
          action: .updated,
          values: [],
          links: [],
          positions: [
            .init(
              property: AttributePath([pair.relationship]),
              old: .null,
              new: .list([member, .int(places.here), .int(places.there)])
            )
          ]
        )
      )
    }
    return changes
  }

  private static func facts(_ positions: [String: Int64]) -> [RecordChange.ValueChange] {
    positions.map { name, place in
      .init(property: AttributePath([name]), old: .null, new: .int(place))
    }
  }

  // MARK: Positions

  /// New members come last.
  private mutating func placeNew() throws {
    let schema = stated.schema
    let sorted = stated.changes.sorted {
      $0.record.entity == $1.record.entity
        ? $0.record.key.isBefore($1.record.key) : $0.record.entity < $1.record.entity
    }
    var linked: [RecordPair] = []
    for change in sorted {
      let layout = try schema.layout(change.record.entity)
      for reference in layout.references where reference.hasPositions {
        let name = reference.relationship.name
        let value = change.values.first { $0.property == AttributePath([name]) }
        guard value != nil || change.action == .inserted, change.action != .deleted else {
          continue
        }
        let isLast = if case .record? = value?.new { true } else { false }
        members[change.record, default: [:]][name] = isLast ? try source.next() : 0
      }
      linked += try change.links.filter(\.isAdded)
        .map { try RecordPair(change.record, $0).named(in: schema).pair }
    }
    for pair in linked.sorted(by: { $0.isBefore($1) }) {
      let position = try source.next()
      pairs[pair] = OverlayLinks.Positions(here: position, there: position)
    }
  }

  private mutating func placeOrdered() throws {
    let schema = stated.schema
    for (place, index, end) in stated.orders {
      let (record, value) = (stated.changes[place].record, stated.changes[place].values[index])
      let inverse = try schema.inverse(of: end)
      if try schema.isManyToMany(end) {
        try placePairs(of: record, end, value.new.keys)
        continue
      }
      for key in value.new.keys {
        let member = RecordID(entity: inverse.entity, key: key)
        members[member, default: [:]][inverse.name] = try source.next()
      }
    }
  }

  private mutating func placePairs(
    of record: RecordID,
    _ end: RelationshipEnd,
    _ keys: [RecordKey]
  ) throws {
    let schema = stated.schema
    let named = try keys.map { key in
      try RecordPair(entity: end.entity, relationship: end.name, owner: record.key, member: key)
        .named(in: schema)
    }
    let present = try InverseChanges(schema: schema, before: stated.snapshot)
      .places(of: named.map(\.pair))
    for (pair, isMirrored) in named {
      let position = try source.next()
      let places =
        pairs[pair]
        ?? present[pair].map {
          OverlayLinks.Positions(here: $0.position, there: $0.inversePosition)
        }
        ?? OverlayLinks.Positions(here: position, there: position)
      pairs[pair] =
        isMirrored
        ? OverlayLinks.Positions(here: places.here, there: position)
        : OverlayLinks.Positions(here: position, there: places.there)
    }
  }
}
