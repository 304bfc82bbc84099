import Columns
import Model
import Storage

/// The least that a store is: its models, and snapshots with nothing but what every snapshot must have. It holds
/// the records that another store held.
final class MinimalStore: Store {
  let schema: Schema
  private let state: MinimalSnapshot

  init(copying store: any Store) throws {
    schema = store.schema
    state = try MinimalSnapshot(copying: store.snapshot(), schema.storedEntities)
  }

  func snapshot() -> any StoreSnapshot { state }

  func facts() -> StoreFacts { StoreFacts(kind: "records of a test") }
}

/// The records as arrays; a reference is the place of its record in them.
final class MinimalSnapshot: StoreSnapshot {
  private struct Table {
    let ids: [RecordID]
    let places: [RecordID: Int64]
    var columns: [ColumnSource: Column] = [:]
    var members: [String: [[Int64]]] = [:]
  }

  let version: StoreVersion
  private let tables: [String: Table]

  func scan(_ entity: String, _ sources: [ColumnSource]) throws -> any BatchReader {
    let table = try table(entity)
    let columns = try sources.map { try column($0, of: table, entity) }
    return WholeColumnReader(count: table.ids.count, columns: columns)
  }

  func gather(
    _ sources: [ColumnSource],
    of entity: String,
    at references: [Int64]
  ) throws -> [Column] {
    let table = try table(entity)
    return try sources.map { try column($0, of: table, entity).gathered(at: references) }
  }

  func members(of relationship: RelationshipReference, owners: [Int64]) throws -> MemberLists {
    guard let members = try table(relationship.entity).members[relationship.name] else {
      throw StoreError.unknownProperty(entity: relationship.entity, property: relationship.name)
    }
    let found = owners.map { $0 == Column.nullReference ? [] : members[Int($0)] }
    var starts = [0]
    for list in found { starts.append(starts[starts.count - 1] + list.count) }
    return MemberLists(starts: starts, members: found.flatMap { $0 })
  }

  func recordIDs(of entity: String, at references: [Int64]) throws -> [RecordID] {
    let ids = try table(entity).ids
    return references.map { ids[Int($0)] }
  }

  func reference(to id: RecordID) throws -> Int64? { try table(id.entity).places[id] }

  private func table(_ entity: String) throws(StoreError) -> Table {
    guard let table = tables[entity] else { throw .unknownEntity(entity) }
    return table
  }

  private func column(
    _ source: ColumnSource,
    of table: Table,
    _ entity: String
  ) throws(StoreError) -> Column {
    guard let column = table.columns[source] else {
      throw .unknownProperty(entity: entity, property: source.name)
    }
    return column
  }

  // MARK: Copying

  init(copying other: any StoreSnapshot, _ entities: [Entity]) throws {
    version = other.version
    let reading = StoreReading(other)
    var references: [String: [Int64]] = [:]
    for entity in entities { references[entity.name] = try reading.references(of: entity.name) }
    let places = references.mapValues { list in
      Dictionary(uniqueKeysWithValues: zip(list, list.indices.map(Int64.init)))
    }
    func place(_ reference: Int64, _ entity: String) -> Int64 {
      places[entity]?[reference] ?? Column.nullReference
    }
    let ends = Dictionary(uniqueKeysWithValues: entities.map { ($0.name, $0) })
    var tables: [String: Table] = [:]
    for entity in entities {
      let owners = references[entity.name, default: []]
      let ids = try other.recordIDs(of: entity.name, at: owners)
      let numbered = Dictionary(uniqueKeysWithValues: zip(ids, ids.indices.map(Int64.init)))
      var table = Table(ids: ids, places: numbered)
      func copy(_ source: ColumnSource) throws -> Column {
        try other.gather([source], of: entity.name, at: owners)[0]
      }
      for field in entity.storedFields {
        table.columns[.attribute(field.path)] = try copy(.attribute(field.path))
      }
      for end in entity.relationships {
        let (name, destination) = (end.name, end.destination)
        if end.isToMany {
          let led = RelationshipReference(
            entity: entity.name,
            name: name,
            destination: destination,
            isToMany: true
          )
          let lists = try other.members(of: led, owners: owners)
          table.members[name] = owners.indices.map { row in
            lists.members[lists.starts[row]..<lists.starts[row + 1]].map { place($0, destination) }
          }
        } else if case .reference(let targets) = try copy(.toOne(name)) {
          let led = targets.values.map { place($0, destination) }
          table.columns[.toOne(name)] = .reference(FixedColumn(values: led))
          if ends[destination]?.relationship(end.inverse)?.isOrdered == true {
            table.columns[.position(name)] = try copy(.position(name))
          }
        }
      }
      tables[entity.name] = table
    }
    self.tables = tables
  }
}

extension ColumnSource {
  fileprivate var name: String {
    switch self {
    case .attribute(let path): path.description
    case .toOne(let name), .position(let name): name
    }
  }
}
