import Columns
import Model
import Storage
import Testing

/// The contract of every store, also of one that accepts no changes: it returns the same as another
/// store that has the same records and keeps the contract.
extension StoreContract {
  /// Checks that two stores hold the same models and records, and read alike by every way.
  static func expectSameRecords(in store: any Store, as known: any Store) throws {
    #expect(store.schema == known.schema)
    #expect(try contents(of: store) == contents(of: known))
    let reading = try StoreReading(store)
    for entity in store.schema.storedEntities {
      let references = try reading.references(of: entity.name)
      #expect(references == references.sorted())
      #expect(Set(references).count == references.count)
      #expect(try reading.snapshot.count(of: entity.name) == references.count)
      try expectIdentities(of: entity.name, references, reading, as: StoreReading(known))
      try expectGathers(of: entity, references, reading)
      try expectMembers(of: entity, references, reading)
      try expectUnknownMembers(of: entity.name, reading.snapshot)
    }
    let unknown = StoreError.unknownEntity("Nowhere")
    #expect(throws: unknown) { try reading.snapshot.count(of: "Nowhere") }
    #expect(throws: unknown) { try reading.snapshot.scan("Nowhere", []) }
    #expect(throws: unknown) { try reading.snapshot.gather([], of: "Nowhere", at: []) }
  }

  /// Checks that a store refuses all changes as one that is only read, and is as it was.
  static func expectOnlyRead(_ store: any Store) throws {
    let before = try contents(of: store)
    let entity = try #require(store.schema.storedEntities.first).name
    let rows = RecordRows(entity: entity, keys: .range(1000..<1001))
    #expect(throws: StoreError.readOnly) { try store.writable().reserveKeys(1, of: entity) }
    #expect(throws: StoreError.readOnly) { try store.writable().reservePositions(1) }
    #expect(throws: StoreError.readOnly) { try store.writable().apply(ChangeSet(inserted: [rows])) }
    #expect(throws: StoreError.readOnly) {
      try declare(ContractSchema.schema, in: store.writable())
    }
    #expect(throws: StoreError.readOnly) { try store.inBatches(SchemaChange()) { _ in } }
    #expect(throws: StoreError.fixedModels) {
      try store.migrating().migrate(from: nil, to: 2) { _, _, _ in .rollBack }
    }
    #expect(try contents(of: store) == before)
  }

  /// Each record has one identity and is found by it; nothing is found by others.
  private static func expectIdentities(
    of entity: String,
    _ references: [Int64],
    _ reading: StoreReading,
    as known: StoreReading
  ) throws {
    let ids = try reading.snapshot.recordIDs(of: entity, at: references)
    let expected = try known.references(of: entity)
    #expect(try ids == known.snapshot.recordIDs(of: entity, at: expected))
    #expect(try ids.map { try reading.snapshot.reference(to: $0) } == references)
    let none = [RecordKey.number(-7), .number(.max), .values([.string("a")])]
    for key in none {
      #expect(try reading.snapshot.reference(to: RecordID(entity: entity, key: key)) == nil)
    }
    let keys = RecordKeys.list(none + ids.reversed().map(\.key))
    #expect(
      try reading.snapshot.references(to: keys, of: entity)
        == none.map { _ in Column.nullReference } + references.reversed()
    )
  }

  /// Gathering, in any order, repeatedly or with null references, returns the same as a scan.
  private static func expectGathers(
    of entity: Entity,
    _ references: [Int64],
    _ reading: StoreReading
  ) throws {
    let toOnes = entity.relationships.filter { !$0.isToMany }
    let asked = references.reversed() + [Column.nullReference] + references + references
    let places = references.indices.map(Optional.some)
    let rows: [Int?] = places.reversed() + [nil] + places + places
    let fields = try reading.snapshot.gather(
      entity.storedFields.map { .attribute($0.path) },
      of: entity.name,
      at: asked
    )
    for (field, column) in zip(entity.storedFields, fields) {
      let values = try reading.values(entity.name, field.path)
      let expected = rows.map { row in row.map { values[$0] } ?? .null }
      #expect(asked.indices.map { column.value(at: $0) } == expected, "\(field.path)")
    }
    let links = try reading.snapshot.gather(
      toOnes.map { .toOne($0.name) },
      of: entity.name,
      at: asked
    )
    for (relationship, column) in zip(toOnes, links) {
      let targets = try reading.destinations(entity.name, relationship)
      let found = try reading.numbers(in: column, asked.indices, of: relationship.destination)
      #expect(found == rows.map { row in row.flatMap { targets[$0] } }, "\(relationship.name)")
    }
  }

  /// The members of owners are the same, in whichever order these are asked; nothing has none.
  private static func expectMembers(
    of entity: Entity,
    _ references: [Int64],
    _ reading: StoreReading
  ) throws {
    for relationship in entity.relationships where relationship.isToMany {
      let members = try reading.members(entity.name, relationship, owners: references)
      let owners = references.reversed() + [Column.nullReference] + references
      #expect(
        try reading.members(entity.name, relationship, owners: owners)
          == members.reversed() + [[]] + members
      )
    }
  }

  private static func expectUnknownMembers(
    of entity: String,
    _ snapshot: any StoreSnapshot
  ) throws {
    let nowhere = StoreError.unknownProperty(entity: entity, property: "nowhere")
    for source in [ColumnSource.attribute(path("nowhere")), .toOne("nowhere")] {
      #expect(throws: nowhere) { try snapshot.scan(entity, [source]) }
      #expect(throws: nowhere) { try snapshot.gather([source], of: entity, at: []) }
    }
    let relationship = RelationshipReference(
      entity: entity,
      name: "nowhere",
      destination: entity,
      isToMany: true
    )
    #expect(throws: nowhere) { try snapshot.members(of: relationship, owners: []) }
  }
}
