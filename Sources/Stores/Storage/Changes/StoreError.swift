public import Model

/// What a store refuses or fails at.
public enum StoreError: Error, Hashable, Sendable {
  /// The store has no such entity.
  case unknownEntity(String)
  /// The entity has no such stored field or relationship.
  case unknownProperty(entity: String, property: String)
  /// A value is not of its field's type.
  case typeMismatch(entity: String, property: String)
  /// A field or a to-one relationship that is not optional got no value.
  case missingValue(entity: String, property: String)
  /// Another record has the same value of a unique attribute, or the same values of several that are unique
  /// together: then `attribute` names all of them, and the value is their list.
  case uniqueConflict(entity: String, attribute: String, value: Value, existing: RecordID?)
  /// A record that is to be changed or deleted is not there.
  case missingRecord(RecordID)
  /// A record that is to be added is there already.
  case recordExists(RecordID)
  /// A record that is to be changed or deleted has nil in its key, which others may have too.
  case ambiguousRecord(RecordID)
  /// A trigger of the file left a change of this record out.
  case leftOut(RecordID)
  /// The store was changed after the version that the changes were made for.
  case outdated
  /// A link leads to a record that is not there.
  case danglingLink(entity: String, relationship: String)
  /// A schema change would lose data, or leave records without data that they must have.
  case schemaConflict(entity: String, conflicts: [SchemaConflict])
  /// The models of this kind of store cannot be changed.
  case fixedModels
  /// The store takes no changes at all.
  case readOnly
  /// The identities or the memory of the store are used up.
  case full(entity: String)

  /// Why no record is found by its identity: there is none, or its key has no value.
  public static func unreachable(_ id: RecordID) -> StoreError {
    if case .values(let values) = id.key, values.contains(where: \.isNull) {
      return .ambiguousRecord(id)
    }
    return .missingRecord(id)
  }
}
