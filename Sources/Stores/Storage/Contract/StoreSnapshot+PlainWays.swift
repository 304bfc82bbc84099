public import Columns
public import Model

/// What can be asked of every snapshot: it answers by a capability, or in a plain way where it lacks that.
extension StoreSnapshot {
  /// What carries out a query of which a part was offered.
  public func pushdown(of entity: String) throws -> any PushdownSnapshot {
    guard let pushdown = capability((any PushdownSnapshot).self, of: entity) else {
      throw UnsupportedPushdown()
    }
    return pushdown
  }

  /// The number of records of `entity`; by default those of a scan are counted.
  public func count(of entity: String) throws -> Int {
    try capability((any CountingSnapshot).self, of: entity)?.findCount(of: entity)
      ?? scan(entity, []).countRows()
  }

  /// The references to the records with `keys`, ``Column/nullReference`` where there is none; by default they
  /// are looked up one after another.
  public func references(to keys: RecordKeys, of entity: String) throws -> [Int64] {
    if let keyed = capability((any KeyedSnapshot).self, of: entity) {
      return try keyed.findReferences(to: keys, of: entity)
    }
    return try keys.all.map {
      try reference(to: RecordID(entity: entity, key: $0)) ?? Column.nullReference
    }
  }

  /// The references that records with `keys`, which are not there, would have
  /// (``KeyedSnapshot/findVacantReferences(to:of:)``); by default there is no place for any.
  public func vacantReferences(to keys: RecordKeys, of entity: String) throws -> [Int64] {
    try capability((any KeyedSnapshot).self, of: entity)?
      .findVacantReferences(to: keys, of: entity)
      ?? Array(repeating: Column.nullReference, count: keys.count)
  }

  /// The records with values in fields that are unique together
  /// (``IndexedSnapshot/findRecords(of:where:equal:)``); nil where no index knows.
  public func lookUp(
    _ entity: String,
    where paths: [AttributePath],
    equal keys: [Column]
  ) throws -> [Int64]? {
    try capability((any IndexedSnapshot).self, of: entity)?
      .findRecords(of: entity, where: paths, equal: keys)
  }

  /// The column by which members lead to their owners (``OwnerColumnSnapshot/findOwnerColumn(of:)``); nil
  /// where members are found owner by owner.
  public func ownerColumn(
    of relationship: RelationshipReference
  ) throws -> (source: ColumnSource, ownerCount: Int)? {
    try capability((any OwnerColumnSnapshot).self, of: relationship.entity)?
      .findOwnerColumn(of: relationship)
  }

  /// The members of a many-to-many relationship with their places at both ends; throws where the store does
  /// not know them.
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

  /// The records whose to-one relationship leads to a record that is not there; none by default.
  public func danglingReferences(
    of relationship: RelationshipReference
  ) throws -> [DanglingReference] {
    try capability((any DanglingReferenceSnapshot).self, of: relationship.entity)?
      .findDanglingReferences(of: relationship) ?? []
  }

  /// The same for the records behind `references`.
  public func danglingTargets(
    of relationship: RelationshipReference,
    at references: [Int64]
  ) throws -> [RecordKey?] {
    try capability((any DanglingReferenceSnapshot).self, of: relationship.entity)?
      .findDanglingTargets(of: relationship, at: references)
      ?? Array(repeating: nil, count: references.count)
  }

  /// The records whose value in the field at `path` does not fit its type; none by default.
  public func misfits(of entity: String, in path: AttributePath) throws -> [InvalidValue] {
    try capability((any InvalidValueSnapshot).self, of: entity)?
      .findMisfits(of: entity, in: path) ?? []
  }
}
