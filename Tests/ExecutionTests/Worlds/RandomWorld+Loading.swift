import MemoryStore
import Model
import PostgreSQLFixtures
import PostgreSQLStore
import SQLiteStore
import Storage
import Synchronization
import TestSupport

/// The records in stores.
extension RandomWorld {
  /// The records in a store in memory.
  func makeStore() throws -> InMemoryStore {
    let store = InMemoryStore()
    try load(into: store)
    return store
  }

  /// The records in a file of our own, opened in each of several ways.
  func makeFile(in folder: TemporaryFolder, opened ways: [FileOptions]) throws -> [FileStore] {
    let declarations = CachedDeclarations()
    let path = folder.file("world.store")
    let open = { options in
      try FileStore(path: path, options: options, declarations: declarations)
    }
    let store = try open(FileOptions())
    try load(into: store)
    // Rows in the log are not read from pages.
    store.close()
    return try ways.map(open)
  }

  /// The records in a native store on a PostgreSQL server; nil if there is no server.
  func makeServerStore() throws -> PostgreSQLStore? {
    guard let server = PrivateServer.shared else { return nil }
    let store = try PostgreSQLStore(
      address: server.addressOfNewStore(),
      declarations: CachedDeclarations()
    )
    try load(into: store)
    return store
  }

  /// Puts models and records into a store that has none.
  func load(into store: any WritableStore) throws {
    try store.apply(SchemaChange(entities: schema.declared.entities))
    var changes = ChangeSet()
    changes.inserted = schema.stored.entities.map(rows)
    changes.linked = pairs.flatMap { end, pairs in
      pairs.map { linkage($0, end) }
    }
    try store.apply(changes)
  }

  private func rows(_ entity: Entity) -> RecordRows {
    let records = records(of: entity.name)
    var rows = RecordRows(entity, records.map(\.values))
    for relationship in entity.relationships where !relationship.isToMany {
      let name = relationship.name
      let inverse = schema.stored.entity(relationship.destination)?
        .relationship(relationship.inverse)
      rows.references[name] = RecordReferences(
        targets: records.map { $0.toOne[name].map { .number(Int64($0) + 1) } },
        positions: inverse?.isOrdered == true ? records.map { $0.positions[name] ?? 0 } : nil
      )
    }
    return rows
  }

  private func linkage(_ pair: Pair, _ end: RelationshipEnd) -> RecordLinkage {
    RecordLinkage(
      pair: RecordPair(
        entity: end.entity,
        relationship: end.name,
        owner: .number(Int64(pair.owner) + 1),
        member: .number(Int64(pair.member) + 1)
      ),
      position: pair.position,
      inversePosition: pair.inversePosition
    )
  }
}

/// Schemas by declarations that are cached in this process.
private final class CachedDeclarations: DeclarationCoder {
  private let schemas = Mutex<[String: Schema]>([:])

  func schema(of text: String) -> Schema {
    schemas.withLock { $0[text] } ?? Schema()
  }

  func declarations(of schema: Schema) -> String {
    schemas.withLock { schemas in
      let text = "schema \(schemas.count)"
      schemas[text] = schema
      return text
    }
  }
}
