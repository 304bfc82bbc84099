public import Expressions
public import Model

/// The part of a request that a store carries out: the part of a plan in a scan.
public struct StoreQuery: Hashable, Sendable {
  /// The entity to fetch.
  public var entity: String
  /// The conditions to test; evaluating them cannot fail, or the store notices it. The store may
  /// return additional records for a condition with an inexact pushdown.
  public var conditions: [TypedExpression]
  /// The order, with ties by identity; empty for identity order.
  public var sort: [SortKey]
  /// The maximum number of records; nil for all.
  public var limit: Int?
  /// The number of records to skip.
  public var offset: Int
  /// The keys of the groups that have this limit and offset each, in the order; empty for all
  /// records as one.
  public var limitKeys: [TypedExpression] = []
  /// The groups; nil to return records. Queries with groups have no order, limit or offset.
  public var grouping: Grouping?
  /// Conditions of groups that the store may use to return fewer groups.
  public var groupConditions: [TypedExpression] = []
  /// The groups that are needed; nil for all. The store may return more.
  public var firstGroups: FirstGroups?
  /// The store may return only the first of records that have the same values of these expressions.
  public var distinct: [TypedExpression] = []
  /// Whether only the number of records is wanted, when the query is explained.
  public var isCounted = false
  /// The values of `now` and `today` in the conditions and keys; nil if the query is plain.
  public var moment: EvaluationContext?

  /// Creates a query.
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

  /// Whether the query asks for all records in identity order, which every store supports.
  public var isPlain: Bool {
    conditions.isEmpty && sort.isEmpty && limit == nil && offset == 0 && grouping == nil
      && distinct.isEmpty
  }
}

/// The first groups in an order, with ties in the order of the groups' keys.
public struct FirstGroups: Hashable, Sendable {
  /// The order; its keys read rows of groups.
  public var sort: [SortKey]
  /// The number of groups.
  public var count: Int

  /// The first `count` groups.
  public init(sort: [SortKey], count: Int) {
    self.sort = sort
    self.count = count
  }
}
