import Columns
import Model
import Storage

/// What a store should hold after changes of rows, kept in the plainest way: dictionaries of
/// records under their keys. References to deleted records simply stay.
struct PlainStore {
  struct Reference: Equatable {
    var target: Int64
    var position: Int64 = 0
    /// Whether the record was deleted and has not come back so that the reference holds again.
    var isDangling = false
  }

  struct Record: Equatable {
    var values: [AttributePath: Value] = [:]
    var references: [String: Reference] = [:]
  }

  /// A pair, named from the end that comes first in order.
  struct Pair: Hashable {
    let entity: String
    let relationship: String
    let owner: Int64
    let member: Int64
  }

  struct Places: Equatable {
    var here: Int64
    var there: Int64
  }

  let schema: Schema
  var records: [String: [Int64: Record]] = [:]
  /// The numbers of all records that there ever were.
  var everHad: [String: Set<Int64>] = [:]
  /// Every pair from both of its ends.
  var pairs: [Pair: Places] = [:]
  var nextPosition: Int64 = 1

  init(schema: Schema) {
    self.schema = schema
  }

  func numbers(of entity: String) -> [Int64] { (records[entity] ?? [:]).keys.sorted() }

  /// What a to-one relationship is read as.
  func target(_ entity: String, _ number: Int64, _ relationship: String) -> Int64? {
    guard let reference = records[entity]?[number]?.references[relationship],
      !reference.isDangling
    else { return nil }
    return reference.target
  }

  /// The members of an owner in their order.
  func members(_ entity: String, _ owner: Int64, _ relationship: Relationship) -> [Int64] {
    if isManyToMany(relationship) {
      return places(entity, owner, relationship).map(\.member)
    }
    let members = numbers(of: relationship.destination).filter {
      target(relationship.destination, $0, relationship.inverse) == owner
    }
    guard relationship.isOrdered else { return members }
    let places = members.map {
      records[relationship.destination]?[$0]?.references[relationship.inverse]?.position ?? 0
    }
    return members.indices.sorted { (places[$0], members[$0]) < (places[$1], members[$1]) }
      .map { members[$0] }
  }

  /// The pairs of an owner in their order.
  func places(
    _ entity: String,
    _ owner: Int64,
    _ relationship: Relationship
  ) -> [(member: Int64, places: Places)] {
    let found = pairs.filter {
      $0.key.entity == entity && $0.key.relationship == relationship.name && $0.key.owner == owner
    }
    return found.map { ($0.key.member, $0.value) }
      .sorted { left, right in
        relationship.isOrdered && left.1.here != right.1.here
          ? left.1.here < right.1.here : left.0 < right.0
      }
  }

  func isManyToMany(_ relationship: Relationship) -> Bool {
    relationship.isToMany && inverse(of: relationship)?.isToMany == true
  }

  func inverse(of relationship: Relationship) -> Relationship? {
    schema.entity(relationship.destination)?.relationship(relationship.inverse)
  }

  /// The to-one relationships of an entity.
  func toOnes(_ entity: String) -> [Relationship] {
    (schema.entity(entity)?.relationships ?? []).filter { !$0.isToMany }
  }
}
