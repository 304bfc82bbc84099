import Columns
import Expressions
import Model
import Storage

/// A snapshot with derived rows (groups, or rows of another query) as records of an additional
/// entity.
final class DerivedRows: DivisibleSnapshot, CountingSnapshot {
  /// The keys of the groups as expressions over the rows.
  let keys: [TypedExpression]
  private let base: any StoreSnapshot
  /// The number of rows.
  let count: Int
  private let entity: String
  private let columns: [ColumnSource: Column]

  /// - Parameter columns: The columns, with `count` rows each.
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
  func reordered(_ rows: [Int64]) -> DerivedRows {
    DerivedRows(
      over: base,
      entity: entity,
      keys: keys,
      count: count,
      columns: columns.mapValues { $0.gathered(at: rows) }
    )
  }

  /// Other entities have the capabilities of the base snapshot.
  func capability<Capability>(_ kind: Capability.Type, of entity: String) -> Capability? {
    guard entity == self.entity else { return base.capability(kind, of: entity) }
    return sameType(self as any DivisibleSnapshot, kind)
      ?? sameType(self as any CountingSnapshot, kind) ?? sameType(self as any StoreSnapshot, kind)
  }

  func findCount(of entity: String) -> Int { count }

  func scan(_ entity: String, _ sources: [ColumnSource]) throws -> any BatchReader {
    guard entity == self.entity else { return try base.scan(entity, sources) }
    return WholeColumnReader(count: count, columns: try sources.map(column))
  }

  func divisiblePlaces(of entity: String, _ sources: [ColumnSource]) -> Int? { count }

  func scan(
    _ entity: String,
    _ sources: [ColumnSource],
    places: Range<Int>
  ) throws -> any BatchReader {
    WholeColumnReader(rows: places, columns: try sources.map(column))
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

  func reference(to id: RecordID) throws -> Int64? {
    guard id.entity == entity else { return try base.reference(to: id) }
    guard case .number(let row) = id.key, row >= 0, row < count else { return nil }
    return row
  }

  private func column(_ source: ColumnSource) throws(StoreError) -> Column {
    guard let column = columns[source] else {
      throw .unknownProperty(entity: entity, property: "\(source)")
    }
    return column
  }
}
