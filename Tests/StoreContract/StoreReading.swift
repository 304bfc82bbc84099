import Columns
import Model
import Storage

/// Reads a store by way of the contract and gives identities instead of references.
struct StoreReading {
  let snapshot: any StoreSnapshot

  init(_ store: any Store) throws {
    self.init(try store.snapshot())
  }

  init(_ snapshot: any StoreSnapshot) {
    self.snapshot = snapshot
  }

  /// The references of all records, in the order of a scan.
  func references(of entity: String) throws -> [Int64] {
    let reader = try snapshot.scan(entity, [])
    var references: [Int64] = []
    while let batch = try reader.next() {
      references += (0..<batch.count).map { batch.reference(at: $0) }
    }
    return references
  }

  /// The values of a field, in the order of a scan.
  func values(_ entity: String, _ field: String) throws -> [Value] {
    try values(entity, path(field))
  }

  /// The values of a field, in the order of a scan.
  func values(_ entity: String, _ path: AttributePath) throws -> [Value] {
    let reader = try snapshot.scan(entity, [.attribute(path)])
    var values: [Value] = []
    while let batch = try reader.next() {
      values += (0..<batch.count).map { batch.columns[0].value(at: batch.start + $0) }
    }
    return values
  }

  /// Where a to-one relationship leads from each record, in the order of a scan.
  func destinations(_ entity: String, _ relationship: Relationship) throws -> [Int64?] {
    let reader = try snapshot.scan(entity, [.toOne(relationship.name)])
    var destinations: [Int64?] = []
    while let batch = try reader.next() {
      let rows = batch.start..<(batch.start + batch.count)
      destinations += try numbers(in: batch.columns[0], rows, of: relationship.destination)
    }
    return destinations
  }

  /// The members of each of `owners`, which are references.
  func members(
    _ entity: String,
    _ relationship: Relationship,
    owners: [Int64]
  ) throws -> [[Int64]] {
    let reference = RelationshipReference(
      entity: entity,
      name: relationship.name,
      destination: relationship.destination,
      isToMany: true
    )
    let lists = try snapshot.members(of: reference, owners: owners)
    let members = try numbers(of: relationship.destination, at: lists.members)
    return owners.indices.map { Array(members[lists.starts[$0]..<lists.starts[$0 + 1]]) }
  }

  /// The numbers of the referenced records.
  func numbers(of entity: String, at references: [Int64]) throws -> [Int64] {
    try snapshot.recordIDs(of: entity, at: references).compactMap { id in
      guard id.entity == entity, case .number(let number) = id.key else { return nil }
      return number
    }
  }

  /// The numbers of the records in some rows of a column of references.
  func numbers(in column: Column, _ rows: Range<Int>, of entity: String) throws -> [Int64?] {
    guard case .reference(let column) = column else { return [] }
    let references = column.values[rows]
    let known = try numbers(of: entity, at: references.filter { $0 != Column.nullReference })
    var rest = known[...]
    return references.map { $0 == Column.nullReference ? nil : rest.popFirst() }
  }
}
