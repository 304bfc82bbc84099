import Context
import Model
import Storage
import Syntax

extension ModelContext {
  /// Runs several changes as one: all or none. Saves them if each statement is saved.
  func asOne<Result>(_ body: () throws -> Result) throws -> Result {
    if autosaveEnabled, !isInTransaction, !hasChanges { return try transaction(body) }
    return try restoringOnFailure(body)
  }

  /// Makes the changes to related records that did not fit in the first statement.
  func complete(_ id: RecordID, with record: StoredFields) throws {
    for existing in record.existing {
      let fields = try differing(existing.record.fields, of: existing.id)
      if !fields.isEmpty { try update(existing.id, fields: fields) }
      try complete(existing.id, with: existing.record)
    }
    for (name, members) in record.mixed { try add(members, to: name, of: id) }
  }

  /// The values that differ from those of the record.
  private func differing(
    _ fields: [(String, Value)],
    of id: RecordID
  ) throws -> [(String, Value)] {
    guard let record = try record(id) else { throw StoreError.missingRecord(id) }
    return fields.filter { record.value(of: $0.0) != $0.1 }
  }

  /// Adds the new records in `members`, and orders all members.
  private func add(_ members: [Value], to name: String, of id: RecordID) throws {
    let entity = try entity(of: id)
    var created = try update(
      selection(entity, "@id == \(id)", "update"),
      [(name, .list(members.filter(\.isObject)))],
      entity,
      operation: .add
    ).identities.makeIterator()
    let relationship = container.store.schema.entity(entity)?.relationship(name)
    guard relationship?.isOrdered == true else { return }
    let all = members.compactMap { $0.isObject ? created.next().map(Value.record) : $0 }
    try update(id, fields: [(name, .list(all))])
  }
}
