import Columns
import Model
import Storage

/// Finds the records that others reach by their relationships.
struct GraphClosure {
  private let schema: StoredSchema
  private let snapshot: any StoreSnapshot
  private let cancellation: CancellationFlag
  private let limit: Int
  /// The ends that are followed; nil for all.
  private let followed: Set<RelationshipEnd>?
  /// The records so far, by root entity.
  private(set) var found: [String: Set<RecordKey>] = [:]
  private var count = 0

  init(
    schema: StoredSchema,
    snapshot: any StoreSnapshot,
    _ reach: GraphReach,
    _ cancellation: CancellationFlag
  ) throws {
    self.schema = schema
    self.snapshot = snapshot
    self.cancellation = cancellation
    limit = reach.limit ?? .max
    followed = try reach.relationships.map { names in
      Set(try names.map { try Self.end($0, in: schema) })
    }
  }

  /// The relationship that `Budget.expenses` names.
  private static func end(_ name: String, in schema: StoredSchema) throws -> RelationshipEnd {
    let dot = name.lastIndex(of: ".") ?? name.startIndex
    let (entity, property) = (String(name[..<dot]), String(name[dot...].dropFirst()))
    guard let declared = schema.declared.entity(entity) else {
      throw StoreError.unknownEntity(entity)
    }
    guard declared.relationship(property) != nil else {
      throw StoreError.unknownProperty(entity: entity, property: property)
    }
    return RelationshipEnd(
      entity: schema.declared.root(of: entity),
      name: schema.declared.storedName(of: property, in: entity)
    )
  }

  /// Adds records, and all that they reach, the nearest ones first.
  mutating func add(_ ids: [RecordID]) throws {
    for id in ids {
      guard schema.declared.entity(id.entity) != nil else {
        throw StoreError.unknownEntity(id.entity)
      }
      guard try snapshot.reference(to: id) != nil else { throw StoreError.missingRecord(id) }
    }
    var next = keep(ids, isNeeded: true)
    while !next.isEmpty {
      try cancellation.check()
      var reached: [RecordID] = []
      for (entity, ids) in Dictionary(grouping: next, by: \.entity).sorted(by: { $0.key < $1.key })
      {
        reached += try step(entity, ids.map(\.key))
      }
      next = reached
    }
  }

  /// The records that are new one relationship further on.
  private mutating func step(_ entity: String, _ keys: [RecordKey]) throws -> [RecordID] {
    let references = try snapshot.references(to: .list(keys), of: entity)
    var new: [RecordID] = []
    for relationship in try schema.layout(entity).entity.relationships {
      let end = RelationshipEnd(entity: entity, name: relationship.name)
      let isNeeded =
        !relationship.isToMany && schema.kinds(requiring: relationship, of: entity) != []
      guard isNeeded || (count < limit && followed?.contains(end) ?? true) else { continue }
      let others = try snapshot.others(schema.reference(end), of: references)
      let ids = try snapshot.recordIDs(of: relationship.destination, at: others.members)
      new += keep(ids, isNeeded: isNeeded)
    }
    return new
  }

  /// Notes records; those that were not known before.
  private mutating func keep(_ ids: [RecordID], isNeeded: Bool) -> [RecordID] {
    ids.filter { id in
      guard isNeeded || count < limit, found[id.entity, default: []].insert(id.key).inserted
      else { return false }
      count += 1
      return true
    }
  }
}
