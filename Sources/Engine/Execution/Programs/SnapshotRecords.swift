import Columns
public import Expressions
public import Model
import Storage

/// Reads single records of a snapshot for the scalar evaluator.
public struct SnapshotRecords: RecordSource {
  let environment: ExecutionEnvironment

  private var snapshot: any StoreSnapshot { environment.snapshot }

  /// The value of a stored field.
  public func value(of path: AttributePath, entity: String, reference: Int64) throws -> Value {
    let columns = try snapshot.gather([.attribute(path)], of: entity, at: [reference])
    return columns.first?.value(at: 0) ?? .null
  }

  /// The related record of a to-one relationship; nil if there is none.
  public func destination(of relationship: RelationshipReference, reference: Int64) throws -> Int64?
  {
    let columns = try snapshot.gather(
      [.toOne(relationship.name)],
      of: relationship.entity,
      at: [reference]
    )
    guard case .reference(let column)? = columns.first, let destination = column.values.first,
      destination != Column.nullReference
    else { return nil }
    return destination
  }

  /// The related records of a to-many relationship in order.
  public func members(of relationship: RelationshipReference, reference: Int64) throws -> [Int64] {
    // A path can multiply records, so one row may take long.
    try environment.cancellation.check()
    return try snapshot.members(of: relationship, owners: [reference]).members
  }

  /// The identity of a record.
  public func recordID(entity: String, reference: Int64) throws -> RecordID {
    guard let id = try snapshot.recordIDs(of: entity, at: [reference]).first else {
      throw StoreError.unknownEntity(entity)
    }
    return id
  }

  /// Whether a query finds the record `id`.
  public func finds(_ id: RecordID, _ query: RecordQuery) throws -> Bool {
    let found = try environment.found(by: query)
    return try snapshot.reference(to: id).map(found.contains) ?? false
  }
}
