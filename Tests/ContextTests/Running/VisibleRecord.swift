import Columns
import Context
import Model
import Session
import Storage

/// A record as every reader sees it: its non-nil values and its relationships.
struct VisibleRecord: Equatable {
  let kind: String
  var values: [String: Value] = [:]
  var links: [String: [RecordID]] = [:]
}

extension ReferenceState {
  /// All records as they should be seen; `stored` gives members the names that stores use.
  func told(in world: World, stored: (String, String) -> String) -> [RecordID: VisibleRecord] {
    var told = records.mapValues { record in
      var told = VisibleRecord(kind: record.kind)
      for (name, value) in record.values where value != .null {
        told.values[stored(name, record.kind)] = value
      }
      return told
    }
    for kind in world.kinds {
      for link in kind.links {
        let end = End(kind: kind.name, name: link.name)
        for (owner, members) in allMembers(end, in: world)
        where told[owner] != nil && !members.isEmpty {
          told[owner]?.links[stored(link.name, kind.name)] = members
        }
      }
    }
    return told
  }

  /// The records at the other end of a relationship, for all owners that have any.
  private func allMembers(_ end: End, in world: World) -> [RecordID: [RecordID]] {
    guard world.plan(end).isToMany else {
      return records.compactMapValues { $0.links[end] }
        .filter { records[$0.value.id] != nil }.mapValues { [$0.id] }
    }
    let inverse = world.inverse(end)
    var owners: Set<RecordID> = []
    if world.isManyToMany(end) {
      for pair in pairs.keys {
        if pair.end == end { owners.insert(pair.owner) }
        if world.inverse(pair.end) == end { owners.insert(pair.member) }
      }
    } else {
      owners = Set(records.values.compactMap { $0.links[inverse]?.id })
    }
    return Dictionary(uniqueKeysWithValues: owners.map { ($0, members(end, $0, in: world)) })
  }
}

/// Reads all records of a session.
struct SessionReader {
  let session: QuerySession
  let snapshot: any StoreSnapshot
  /// Whether columns are read record by record, not in a scan.
  let gathers: Bool

  /// - Parameter save: The statement after which the records are read; nil for now.
  init(_ session: QuerySession, gathers: Bool, asOf save: Int64? = nil) throws {
    self.session = session
    self.gathers = gathers
    let context = session.modelContext
    snapshot =
      try save.map { try context.snapshot(asOf: .save($0), session.settings.evaluationContext()) }
      ?? context.snapshot()
  }

  func told() throws -> [RecordID: VisibleRecord] {
    var told: [RecordID: VisibleRecord] = [:]
    for entity in session.schema.storedEntities {
      try read(entity) { told[$0] = $1 }
    }
    return told
  }

  /// Records that do not come in identity order.
  struct Disorder: Error {
    let entity: String
    let ids: [RecordID]
  }

  /// The position of each record among those of its entity.
  func order() throws -> [RecordID: Int] {
    var order: [RecordID: Int] = [:]
    for entity in session.schema.storedEntities {
      let references = try columns([], entity.name).references
      let ids = try snapshot.recordIDs(of: entity.name, at: references)
      for (place, id) in ids.enumerated() { order[id] = place }
    }
    return order
  }

  private func read(_ entity: Entity, _ add: (RecordID, VisibleRecord) -> Void) throws {
    let toOne = entity.relationships.filter { !$0.isToMany }
    let attributes = entity.attributes.map(\.name)
    let sources =
      attributes.map { ColumnSource.attribute(AttributePath([$0])) }
      + toOne.map { ColumnSource.toOne($0.name) }
    let (references, columns) = try self.columns(sources, entity.name)
    let ids = try snapshot.recordIDs(of: entity.name, at: references)
    // Pending records follow the saved ones.
    if zip(ids, ids.dropFirst()).count(where: { $0.number >= $1.number }) > 1 {
      throw Disorder(entity: entity.name, ids: ids)
    }
    var records = ids.map { _ in VisibleRecord(kind: entity.name) }
    for (place, name) in attributes.enumerated() {
      for row in ids.indices where columns[place][row] != .null {
        if name == Schema.kindAttribute, case .string(let kind) = columns[place][row] {
          let record = records[row]
          records[row] = VisibleRecord(kind: kind, values: record.values, links: record.links)
        } else {
          records[row].values[name] = columns[place][row]
        }
      }
    }
    for (place, relationship) in toOne.enumerated() {
      for row in ids.indices {
        guard case .int(let target) = columns[attributes.count + place][row] else { continue }
        records[row].links[relationship.name] = try snapshot.recordIDs(
          of: relationship.destination,
          at: [target]
        )
      }
    }
    for relationship in entity.relationships where relationship.isToMany {
      let lists = try snapshot.members(
        of: RelationshipReference(
          entity: entity.name,
          name: relationship.name,
          destination: relationship.destination,
          isToMany: true
        ),
        owners: references
      )
      let members = try snapshot.recordIDs(of: relationship.destination, at: lists.members)
      for row in ids.indices where lists.starts[row] < lists.starts[row + 1] {
        records[row].links[relationship.name] = Array(
          members[lists.starts[row]..<lists.starts[row + 1]]
        )
      }
    }
    for (id, record) in zip(ids, records) { add(id, record) }
  }

  /// The references of all records, and a list of values for each source; of references that are not
  /// null the numbers.
  private func columns(
    _ sources: [ColumnSource],
    _ entity: String
  ) throws -> (references: [Int64], values: [[Value]]) {
    var references: [Int64] = []
    var values: [[Value]] = sources.map { _ in [] }
    let reader = try snapshot.scan(entity, gathers ? [] : sources)
    while let batch = try reader.next() {
      references += (0..<batch.count).map { batch.reference(at: $0) }
      for (place, column) in batch.columns.enumerated() {
        values[place] += (batch.start..<(batch.start + batch.count)).map { value(column, $0) }
      }
    }
    if gathers {
      let columns = try snapshot.gather(sources, of: entity, at: references)
      values = columns.map { column in references.indices.map { value(column, $0) } }
    }
    return (references, values)
  }

  private func value(_ column: Column, _ row: Int) -> Value {
    guard case .reference(let references) = column else { return column.value(at: row) }
    let reference = references.values[row]
    return reference == Column.nullReference ? .null : .int(reference)
  }
}
