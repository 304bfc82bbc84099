import Columns
import Foundation
import Model
import Storage
import Testing

/// One requirement of every store, tested on an empty store.
struct ContractCheck: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let run: @Sendable (any WritableStore) throws -> Void

  init(_ description: String, _ run: @escaping @Sendable (any WritableStore) throws -> Void) {
    testDescription = description
    self.run = run
  }

  init(_ description: String, run: @escaping @Sendable (any WritableStore) throws -> Void) {
    self.init(description, run)
  }
}

/// A store whose versions begin again now and then, like a store that is closed and opened again.
protocol ForgettingVersions: Store {}

/// A store whose tables nobody else can read while their models are migrated.
protocol LockingMigrations: Store {}

/// What the `Store` contract demands of every store that takes changes.
enum StoreContract {
  static let checks = fixedChecks + renameChecks + migrationChecks + randomRowChecks

  /// The checks that need no random changes.
  static let fixedChecks =
    readingChecks + refusalChecks + linkChecks + snapshotChecks + schemaChecks + inheritanceChecks
    + historyChecks

  /// Adds the models of the contract.
  static func addModels(to store: any WritableStore) throws {
    try declare(ContractSchema.schema, in: store)
  }

  /// Adds the models and types of a schema.
  static func declare(_ schema: Schema, in store: any WritableStore) throws {
    try store.apply(SchemaChange(entities: schema.entities, types: schema.types))
  }

  /// Adds one record under the next number.
  static func insert(
    _ entity: String,
    _ values: [String: Value],
    _ links: [String: [Int64]] = [:],
    into store: any WritableStore
  ) throws {
    try add([NewRecord(entity, values, links: links)], to: store)
  }

  /// Adds records together.
  static func add(_ records: [NewRecord], to store: any WritableStore) throws {
    try store.apply(try changes(adding: records, to: store))
  }

  /// Many records under the next numbers, column by column.
  static func rows(
    _ entity: String,
    count: Int,
    _ columns: [String: Column],
    in store: any WritableStore
  ) throws -> RecordRows {
    RecordRows(
      entity: entity,
      keys: .range(try store.reserveKeys(count, of: entity)),
      columns: Dictionary(uniqueKeysWithValues: columns.map { (path($0), $1) })
    )
  }

  /// Checks that the store refuses to add records and holds what it held before.
  static func expectRejection(
    _ error: StoreError,
    by store: any WritableStore,
    of records: NewRecord...,
    location: SourceLocation = #_sourceLocation
  ) throws {
    try expectRejection(error, by: store, try changes(adding: records, to: store), location)
  }

  /// Checks that the store refuses a change and holds what it held before.
  static func expectRejection(
    _ error: StoreError,
    by store: any WritableStore,
    _ changes: ChangeSet,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try contents(of: store)
    #expect(throws: error, sourceLocation: location) { try store.apply(changes) }
    #expect(try contents(of: store) == before, sourceLocation: location)
  }

  /// All that a store says about all of its records.
  static func contents(of store: any Store) throws -> [String: [[Value]]] {
    let reading = try StoreReading(store)
    var contents: [String: [[Value]]] = [:]
    for entity in store.schema.storedEntities {
      let references = try reading.references(of: entity.name)
      contents[entity.name] =
        try entity.storedFields.map { try reading.values(entity.name, $0.path) }
        + entity.relationships.map { relationship in
          guard relationship.isToMany else {
            return try reading.destinations(entity.name, relationship)
              .map { $0.map { .int($0) } ?? .null }
          }
          return try reading.members(entity.name, relationship, owners: references)
            .map { .list($0.map { .int($0) }) }
        }
    }
    return contents
  }
}

extension ChangeSet {
  /// Changes that only add records.
  init(inserted: [RecordRows]) {
    self.init()
    self.inserted = inserted
  }
}
