import Columns
import Model
import Storage
import StoreFixtures

/// A store that returns damaged data.
final class DamagedStore: ForwardingStore {
  let store: any Store
  private let damage: Damage

  init(_ store: any Store, _ damage: Damage) {
    self.store = store
    self.damage = damage
  }

  func snapshot() throws -> any StoreSnapshot {
    DamagedSnapshot(try store.snapshot(), damage)
  }
}

/// A snapshot of the store.
final class DamagedSnapshot: CountingSnapshot, KeyedSnapshot, IndexedSnapshot, LinkageSnapshot,
  DanglingReferenceSnapshot
{
  private let sound: any StoreSnapshot
  private let damage: Damage

  init(_ sound: any StoreSnapshot, _ damage: Damage) {
    self.sound = sound
    self.damage = damage
  }

  var version: StoreVersion { sound.version }

  func findCount(of entity: String) throws -> Int {
    try damage.counts[entity] ?? sound.count(of: entity)
  }

  func scan(_ entity: String, _ sources: [ColumnSource]) throws -> any BatchReader {
    let count = try sound.count(of: entity)
    let references = (0..<Int64(count)).map { $0 }
    let columns = try gather(sources, of: entity, at: references)
    return WholeColumnReader(count: count, columns: columns)
  }

  func gather(
    _ sources: [ColumnSource],
    of entity: String,
    at references: [Int64]
  ) throws -> [Column] {
    let columns = try sound.gather(sources, of: entity, at: references)
    return zip(sources, columns).map { source, column in
      damage.columns[entity]?[source]?(column, references) ?? column
    }
  }

  func members(of relationship: RelationshipReference, owners: [Int64]) throws -> MemberLists {
    let lists = try sound.members(of: relationship, owners: owners)
    return damage.members[relationship.entity]?[relationship.name]?(lists, owners) ?? lists
  }

  func findLinkages(of relationship: RelationshipReference, owners: [Int64]) throws -> LinkageLists
  {
    try sound.linkages(of: relationship, owners: owners)
  }

  func recordIDs(of entity: String, at references: [Int64]) throws -> [RecordID] {
    let ids = try sound.recordIDs(of: entity, at: references)
    return zip(references, ids).map { damage.identities[entity]?[$0] ?? $1 }
  }

  func reference(to id: RecordID) throws -> Int64? {
    damage.unfound.contains(id.entity) ? nil : try sound.reference(to: id)
  }

  func findReferences(to keys: RecordKeys, of entity: String) throws -> [Int64] {
    damage.unfound.contains(entity)
      ? Array(repeating: Column.nullReference, count: keys.count)
      : try sound.references(to: keys, of: entity)
  }

  func findDanglingReferences(
    of relationship: RelationshipReference
  ) throws -> [DanglingReference] {
    try sound.danglingReferences(of: relationship)
  }

  func findRecords(
    of entity: String,
    where paths: [AttributePath],
    equal keys: [Column]
  ) throws -> [Int64]? {
    guard damage.emptyIndexes.contains(entity) else {
      return try sound.lookUp(entity, where: paths, equal: keys)
    }
    return Array(repeating: Column.nullReference, count: keys.first?.count ?? 0)
  }
}
