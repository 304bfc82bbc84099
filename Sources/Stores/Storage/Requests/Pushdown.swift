public import Model

/// Which parts of a request a store can carry out.
public struct Pushdown: Hashable, Sendable {
  /// How well a store can filter by one conjunct.
  public enum Answer: Hashable, Sendable {
    /// Returns exactly the matching rows.
    case exact
    /// Returns a superset of the matching rows; the filter never fails.
    case inexact
    /// Ignores the conjunct.
    case unsupported
  }

  /// One answer for each conjunct of the predicate, in order.
  public var conjuncts: [Answer]
  /// Whether the store sorts exactly, including the position of nil and ties by identity.
  public var sort: Bool
  /// Whether the store applies offset and limit; requires exact conjuncts and order.
  public var limit: Bool
  /// Whether the store applies offset and limit to each group; requires exact conjuncts and order.
  public var limitPerGroup = false
  /// Whether the store forms groups; requires exact conjuncts.
  public var groups: Bool
  /// The conditions of groups for which the store drops some or all groups that do not match. The
  /// engine tests them again.
  public var groupConditions: [TypedExpression] = []
  /// The first groups of the request, if the store drops others; requires all conditions of groups.
  /// The engine sorts and cuts again.
  public var firstGroups: FirstGroups?
  /// Whether the store drops repeated rows; requires exact conjuncts. The engine does it again.
  public var distinct = false

  /// Creates an answer.
  public init(conjuncts: [Answer], sort: Bool = false, limit: Bool = false, groups: Bool = false) {
    self.conjuncts = conjuncts
    self.sort = sort
    self.limit = limit
    self.groups = groups
  }
}

/// The planner requested a pushdown that the store does not support.
public struct UnsupportedPushdown: Error {
  /// Creates the error.
  public init() {}
}
