/// A query whose records are only looked at as a set or a list: `(Budget where limit > 100)`.
///
/// It reads nothing around it: its own records stand at scope level 0.
public struct RecordQuery: Hashable, Sendable {
  /// The entity that is asked.
  public let entity: String
  /// Which records; nil for all.
  public let predicate: TypedExpression?
  /// The order; record identity is the last key always.
  public let sort: [SortKey]
  /// How many records at most; nil for all.
  public let limit: Int?
  /// How many records are passed over first.
  public let offset: Int

  /// Makes a query.
  public init(
    entity: String,
    predicate: TypedExpression? = nil,
    sort: [SortKey] = [],
    limit: Int? = nil,
    offset: Int = 0
  ) {
    self.entity = entity
    self.predicate = predicate
    self.sort = sort
    self.limit = limit
    self.offset = offset
  }
}
