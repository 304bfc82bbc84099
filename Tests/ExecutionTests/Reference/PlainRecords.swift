import Expressions
import Model
import Storage

/// The records of a world, read directly from dictionaries, without a store or columns.
struct PlainRecords: RecordSource {
  let world: RandomWorld
  /// What queries within expressions mean.
  let reference: Reference

  func value(of path: AttributePath, entity: String, reference: Int64) -> Value {
    world.records(of: entity)[Int(reference)].values[path] ?? .null
  }

  func destination(of relationship: RelationshipReference, reference: Int64) -> Int64? {
    world.records(of: relationship.entity)[Int(reference)].toOne[relationship.name]
      .map { Int64($0) }
  }

  func members(of relationship: RelationshipReference, reference: Int64) -> [Int64] {
    world.members(of: relationship, reference)
  }

  func recordID(entity: String, reference: Int64) -> RecordID {
    RecordID(entity: entity, key: .number(reference + 1))
  }

  func finds(_ id: RecordID, _ query: RecordQuery) throws -> Bool {
    try reference.finds(id, query)
  }
}
