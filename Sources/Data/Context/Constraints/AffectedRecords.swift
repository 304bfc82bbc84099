import Columns
import Execution
import Model
import Planning
import Storage

/// Finds the records whose rules a change may violate: changed records, and those whose rules read
/// changed ones before or after the change.
struct AffectedRecords {
  let schema: StoredSchema
  let changed: ChangedRecords
  let before: any StoreSnapshot
  /// An overlay over ``before``, so that both have the same references.
  let after: ResultingState

  /// References to the remaining records of the root `entity`, in ascending order.
  func references(_ routes: RuleRoutes, of entity: String) throws -> [Int64] {
    if routes.containsQuery {
      return try after.executor.references(of: .scan(entity: entity), first: nil)
    }
    var found: [Int64] = []
    for reading in routes.readings {
      let keys = try changedKeys(reading)
      if keys.isEmpty { continue }
      for snapshot in [before, try after.snapshot] as [any StoreSnapshot] {
        found += try owners(of: keys, reading, in: snapshot)
      }
    }
    if found.isEmpty { return [] }
    if let table = try after.snapshot.tables[entity] { found.removeAll(where: table.isDeleted) }
    found.sort()
    return found.withoutNeighbors
  }

  private func changedKeys(_ reading: RuleRoutes.Reading) throws -> [RecordKey] {
    var references = reading.references
    if let step = reading.route.last {
      references.insert(
        try schema.inverse(of: RelationshipEnd(entity: step.entity, name: step.name)).name
      )
    }
    let keys = changed.keys(of: reading.entity, fields: reading.fields, references: references)
    let linked = try reading.references.reduce(into: Set<RecordKey>()) { linked, name in
      let end = RelationshipEnd(entity: reading.entity, name: name)
      linked.formUnion(try changed.linkedKeys(at: end))
    }
    return linked.isEmpty ? keys : linked.union(keys).sortedByKey()
  }

  /// The records at the start of the route whose ends have `keys`.
  private func owners(
    of keys: [RecordKey],
    _ reading: RuleRoutes.Reading,
    in snapshot: any StoreSnapshot
  ) throws -> [Int64] {
    var references = try snapshot.references(
      to: .list(keys),
      of: reading.entity
    ).filter { $0 != Column.nullReference }
    for step in reading.route.reversed() {
      let end = RelationshipEnd(entity: step.entity, name: step.name)
      let back = try schema.reference(schema.inverse(of: end))
      references = Array(Set(try snapshot.others(back, of: references).members))
    }
    return references
  }
}

extension [Int64] {
  /// The sorted elements without duplicates.
  fileprivate var withoutNeighbors: [Int64] {
    guard zip(self, dropFirst()).contains(where: ==) else { return self }
    return indices.filter { $0 == 0 || self[$0] != self[$0 - 1] }.map { self[$0] }
  }
}
