public import Columns
public import Model
public import Storage

/// One state of an ``InMemoryStore``. Later changes of the store do not affect it.
public final class MemorySnapshot: DivisibleSnapshot, OwnerColumnSnapshot, CountingSnapshot,
  KeyedSnapshot, IndexedSnapshot, LinkageSnapshot,
  DanglingReferenceSnapshot
{
  /// The version of the store.
  public let version: StoreVersion
  let schema: Schema
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

  /// The snapshot itself if it conforms to `kind`.
  public func capability<Capability>(_ kind: Capability.Type, of entity: String) -> Capability? {
    sameType(self as any DivisibleSnapshot, kind) ?? sameType(self as any PushdownSnapshot, kind)
      ?? sameType(self as any CountingSnapshot, kind)
      ?? sameType(self as any OwnerColumnSnapshot, kind)
      ?? sameType(self as any KeyedSnapshot, kind) ?? sameType(self as any IndexedSnapshot, kind)
      ?? sameType(self as any LinkageSnapshot, kind)
      ?? sameType(self as any DanglingReferenceSnapshot, kind)
      ?? sameType(self as any StoreSnapshot, kind)
  }

  /// The number of records of `entity`.
  public func findCount(of entity: String) throws -> Int {
    try table(entity).live.count
  }

  /// Streams views of whole columns; batches with dead rows are copied.
  public func scan(_ entity: String, _ sources: [ColumnSource]) throws -> any BatchReader {
    try scan(entity, sources, places: 0..<table(entity).rowCount)
  }

  /// The number of rows, including dead ones.
  public func divisiblePlaces(of entity: String, _ sources: [ColumnSource]) throws -> Int? {
    try table(entity).rowCount
  }

  /// Streams the rows `places`.
  public func scan(
    _ entity: String,
    _ sources: [ColumnSource],
    places: Range<Int>
  ) throws -> any BatchReader {
    let table = try table(entity)
    let columns = try table.columns(of: sources)
    return table.live.deadCount == 0
      ? WholeColumnReader(rows: places, columns: columns)
      : LiveRowScan(table.live, rows: places, columns: columns)
  }

  /// The columns of `sources` in the rows `references`.
  public func gather(
    _ sources: [ColumnSource],
    of entity: String,
    at references: [Int64]
  ) throws -> [Column] {
    let table = try table(entity)
    return try table.columns(of: sources).map { $0.gathered(at: references) }
  }

  /// The members of each of `owners`; none for null.
  public func members(
    of relationship: RelationshipReference,
    owners: [Int64]
  ) throws -> MemberLists {
    try memberIndex(of: relationship).lists(for: owners)
  }

  /// The references to the owners; nil for ordered and many-to-many relationships.
  public func findOwnerColumn(
    of reference: RelationshipReference
  ) throws -> (source: ColumnSource, ownerCount: Int)? {
    let end = RelationshipEnd(entity: reference.entity, name: reference.name)
    guard links[end] == nil,
      let relationship = schema.entity(reference.entity)?.relationship(reference.name),
      relationship.isToMany, !relationship.isOrdered
    else { return nil }
    return (.toOne(relationship.inverse), try table(reference.entity).rowCount)
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
    let table = try table(id.entity)
    return table.numbers.row(of: number).flatMap { table.live.contains($0) ? Int64($0) : nil }
  }

  /// The dead rows with the numbers `keys`.
  public func findUnusedReferences(to keys: RecordKeys, of entity: String) throws -> [Int64] {
    let table = try table(entity)
    if table.live.deadCount == 0 {
      return Array(repeating: Column.nullReference, count: keys.count)
    }
    return table.numbers.rows(of: keys).map {
      $0 != Column.nullReference && !table.live.contains(Int($0)) ? $0 : Column.nullReference
    }
  }

  /// The rows of the records with `keys`.
  public func findReferences(to keys: RecordKeys, of entity: String) throws -> [Int64] {
    let table = try table(entity)
    let rows = table.numbers.rows(of: keys)
    if table.live.deadCount == 0 { return rows }
    return rows.map {
      $0 != Column.nullReference && table.live.contains(Int($0)) ? $0 : Column.nullReference
    }
  }

  /// The dangling references of a to-one relationship.
  public func findDanglingReferences(
    of relationship: RelationshipReference
  ) throws -> [DanglingReference] {
    try table(relationship.entity).danglingReferences(of: relationship.name)
  }

  /// The deleted records that a to-one relationship of the rows `references` references.
  public func findDanglingTargets(
    of relationship: RelationshipReference,
    at references: [Int64]
  ) throws -> [RecordKey?] {
    try table(relationship.entity).danglingTargets(of: relationship.name, at: references)
  }

  /// The rows with these values in a unique key.
  public func findRecords(
    of entity: String,
    where paths: [AttributePath],
    equal keys: [Column]
  ) throws -> [Int64]? {
    try table(entity).rows(where: paths, equal: keys)
  }

  /// The members of each of `owners` with their positions; none for null.
  public func findLinkages(
    of relationship: RelationshipReference,
    owners: [Int64]
  ) throws -> LinkageLists {
    let end = RelationshipEnd(entity: relationship.entity, name: relationship.name)
    guard let links = links[end] else {
      throw StoreError.unknownProperty(entity: end.entity, property: end.name)
    }
    let owned = try table(end.entity)
    return links.linkages(
      of: end,
      isOrdered: schema.entity(end.entity)?.relationship(end.name)?.isOrdered ?? false,
      ownerCount: owned.rowCount,
      owners: owners
    )
  }

  func table(_ entity: String) throws(StoreError) -> TableVersion {
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
        ownerCount: owners.rowCount
      )
    }
    return try table(relationship.destination)
      .memberIndex(of: relationship.inverse, ownerCount: owners.rowCount)
  }
}
