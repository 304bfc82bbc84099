import Columns
import Model
import Storage
import TestSupport
import Testing

extension StoreContract {
  /// Applies random change sets to the store and to plain records, and compares after each.
  ///
  /// Entities are renamed so that several runs can share a store.
  static func checkRandomChanges(on store: any Store, seed: UInt64) throws {
    let schema = ContractSchema.schema.withSuffix("\(seed)")
    try store.apply(SchemaChange(entities: schema.entities))
    var changes = RandomChanges(seed: seed, schema: schema)
    var expected = PlainRecords(schema: schema)
    var refusals = 0
    for _ in 0..<60 {
      let next = changes.next(expected)
      if let result = try? expected.applying(next) {
        _ = try store.apply(next)
        expected = result
      } else {
        refusals += 1
        #expect(throws: StoreError.self) { try store.apply(next) }
      }
      try expectSame(store, expected, &changes.random)
    }
    #expect((1..<40).contains(refusals), "the changes try both outcomes")
  }

  private static func expectSame(
    _ store: any Store,
    _ expected: PlainRecords,
    _ random: inout SeededRandom
  ) throws {
    let reading = try StoreReading(store)
    for entity in expected.schema.entities {
      let records = expected.records[entity.name] ?? []
      #expect(try reading.snapshot.count(of: entity.name) == records.count)
      let references = try reading.references(of: entity.name)
      #expect(
        try reading.numbers(of: entity.name, at: references)
          == records.indices.map { Int64($0) + 1 }
      )
      #expect(references == references.sorted())
      for field in entity.storedFields {
        let values = records.map { $0.values[field.path] ?? .null }
        #expect(try reading.values(entity.name, field.path.description) == values)
      }
      for relationship in entity.relationships {
        try expectSame(reading, entity.name, relationship, records)
      }
      try expectSameGathered(reading, entity, records, references, &random)
      try expectReferences(reading, entity.name, references)
    }
  }

  private static func expectSame(
    _ reading: StoreReading,
    _ entity: String,
    _ relationship: Relationship,
    _ records: [PlainRecords.Record]
  ) throws {
    guard relationship.isToMany else {
      let destinations = records.map { $0.toOne[relationship.name] }
      #expect(try reading.destinations(entity, relationship) == destinations)
      return
    }
    let expected = records.map { record in
      let members = record.toMany[relationship.name] ?? []
      return relationship.isOrdered ? members : members.sorted()
    }
    let references = try reading.references(of: entity)
    let members = try reading.members(entity, relationship, owners: references)
    #expect(members == expected)
    let some = Array(references.indices.reversed().filter { $0 % 3 != 1 }) + [0, 0]
    guard !references.isEmpty else { return }
    let someMembers = try reading.members(
      entity,
      relationship,
      owners: some.map { references[$0] }
    )
    #expect(someMembers == some.map { expected[$0] })
  }

  private static func expectSameGathered(
    _ reading: StoreReading,
    _ entity: Entity,
    _ records: [PlainRecords.Record],
    _ references: [Int64],
    _ random: inout SeededRandom
  ) throws {
    let rows: [Int?] = (0..<20).map { _ in
      Bool.random(using: &random) ? records.indices.randomElement(using: &random) : nil
    }
    let wanted = rows.map { row in row.map { references[$0] } ?? Column.nullReference }
    let toOnes = entity.relationships.filter { !$0.isToMany }
    let sources =
      entity.storedFields.map { ColumnSource.attribute($0.path) }
      + toOnes.map { ColumnSource.toOne($0.name) }
    let columns = try reading.snapshot.gather(sources, of: entity.name, at: wanted)
    for (field, column) in zip(entity.storedFields, columns) {
      let values = rows.map { row in row.flatMap { records[$0].values[field.path] } ?? .null }
      #expect((0..<column.count).map { column.value(at: $0) } == values)
    }
    for (relationship, column) in zip(toOnes, columns.dropFirst(entity.storedFields.count)) {
      let expected = rows.map { row in row.flatMap { records[$0].toOne[relationship.name] } }
      let gathered = try reading.numbers(in: column, 0..<column.count, of: relationship.destination)
      #expect(gathered == expected)
    }
  }

  private static func expectReferences(
    _ reading: StoreReading,
    _ entity: String,
    _ references: [Int64]
  ) throws {
    for (index, reference) in references.enumerated() {
      let id = RecordID(entity: entity, key: .number(Int64(index) + 1))
      #expect(try reading.snapshot.reference(to: id) == reference)
    }
    for number in [Int64.min, 0, Int64(references.count) + 1, .max] {
      let id = RecordID(entity: entity, key: .number(number))
      #expect(try reading.snapshot.reference(to: id) == nil)
    }
  }
}

extension Schema {
  /// The same models under names that end in `suffix`.
  fileprivate func withSuffix(_ suffix: String) -> Schema {
    Schema(
      entities: entities.map { entity in
        Entity(
          name: entity.name + suffix,
          properties: entity.properties.map { property in
            guard case .relationship(let relationship) = property else { return property }
            return .relationship(relationship.leading(to: relationship.destination + suffix))
          }
        )
      }
    )
  }
}

extension Relationship {
  fileprivate func leading(to destination: String) -> Relationship {
    Relationship(
      name: name,
      destination: destination,
      isToMany: isToMany,
      isOptional: isOptional,
      isOrdered: isOrdered,
      inverse: inverse
    )
  }
}
