import Expressions
public import Model

/// What a query asks for, as far as SwiftData could be asked the same.
public struct SwiftQuery {
  /// The entity that is asked.
  public var entity: String
  /// The parts of the predicate that must all hold.
  public var conjuncts: [TypedExpression] = []
  /// The order.
  public var sort: [SortKey] = []
  /// How many rows at most; nil for all.
  public var limit: Int?
  /// How many rows are passed over first.
  public var offset = 0
  /// The selected columns; nil where whole records are fetched.
  public var columns: [TypedExpression]?
  /// Whether only the number of records is asked for.
  public var isCount = false
  /// Clauses that SwiftData has nothing like, as they are called: `group by`.
  public var foreignClauses: [String] = []

  /// Asks for all records of `entity`.
  public init(entity: String) {
    self.entity = entity
  }
}

/// A query in another language, with what that language could not say.
public struct PrintedQuery: Sendable {
  /// Lines of source.
  public var lines: [String] = []
  /// What is left out, or means something else there.
  public var omissions: [Omission] = []

  /// A part of a query that another language does not say.
  public struct Omission: Sendable {
    /// The part, as Martlet writes it: `where spent > limit`.
    public let part: String
    /// What is missing there.
    public let reason: String
  }
}
