public import Expressions
public import Model

/// What a store does of a request by itself: the part of a plan that a scan carries.
public struct StoreQuery: Hashable, Sendable {
  /// The entity whose records are asked.
  public var entity: String
  /// The conditions that the store tests, none of which can fail; of one that it was said to test
  /// inexactly it may let more records through.
  public var conditions: [TypedExpression]
  /// The order, with identity as the last key; by identity alone without keys.
  public var sort: [SortKey]
  /// How many records at most; nil for all.
  public var limit: Int?
  /// How many records are passed over first.
  public var offset: Int
  /// What the records are put together by; nil where the records themselves are wanted. There is no
  /// order, limit or offset beside it.
  public var grouping: Grouping?
  /// What `now` and `today` are in the conditions and keys; nil where the store does nothing.
  public var moment: EvaluationContext?

  /// Makes a query.
  public init(
    entity: String,
    conditions: [TypedExpression] = [],
    sort: [SortKey] = [],
    limit: Int? = nil,
    offset: Int = 0,
    grouping: Grouping? = nil,
    moment: EvaluationContext? = nil
  ) {
    self.entity = entity
    self.conditions = conditions
    self.sort = sort
    self.limit = limit
    self.offset = offset
    self.grouping = grouping
    self.moment = moment
  }

  /// Whether it asks for all records in identity order, which every store can give.
  public var isPlain: Bool {
    conditions.isEmpty && sort.isEmpty && limit == nil && offset == 0 && grouping == nil
  }
}
