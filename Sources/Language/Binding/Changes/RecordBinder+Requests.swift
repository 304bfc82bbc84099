import Diagnostics
import Model
import Storage
import Syntax

/// `insert` and `upsert`.
extension RecordBinder {
  func request(_ insert: InsertStatement) -> InsertRequest? {
    guard let entity = expressions.entity(insert.entity) else { return nil }
    for record in insert.records { add(record, entity) }
    return InsertRequest(records: records, topLevelCount: insert.records.count)
  }

  func request(_ upsert: UpsertStatement) -> UpsertRequest? {
    let insert = upsert.insert
    guard let entity = expressions.entity(insert.entity) else { return nil }
    guard !entity.identifyingKeys.isEmpty else {
      return expressions.fail(KeyError.noneDeclared(insert.entity, entity: entity.name))
    }
    let keys = UpsertKeys(entity: entity, findings: findings)
    let named = upsert.key.isEmpty ? nil : keys.named(upsert.key)
    if named == nil, !upsert.key.isEmpty { return nil }
    for record in insert.records { add(record, entity, .required(by: named)) }
    return UpsertRequest(records: records, topLevelCount: insert.records.count)
  }
}
