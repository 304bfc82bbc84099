/// What a store answers, before anything runs, about the parts of a request.
public struct Pushdown: Hashable, Sendable {
  /// How well a store can filter by one conjunct.
  public enum Answer: Hashable, Sendable {
    /// Exactly the rows that satisfy it; no residual filter is needed.
    case exact
    /// A superset of them, and the filter never fails.
    case inexact
    /// The store does not look at it.
    case unsupported
  }

  /// One answer for each conjunct of the predicate, in order.
  public var conjuncts: [Answer]
  /// Whether the store delivers the requested order, nil placement and identity tie included.
  public var sort: Bool
  /// Whether the store applies offset and limit; needs an exact sort and all conjuncts exact.
  public var limit: Bool
  /// Whether the store makes the groups; needs all conjuncts exact.
  public var groups: Bool

  /// Makes an offer.
  public init(conjuncts: [Answer], sort: Bool = false, limit: Bool = false, groups: Bool = false) {
    self.conjuncts = conjuncts
    self.sort = sort
    self.limit = limit
    self.groups = groups
  }
}

/// A scan was asked for what the store never offered, which no planner does.
public struct UnsupportedPushdown: Error {
  /// Makes the error.
  public init() {}
}
