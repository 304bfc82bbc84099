import Columns
import Model
import Storage

/// A record to add and what it is linked with, in the plain words of a check.
struct NewRecord {
  var entity: String
  /// The values of fields by the texts of their paths.
  var values: [String: Value]
  /// The record's number; nil for the next one.
  var number: Int64?
  /// The numbers of the records at the other end of relationships, by their names. Those of a
  /// to-many relationship are taken from where they were before.
  var links: [String: [Int64]]

  init(
    _ entity: String,
    _ values: [String: Value] = [:],
    number: Int64? = nil,
    links: [String: [Int64]] = [:]
  ) {
    self.entity = entity
    self.values = values
    self.number = number
    self.links = links
  }
}

extension StoreContract {
  /// The change set that adds records, one after another.
  static func changes(adding records: [NewRecord], to store: any WritableStore) throws -> ChangeSet
  {
    var draft = RecordsDraft(store: store, schema: store.schema)
    for record in records { try draft.add(record) }
    return try draft.changes()
  }

  /// A column with one value, of the value's own type where it is none of `type`.
  static func column(_ value: Value, _ type: ValueType?) -> Column {
    for type in [type, .string, .int, .double, .bool, .decimal, .date, .uuid, .data] {
      if let column = type.flatMap({ Column([value], of: $0) }) { return column }
    }
    return .bool(FixedColumn(values: [0]))
  }
}

/// Works out what links of new records mean for both ends, as a context does.
private struct RecordsDraft {
  let store: any WritableStore
  let schema: Schema
  private var rows: [RecordRows] = []
  private var linked: [RecordLinkage] = []
  /// What becomes of references, of new records and of others.
  private var references: [Reference: (target: Int64?, position: Int64)] = [:]

  private struct Reference: Hashable {
    let entity: String
    let number: Int64
    let relationship: String
  }

  init(store: any WritableStore, schema: Schema) {
    self.store = store
    self.schema = schema
  }

  mutating func add(_ record: NewRecord) throws {
    let entity = schema.storedEntities.first { $0.name == record.entity }
    let number =
      try record.number ?? (entity == nil ? 1 : store.reserveKeys(1, of: record.entity).lowerBound)
    var new = RecordRows(entity: record.entity, keys: .range(number..<(number + 1)))
    for (name, value) in record.values {
      let type = entity?.storedFields.first { $0.path == path(name) }?.type
      new.columns[path(name)] = StoreContract.column(value, type)
    }
    rows.append(new)
    for name in record.links.keys where entity?.relationship(name) == nil {
      set(record.entity, number, name, record.links[name]?.first)
    }
    for relationship in entity?.relationships ?? [] {
      for member in record.links[relationship.name] ?? [] {
        try link(record.entity, number, relationship, member)
      }
    }
  }

  private mutating func link(
    _ entity: String,
    _ owner: Int64,
    _ relationship: Relationship,
    _ member: Int64
  ) throws {
    let position = try store.reservePositions(1).lowerBound
    let destination = schema.storedEntities.first { $0.name == relationship.destination }
    guard let inverse = destination?.relationship(relationship.inverse) else { return }
    switch (relationship.isToMany, inverse.isToMany) {
    case (false, true): set(entity, owner, relationship.name, member, position)
    case (true, false): set(relationship.destination, member, inverse.name, owner, position)
    case (false, false):
      let previous = try partner(relationship.destination, member, inverse)
      if let previous { set(entity, previous, relationship.name, nil) }
      set(entity, owner, relationship.name, member)
      set(relationship.destination, member, inverse.name, owner)
    case (true, true):
      let pair = RecordPair(
        entity: entity,
        relationship: relationship.name,
        owner: .number(owner),
        member: .number(member)
      )
      linked.append(RecordLinkage(pair: pair, position: position, inversePosition: position))
    }
  }

  private mutating func set(
    _ entity: String,
    _ number: Int64,
    _ relationship: String,
    _ target: Int64?,
    _ position: Int64 = 0
  ) {
    let place = Reference(entity: entity, number: number, relationship: relationship)
    references[place] = (target, position)
  }

  /// The target of an existing record.
  private func partner(
    _ entity: String,
    _ number: Int64,
    _ relationship: Relationship
  ) throws -> Int64? {
    let reading = try StoreReading(store)
    let id = RecordID(entity: entity, key: .number(number))
    guard let reference = try reading.snapshot.reference(to: id) else { return nil }
    let columns = try reading.snapshot.gather(
      [.toOne(relationship.name)],
      of: entity,
      at: [reference]
    )
    return try reading.numbers(in: columns[0], 0..<1, of: relationship.destination)[0]
  }

  /// References of new records go with these, the others are updates.
  func changes() throws -> ChangeSet {
    var changes = ChangeSet()
    changes.inserted = rows
    changes.linked = linked
    for (place, reference) in references {
      let given = RecordReferences(
        targets: [reference.target.map { .number($0) }],
        positions: [reference.position]
      )
      let new = rows.firstIndex { $0.entity == place.entity && $0.keys[0] == .number(place.number) }
      if let new {
        changes.inserted[new].references[place.relationship] = given
      } else {
        changes.updated.append(
          RecordRows(
            entity: place.entity,
            keys: .list([.number(place.number)]),
            references: [place.relationship: given]
          )
        )
      }
    }
    return changes
  }
}
