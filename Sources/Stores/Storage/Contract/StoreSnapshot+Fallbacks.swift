public import Columns
public import Model

/// Queries that every snapshot answers: with a capability, or more slowly without it.
extension StoreSnapshot {
  /// The snapshot as one that carries out queries; throws ``UnsupportedPushdown`` otherwise.
  public func pushdown(of entity: String) throws -> any PushdownSnapshot {
    guard let pushdown = capability((any PushdownSnapshot).self, of: entity) else {
      throw UnsupportedPushdown()
    }
    return pushdown
  }

  /// The number of records of `entity`, by a scan if necessary.
  public func count(of entity: String) throws -> Int {
    try capability((any CountingSnapshot).self, of: entity)?.findCount(of: entity)
      ?? scan(entity, []).countRows()
  }

  /// The references to the records with `keys`, looked up one by one if necessary;
  /// ``/Columns/Column/nullReference`` for missing records.
  public func references(to keys: RecordKeys, of entity: String) throws -> [Int64] {
    if let keyed = capability((any KeyedSnapshot).self, of: entity) {
      return try keyed.findReferences(to: keys, of: entity)
    }
    return try keys.all.map {
      try reference(to: RecordID(entity: entity, key: $0)) ?? Column.nullReference
    }
  }

  /// The references that missing records would have
  /// (``KeyedSnapshot/findUnusedReferences(to:of:)``).
  public func unusedReferences(to keys: RecordKeys, of entity: String) throws -> [Int64] {
    try capability((any KeyedSnapshot).self, of: entity)?
      .findUnusedReferences(to: keys, of: entity)
      ?? Array(repeating: Column.nullReference, count: keys.count)
  }

  /// Records found by unique fields (``IndexedSnapshot/findRecords(of:where:equal:)``); nil
  /// without an index.
  public func lookUp(
    _ entity: String,
    where paths: [AttributePath],
    equal keys: [Column]
  ) throws -> [Int64]? {
    try capability((any IndexedSnapshot).self, of: entity)?
      .findRecords(of: entity, where: paths, equal: keys)
  }

  /// The column with the owners of members (``OwnerColumnSnapshot/findOwnerColumn(of:)``); nil if
  /// there is none.
  public func ownerColumn(
    of relationship: RelationshipReference
  ) throws -> (source: ColumnSource, ownerCount: Int)? {
    try capability((any OwnerColumnSnapshot).self, of: relationship.entity)?
      .findOwnerColumn(of: relationship)
  }

  /// The members of a many-to-many relationship with their positions at both ends; throws if the
  /// store does not support this.
  public func linkages(
    of relationship: RelationshipReference,
    owners: [Int64]
  ) throws -> LinkageLists {
    guard let linking = capability((any LinkageSnapshot).self, of: relationship.entity) else {
      throw StoreError.unknownProperty(
        entity: relationship.entity,
        property: relationship.name
      )
    }
    return try linking.findLinkages(of: relationship, owners: owners)
  }

  /// The dangling references of a to-one relationship; empty by default.
  public func danglingReferences(
    of relationship: RelationshipReference
  ) throws -> [DanglingReference] {
    try capability((any DanglingReferenceSnapshot).self, of: relationship.entity)?
      .findDanglingReferences(of: relationship) ?? []
  }

  /// The missing records that the records at `references` reference; nil for other records.
  public func danglingTargets(
    of relationship: RelationshipReference,
    at references: [Int64]
  ) throws -> [RecordKey?] {
    try capability((any DanglingReferenceSnapshot).self, of: relationship.entity)?
      .findDanglingTargets(of: relationship, at: references)
      ?? Array(repeating: nil, count: references.count)
  }

  /// The invalid values in the field at `path`; empty by default.
  public func invalidValues(of entity: String, in path: AttributePath) throws -> [InvalidValue] {
    try capability((any InvalidValueSnapshot).self, of: entity)?
      .findInvalidValues(of: entity, in: path) ?? []
  }
}
