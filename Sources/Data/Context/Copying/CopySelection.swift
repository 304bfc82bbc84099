import Columns
import Model
import Storage

/// The records to copy from a store: some, and those that they require.
struct CopySelection {
  /// The root entities whose records are all included.
  private(set) var whole: Set<String> = []
  /// The records of other root entities.
  private(set) var found: [String: Set<RecordKey>] = [:]
  private let schema: StoredSchema
  private let snapshot: any StoreSnapshot
  private let cancellation: CancellationFlag

  /// All records of root entities and the given ones, with all that they require.
  init(
    allOf roots: [String],
    and ids: [RecordID],
    _ schema: StoredSchema,
    _ snapshot: any StoreSnapshot,
    _ cancellation: CancellationFlag
  ) throws {
    (self.schema, self.snapshot, self.cancellation) = (schema, snapshot, cancellation)
    whole.formUnion(roots)
    var reached = keep(ids)
    for root in roots.sorted() {
      let batches = try snapshot.scan(root, [])
      while let batch = try batches.next() {
        try cancellation.check()
        reached += try step(root, (0..<batch.count).map(batch.reference))
      }
    }
    try follow(reached)
  }

  func contains(_ id: RecordID) -> Bool {
    whole.contains(id.entity) || found[id.entity]?.contains(id.key) == true
  }

  /// The root entities with selected records.
  var roots: Set<String> { whole.union(found.keys) }

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

  /// The new records that are required by records of an entity.
  private mutating func step(_ entity: String, _ references: [Int64]) throws -> [RecordID] {
    var new: [RecordID] = []
    for relationship in try schema.layout(entity).entity.relationships
    where !relationship.isToMany && !whole.contains(relationship.destination) {
      guard schema.kinds(requiring: relationship, of: entity) != [] else { continue }
      let end = RelationshipEnd(entity: entity, name: relationship.name)
      let others = try snapshot.others(schema.reference(end), of: references)
      let ids = try snapshot.recordIDs(of: relationship.destination, at: others.members)
      new += keep(ids)
    }
    return new
  }

  /// Adds records; returns those that are new.
  private mutating func keep(_ ids: [RecordID]) -> [RecordID] {
    ids.filter { id in
      !whole.contains(id.entity) && found[id.entity, default: []].insert(id.key).inserted
    }
  }
}
