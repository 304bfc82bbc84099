public import Columns
public import Model
public import Storage

/// One state of an ``InMemoryStore``; the store goes on without disturbing it.
public final class MemorySnapshot: StoreSnapshot {
  /// The version of the store that this is.
  public let version: StoreVersion
  private let schema: Schema
  private let tables: [String: TableVersion]
  private let links: [RelationshipEnd: LinkTableVersion]

  init(
    version: StoreVersion,
    schema: Schema,
    tables: [String: TableVersion],
    links: [RelationshipEnd: LinkTableVersion]
  ) {
    self.version = version
    self.schema = schema
    self.tables = tables
    self.links = links
  }

  /// The number of records of `entity`.
  public func count(of entity: String) throws -> Int {
    try table(entity).count
  }

  /// Streams batches of 2,048 records that are views of whole columns.
  public func scan(_ entity: String, _ sources: [ColumnSource]) throws -> any BatchReader {
    let table = try table(entity)
    return WholeColumnReader(
      count: table.count,
      columns: try sources.map { try table.column(of: $0) }
    )
  }

  /// The columns of `sources` in the rows `references`.
  public func gather(
    _ sources: [ColumnSource],
    of entity: String,
    at references: [Int64]
  ) throws -> [Column] {
    let table = try table(entity)
    return try sources.map { try table.column(of: $0).gathered(at: references) }
  }

  /// The members of each of `owners`; a null owner has none.
  public func members(
    of relationship: RelationshipReference,
    owners: [Int64]
  ) throws -> MemberLists {
    try memberIndex(of: relationship).lists(for: owners)
  }

  /// The identities of the rows `references`.
  public func recordIDs(of entity: String, at references: [Int64]) throws -> [RecordID] {
    let numbers = try table(entity).numbers
    return references.map {
      RecordID(entity: entity, key: .number(numbers.number(of: Int($0))))
    }
  }

  /// The row of the record `id`.
  public func reference(to id: RecordID) throws -> Int64? {
    guard case .number(let number) = id.key else { return nil }
    return try table(id.entity).numbers.row(of: number).map { Int64($0) }
  }

  /// The members of each of `owners` with their places; a null owner has none.
  public func linkages(
    of relationship: RelationshipReference,
    owners: [Int64]
  ) throws -> LinkageLists {
    let end = RelationshipEnd(entity: relationship.entity, name: relationship.name)
    guard let links = links[end] else {
      throw StoreError.unknownProperty(entity: end.entity, property: end.name)
    }
    return links.linkages(of: end, try members(of: relationship, owners: owners), owners: owners)
  }

  /// The one record of `entity` whose unique attribute at `path` equals `value`, found by index.
  public func reference(
    in entity: String,
    where path: AttributePath,
    equals value: Value
  ) throws -> Int64? {
    try table(entity).row(where: path, equals: value).map { Int64($0) }
  }

  private func table(_ entity: String) throws(StoreError) -> TableVersion {
    guard let table = tables[entity] else { throw .unknownEntity(entity) }
    return table
  }

  private func memberIndex(of reference: RelationshipReference) throws(StoreError) -> MemberIndex {
    let owners = try table(reference.entity)
    guard
      let relationship = schema.entity(reference.entity)?.relationship(reference.name),
      relationship.isToMany
    else { throw .unknownProperty(entity: reference.entity, property: reference.name) }
    let end = RelationshipEnd(entity: reference.entity, name: reference.name)
    if let links = links[end] {
      return links.memberIndex(
        of: end,
        isOrdered: relationship.isOrdered,
        ownerCount: owners.count
      )
    }
    return try table(relationship.destination)
      .memberIndex(of: relationship.inverse, ownerCount: owners.count)
  }
}
