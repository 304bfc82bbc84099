import Columns
import Model
import Storage

/// A snapshot that holds rows which were made, of groups or by another query, as the records of an
/// entity of their own, besides the records that they were made of.
final class MadeRows: StoreSnapshot {
  /// The keys of the rows where they are groups, as they are read from them.
  let keys: [TypedExpression]
  private let base: any StoreSnapshot
  private let entity: String
  private let count: Int
  /// The number of groups.
  var rowCount: Int { count }
  private let columns: [ColumnSource: Column]

  /// - Parameter columns: The columns of the rows, of `count` rows each.
  init(
    over base: any StoreSnapshot,
    entity: String,
    keys: [TypedExpression] = [],
    count: Int,
    columns: [ColumnSource: Column]
  ) {
    self.keys = keys
    self.base = base
    self.entity = entity
    self.count = count
    self.columns = columns
  }

  /// The same rows in the order of `rows`.
  func reordered(_ rows: [Int64]) -> MadeRows {
    MadeRows(
      over: base,
      entity: entity,
      keys: keys,
      count: count,
      columns: columns.mapValues { $0.gathered(at: rows) }
    )
  }

  func count(of entity: String) throws -> Int {
    entity == self.entity ? count : try base.count(of: entity)
  }

  func scan(_ entity: String, _ sources: [ColumnSource]) throws -> any BatchReader {
    guard entity == self.entity else { return try base.scan(entity, sources) }
    return WholeColumns(count: count, columns: try sources.map(column))
  }

  func gather(
    _ sources: [ColumnSource],
    of entity: String,
    at references: [Int64]
  ) throws -> [Column] {
    guard entity == self.entity else {
      return try base.gather(sources, of: entity, at: references)
    }
    return try sources.map { try column($0).gathered(at: references) }
  }

  func members(of relationship: RelationshipReference, owners: [Int64]) throws -> MemberLists {
    guard relationship.entity == entity else {
      return try base.members(of: relationship, owners: owners)
    }
    let column = try column(.attribute(AttributePath([relationship.name])))
    guard case .list(let lists) = column.gathered(at: owners),
      case .reference(let members) = lists.elements
    else { throw MismatchedColumn() }
    return MemberLists(starts: lists.starts, members: members.values)
  }

  func recordIDs(of entity: String, at references: [Int64]) throws -> [RecordID] {
    guard entity == self.entity else { return try base.recordIDs(of: entity, at: references) }
    return references.map { RecordID(entity: entity, key: .number($0)) }
  }

  var version: StoreVersion { base.version }

  func linkages(of relationship: RelationshipReference, owners: [Int64]) throws -> LinkageLists {
    try base.linkages(of: relationship, owners: owners)
  }

  func reference(to id: RecordID) throws -> Int64? { try base.reference(to: id) }

  private func column(_ source: ColumnSource) throws(StoreError) -> Column {
    guard let column = columns[source] else {
      throw .unknownProperty(entity: entity, property: "\(source)")
    }
    return column
  }
}

/// Hands out columns as batches that are views of them.
private final class WholeColumns: BatchReader {
  private static let batchSize = 2048
  private let count: Int
  /// The number of groups.
  var rowCount: Int { count }
  private let columns: [Column]
  private var start = 0

  init(count: Int, columns: [Column]) {
    self.count = count
    self.columns = columns
  }

  func next() -> Batch? {
    guard start < count else { return nil }
    let size = min(Self.batchSize, count - start)
    defer { start += size }
    return Batch(start: start, count: size, references: nil, columns: columns)
  }
}
