import Columns
import Foundation
import Model
import Storage
import Testing

/// One demand that every store has to meet, tried on an empty store.
struct ContractCheck: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let run: @Sendable (any Store) throws -> Void

  init(_ description: String, _ run: @escaping @Sendable (any Store) throws -> Void) {
    testDescription = description
    self.run = run
  }
}

/// What the `Store` contract demands of every store that takes changes.
enum StoreContract {
  static let checks =
    readingChecks + refusalChecks + linkChecks + snapshotChecks + schemaChecks
    + inheritanceChecks + renameChecks + randomRowChecks + [
      ContractCheck("random changes leave what plain records hold") { store in
        for seed in UInt64(1)...4 { try checkRandomChanges(on: store, seed: seed) }
      }
    ]

  /// Adds the models of the contract.
  static func addModels(to store: any Store) throws {
    try store.apply(SchemaChange(entities: ContractSchema.schema.entities))
  }

  /// Adds one record; its number is the answer.
  @discardableResult
  static func insert(
    _ entity: String,
    _ values: [String: Value],
    _ links: [String: [RecordLink]] = [:],
    into store: any Store
  ) throws -> RecordID {
    var changes = ChangeSet()
    changes.inserts = [
      RecordInsert(entity, values, id: 7, links: links)
    ]
    return try #require(try store.apply(changes).identities[7])
  }

  /// Checks that the store refuses a change and holds what it held before.
  static func expectRefusal(
    _ error: StoreError,
    by store: any Store,
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
