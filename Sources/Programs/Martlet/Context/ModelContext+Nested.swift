import Context
import Model
import Storage
import Syntax

/// Structs that hold records which are there already.
extension ModelContext {
  /// Runs several changes, of which all are made or none; saves them where each statement is saved.
  func asOne<Result>(_ body: () throws -> Result) throws -> Result {
    if autosaveEnabled, !isInTransaction, !hasChanges { return try transaction(body) }
    return try orAsBefore(body)
  }

  /// Does what the statement that made or changed a record could not do at once.
  func complete(_ id: RecordID, with record: StoredFields) throws {
    for existing in record.existing {
      let fields = try differing(existing.record.fields, of: existing.id)
      if !fields.isEmpty { try update(existing.id, fields: fields) }
      try complete(existing.id, with: existing.record)
    }
    for (name, members) in record.mixed { try add(members, to: name, of: id) }
  }

  /// The values that the record does not have, so that what a struct only shows is not changed.
  private func differing(
    _ fields: [(String, Value)],
    of id: RecordID
  ) throws -> [(String, Value)] {
    guard let record = try record(id) else { throw StoreError.missingRecord(id) }
    return fields.filter { record.value(of: $0.0) != $0.1 }
  }

  /// Adds the new ones among `members`, and puts all in their order.
  private func add(_ members: [Value], to name: String, of id: RecordID) throws {
    let entity = try entity(of: id)
    var made = try update(
      selection(entity, "@id == \(id)", "update"),
      [(name, .list(members.filter(\.isObject)))],
      entity,
      operation: .add
    ).identities.makeIterator()
    let relationship = container.store.schema.entity(entity)?.relationship(name)
    guard relationship?.isOrdered == true else { return }
    let all = members.compactMap { $0.isObject ? made.next().map(Value.record) : $0 }
    try update(id, fields: [(name, .list(all))])
  }
}
