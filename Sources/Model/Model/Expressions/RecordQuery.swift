/// A query in parentheses, which gives a set or list of records: `(Budget where limit > 100)`.
///
/// It cannot refer to the enclosing expression: its records are at scope level 0.
public struct RecordQuery: Hashable, Sendable {
  /// The entity.
  public let entity: String
  /// The condition; nil for all records.
  public let predicate: TypedExpression?
  /// The sort keys; record identity breaks ties.
  public let sort: [SortKey]
  /// The keys of the groups that the limit and the offset apply to; empty for all records at once.
  public let limitKeys: [TypedExpression]
  /// The maximum number of records; nil for all.
  public let limit: Int?
  /// The number of records to skip.
  public let offset: Int

  /// Creates a query. Nothing has a default, so that no transformation forgets a part.
  public init(
    entity: String,
    predicate: TypedExpression?,
    sort: [SortKey],
    limitKeys: [TypedExpression],
    limit: Int?,
    offset: Int
  ) {
    self.entity = entity
    self.predicate = predicate
    self.sort = sort
    self.limitKeys = limitKeys
    self.limit = limit
    self.offset = offset
  }
}
