public import Model

/// Why a store refused or failed.
public enum StoreError: Error, Hashable, Sendable {
  /// The store has no entity with this name.
  case unknownEntity(String)
  /// The entity has no stored field or relationship with this name.
  case unknownProperty(entity: String, property: String)
  /// A value does not have its field's type.
  case typeMismatch(entity: String, property: String)
  /// A required field or to-one relationship has no value.
  case missingValue(entity: String, property: String)
  /// Another record has the same value in a unique attribute.
  ///
  /// For attributes that are unique together, `attribute` lists their names and `value` is the list
  /// of their values.
  case uniqueConflict(entity: String, attribute: String, value: Value, existing: RecordID?)
  /// The record to change or delete does not exist.
  case missingRecord(RecordID)
  /// The record to insert exists already.
  case recordExists(RecordID)
  /// The key of the record to change or delete is nil, so that it may not be unique.
  case ambiguousRecord(RecordID)
  /// A trigger of the file skipped a change of this record.
  case skippedByTrigger(RecordID)
  /// The store has changed since the version that the changes are based on.
  case outdated
  /// A link references a missing record.
  case danglingLink(entity: String, relationship: String)
  /// A schema change would lose data, or leave required values missing.
  case schemaConflict(entity: String, conflicts: [SchemaConflict])
  /// The models of this store cannot be changed.
  case fixedModels
  /// The store cannot be changed.
  case readOnly
  /// The store has run out of identities or memory.
  case full(entity: String)

  /// Why no record has this identity: it is missing, or its key has no value.
  public static func unreachable(_ id: RecordID) -> StoreError {
    if case .values(let values) = id.key, values.contains(where: \.isNull) {
      return .ambiguousRecord(id)
    }
    return .missingRecord(id)
  }
}
