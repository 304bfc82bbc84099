import Expressions
public import Model

/// The parts of a query that SwiftData may support.
public struct SwiftQuery {
  /// The entity.
  public var entity: String
  /// The conditions, joined by `and`.
  public var conjuncts: [TypedExpression] = []
  /// The sort keys.
  public var sort: [SortKey] = []
  /// The maximum number of rows; nil for all.
  public var limit: Int?
  /// The number of rows to skip.
  public var offset = 0
  /// The selected columns; nil for whole records.
  public var columns: [TypedExpression]?
  /// Whether to only count the records.
  public var isCount = false
  /// Clauses without a counterpart in SwiftData: `group by`.
  public var foreignClauses: [String] = []

  /// Creates a query for all records of `entity`.
  public init(entity: String) {
    self.entity = entity
  }
}

/// A query in another language, with the parts that it cannot express.
public struct PrintedQuery: Sendable {
  /// The source.
  public var lines: [String] = []
  /// The omitted or different parts.
  public var omissions: [Omission] = []

  /// An omitted part of a query.
  public struct Omission: Sendable {
    /// The part in Martlet: `where spent > limit`.
    public let part: String
    /// The reason.
    public let reason: String

    /// Creates an omission.
    public init(part: String, reason: String) {
      self.part = part
      self.reason = reason
    }
  }
}
