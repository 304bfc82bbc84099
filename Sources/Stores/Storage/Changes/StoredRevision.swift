public import Model

/// How the changes that a store has made differ from those it was asked for.
public struct StoreRevisions: Hashable, Sendable {
  /// The values that differ from the written ones.
  public var values: [StoredRevision] = []
  /// The records that triggers of the database have not inserted.
  public var notInserted: [RecordSelection] = []
  /// The records that triggers of the database have not updated.
  public var notUpdated: [RecordSelection] = []
  /// The records that triggers of the database have not deleted.
  public var notDeleted: [RecordSelection] = []

  /// Creates revisions: none.
  public init() {}

  /// The number of records that triggers have skipped.
  public var skippedCount: Int {
    (notInserted + notUpdated + notDeleted).reduce(0) { $0 + $1.keys.count }
  }
}

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
