import Columns
import Model
import Storage

/// What must hold for all of the plain records.
extension PlainStore {
  func checkRules(_ changes: ChangeSet, _ written: Set<Written>) throws {
    for entity in schema.entities {
      let all = records[entity.name] ?? [:]
      for field in entity.storedFields where !field.isOptional {
        for record in all.values where (record.values[field.path] ?? .null).isNull {
          throw Refusal.refused
        }
      }
      let keys =
        entity.attributes.filter(\.isUnique).map { [$0.name] } + entity.constraints.uniqueKeys
      for names in keys { try checkUnique(names, Array(all.values)) }
      for relationship in toOnes(entity.name) {
        if !relationship.isOptional {
          for record in all.values where record.references[relationship.name] == nil {
            throw Refusal.refused
          }
        }
        if inverse(of: relationship)?.isToMany == false {
          try checkPairs(entity.name, relationship)
        }
      }
    }
  }

  private func checkUnique(_ names: [String], _ records: [Record]) throws {
    let keys = records.map { record in
      names.map { record.values[AttributePath([$0])] ?? .null }
    }
    .filter { key in !key.contains { $0.isNull } }
    guard Set(keys).count == keys.count else { throw Refusal.refused }
  }

  /// Checks that both ends of a one-to-one relationship agree.
  private func checkPairs(_ entity: String, _ relationship: Relationship) throws {
    for number in numbers(of: entity) {
      guard let partner = target(entity, number, relationship.name) else { continue }
      guard target(relationship.destination, partner, relationship.inverse) == number else {
        throw Refusal.refused
      }
    }
  }
}
