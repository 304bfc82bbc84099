import Columns
import CoreDataModels
import Foundation
import GRDB
import Model
import SQLiteStore
import Storage
import StoreFixtures
import TestSupport
import Testing

/// Compares app stores with the output of an independent decoder.
@Suite(.enabled(if: SharedStores.folder != nil, SharedStores.note)) struct SharedStoreTests {
  @Test(arguments: SharedStores.names)
  func modelsMatchExpectations(name: String) throws {
    let folder = try TemporaryFolder()
    let path = try SharedStores.copy(name, to: folder)
    let expected = try SharedStores.expected(name).entities
    let cache = try DatabaseQueue(path: path).read { db -> Data? in
      guard try db.tableExists("Z_MODELCACHE") else { return nil }
      return try Data.fetchOne(db, sql: "SELECT Z_CONTENT FROM Z_MODELCACHE")
    }
    guard let cache else {
      // The names of entities are all that the file says.
      #expect(expected.values.allSatisfy { $0.attributes == nil })
      return
    }
    let model = try ManagedObjectModel(cache: cache)
    #expect(Set(model.entities.map(\.name)) == Set(expected.keys))
    for entity in model.entities {
      guard let wanted = expected[entity.name] else { continue }
      #expect(entity.parent == wanted.parent, "\(entity.name)")
      #expect(entity.isAbstract == wanted.abstract, "\(entity.name)")
      #expect(entity.uniqueKeys == wanted.unique, "\(entity.name)")
      #expect(Set(entity.attributes.map(\.name)) == wanted.attributes.map { Set($0.keys) })
      for attribute in entity.attributes {
        let other = wanted.attributes?[attribute.name]
        #expect(attribute.isOptional == other?.optional, "\(entity.name).\(attribute.name)")
        #expect(attribute.isTransient == other?.transient, "\(entity.name).\(attribute.name)")
        #expect("\(attribute.type)".lowercased() == other?.type.lowercased())
      }
      #expect(Set(entity.relationships.map(\.name)) == wanted.relationships.map { Set($0.keys) })
      for relationship in entity.relationships {
        let other = wanted.relationships?[relationship.name]
        #expect("\(relationship.deleteRule)" == other?.delete, "\(relationship.name)")
        #expect(relationship.inverse == other?.inverse, "\(relationship.name)")
        #expect(relationship.isOptional == other?.optional, "\(relationship.name)")
        #expect(relationship.isOrdered == other?.ordered, "\(relationship.name)")
        #expect(relationship.destination == other?.to, "\(relationship.name)")
        #expect(relationship.isToMany == other?.toMany, "\(relationship.name)")
      }
    }
  }

  @Test(arguments: SharedStores.names)
  func recordsAreCounted(name: String) throws {
    let folder = try TemporaryFolder()
    let console = try PlainConsole(opening: SharedStores.copy(name, to: folder))
    for (entity, expected) in try SharedStores.expected(name).entities {
      #expect(console.answer("count \(entity)") == "\(expected.count)", "\(entity)")
      #expect(console.store.schema.entity(entity) != nil)
    }
    let guesses = console.store.notes.filter { $0.contains("guessed") }
    #expect(console.store.notes == guesses)
  }

  @Test(arguments: SharedStores.names)
  func bothEndsOfEveryRelationshipAgree(name: String) throws {
    let folder = try TemporaryFolder()
    let console = try PlainConsole(opening: SharedStores.copy(name, to: folder))
    let snapshot = try console.store.snapshot()
    for entity in console.store.schema.asStored.entities {
      for relationship in entity.relationships {
        let here = try snapshot.pairs(of: relationship, in: entity.name)
        let inverse = try #require(
          console.store.schema.asStored.inverse(of: relationship, in: entity.name)
        )
        let there = try snapshot.pairs(of: inverse, in: relationship.destination)
        #expect(here == Set(there.map { Pair(owner: $0.member, member: $0.owner) }))
      }
    }
  }

  @Test(arguments: SharedStores.names)
  func everyValueFits(name: String) throws {
    let folder = try TemporaryFolder()
    let console = try PlainConsole(opening: SharedStores.copy(name, to: folder))
    let snapshot = try console.store.snapshot()
    for entity in console.store.schema.asStored.entities {
      for field in entity.storedFields {
        let invalidValues = try snapshot.invalidValues(of: entity.name, in: field.path)
        #expect(invalidValues.isEmpty, "\(entity.name).\(field.path)")
      }
      let columns = entity.storedFields.map { ColumnSource.attribute($0.path) }
      let reader = try snapshot.scan(entity.name, columns)
      while try reader.next() != nil {}
    }
    #expect(console.answer(".check").hasPrefix("no damage in"))
  }

  /// Neither the file nor what lies beside it changes, and nothing is left there.
  @Test(arguments: SharedStores.names)
  func nothingChanges(name: String) throws {
    let folder = try TemporaryFolder()
    let path = try SharedStores.copy(name, to: folder)
    func contents() throws -> [String: Data] {
      var contents: [String: Data] = [:]
      for name in try folder.names() {
        contents[name] = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
      }
      return contents
    }
    let before = try contents()
    let store = try ReopenedStore.open(path)
    #expect(store.isReadOnly)
    for entity in store.schema.asStored.entities {
      #expect(try store.snapshot().count(of: entity.name) > 0, "\(entity.name)")
    }
    store.close()
    #expect(try contents() == before)
  }
}

/// An owner and a member of a relationship.
struct Pair: Hashable {
  let owner: Int64
  let member: Int64
}

extension StoreSnapshot {
  /// All that a relationship links.
  func pairs(of relationship: Relationship, in entity: String) throws -> Set<Pair> {
    var pairs: Set<Pair> = []
    let isToMany = relationship.isToMany
    let reader = try scan(entity, isToMany ? [] : [.toOne(relationship.name)])
    while let batch = try reader.next(), let owners = batch.references {
      guard isToMany else {
        for (row, owner) in owners.enumerated() {
          guard case .reference(let column) = batch.columns[0],
            column.values[row] != Column.nullReference
          else {
            continue
          }
          pairs.insert(Pair(owner: owner, member: column.values[row]))
        }
        continue
      }
      let lists = try members(
        of: RelationshipReference(
          entity: entity,
          name: relationship.name,
          destination: relationship.destination,
          isToMany: true
        ),
        owners: owners
      )
      for (place, owner) in owners.enumerated() {
        for member in lists.members[lists.starts[place]..<lists.starts[place + 1]] {
          pairs.insert(Pair(owner: owner, member: member))
        }
      }
    }
    return pairs
  }
}
