import Columns
import Model
import Storage

/// Finds the records that others reach through relationships.
struct GraphClosure {
  private let schema: StoredSchema
  private let snapshot: any StoreSnapshot
  private let cancellation: CancellationFlag
  /// Whether to follow all relationships, or only required to-one relationships.
  private let followsAll: Bool
  /// The records found.
  private(set) var selection = GraphSelection()

  init(
    schema: StoredSchema,
    snapshot: any StoreSnapshot,
    followsAll: Bool,
    _ cancellation: CancellationFlag
  ) {
    self.schema = schema
    self.snapshot = snapshot
    self.cancellation = cancellation
    self.followsAll = followsAll
  }

  /// Adds records and everything they reach, the nearest records first.
  mutating func add(_ ids: [RecordID]) throws {
    for id in ids {
      guard schema.declared.entity(id.entity) != nil else {
        throw StoreError.unknownEntity(id.entity)
      }
      guard try snapshot.reference(to: id) != nil else { throw StoreError.missingRecord(id) }
    }
    try follow(keep(ids))
  }

  /// Adds all records of root entities and everything they reach.
  mutating func addAll(of roots: [String]) throws {
    selection.whole.formUnion(roots)
    var reached: [RecordID] = []
    for root in roots.sorted() {
      let batches = try snapshot.scan(root, [])
      while let batch = try batches.next() {
        try cancellation.check()
        reached += try step(root, (0..<batch.count).map(batch.reference))
      }
    }
    try follow(reached)
  }

  private mutating func follow(_ first: [RecordID]) throws {
    var next = first
    while !next.isEmpty {
      try cancellation.check()
      var reached: [RecordID] = []
      for (entity, ids) in Dictionary(grouping: next, by: \.entity).sorted(by: { $0.key < $1.key })
      {
        let keys = RecordKeys.list(ids.map(\.key))
        reached += try step(entity, snapshot.references(to: keys, of: entity))
      }
      next = reached
    }
  }

  /// The new records that are one relationship away.
  private mutating func step(_ entity: String, _ references: [Int64]) throws -> [RecordID] {
    var new: [RecordID] = []
    for relationship in try schema.layout(entity).entity.relationships {
      let end = RelationshipEnd(entity: entity, name: relationship.name)
      let isNeeded =
        !relationship.isToMany && schema.kinds(requiring: relationship, of: entity) != []
      guard !selection.whole.contains(relationship.destination) else { continue }
      guard isNeeded || followsAll else { continue }
      let others = try snapshot.others(schema.reference(end), of: references)
      let ids = try snapshot.recordIDs(of: relationship.destination, at: others.members)
      new += keep(ids)
    }
    return new
  }

  /// Adds records; returns those that are new.
  private mutating func keep(_ ids: [RecordID]) -> [RecordID] {
    ids.filter { id in
      !selection.whole.contains(id.entity)
        && selection.found[id.entity, default: []].insert(id.key).inserted
    }
  }
}
