public import Model

/// A value that a store keeps in place of the one that was written.
public struct StoredRevision: Hashable, Sendable {
  /// The root entity of the record.
  public let entity: String
  /// The record.
  public let key: RecordKey
  /// The field.
  public let path: AttributePath
  /// The type of the field.
  public let type: ValueType
  /// The value that was written.
  public let written: Value
  /// The value in the store.
  public let stored: Value

  /// Creates a revision.
  public init(
    entity: String,
    key: RecordKey,
    path: AttributePath,
    type: ValueType,
    written: Value,
    stored: Value
  ) {
    (self.entity, self.key, self.path, self.type) = (entity, key, path, type)
    (self.written, self.stored) = (written, stored)
  }
}
