public import Model

/// A bound query: which records of an entity, in which order, shown as which columns.
public struct FetchRequest: Hashable, Sendable {
  /// The entity that is asked; for the rows of another request the name they go by.
  public var entity: String
  /// Where the entity's records come from.
  public var source: FetchSource
  /// Which records; nil for all. Its records stand at scope level 0.
  public var predicate: TypedExpression?
  /// The groups that the records are put in; then all that follows is over their rows, see
  /// ``Grouping``.
  public var grouping: Grouping?
  /// Which groups; nil for all.
  public var groupPredicate: TypedExpression?
  /// Whether of rows with equal columns only the first by identity is kept.
  public var isDistinct: Bool
  /// The order; record identity is the last key always.
  public var sort: [SortKey]
  /// How many rows at most; nil for all.
  public var limit: Int?
  /// How many rows are passed over first.
  public var offset: Int
  /// What is shown of each record.
  public var columns: [OutputColumn]

  /// Makes a request.
  public init(
    entity: String,
    source: FetchSource = .records,
    predicate: TypedExpression? = nil,
    grouping: Grouping? = nil,
    groupPredicate: TypedExpression? = nil,
    isDistinct: Bool = false,
    sort: [SortKey] = [],
    limit: Int? = nil,
    offset: Int = 0,
    columns: [OutputColumn] = []
  ) {
    self.entity = entity
    self.source = source
    self.predicate = predicate
    self.grouping = grouping
    self.groupPredicate = groupPredicate
    self.isDistinct = isDistinct
    self.sort = sort
    self.limit = limit
    self.offset = offset
    self.columns = columns
  }
}

/// Where the records that a request asks come from.
public indirect enum FetchSource: Hashable, Sendable {
  /// The store has them.
  case records
  /// They are the rows of another request, and its columns are their attributes; the names of the
  /// columns differ, and a record in one is a to-one relationship.
  case rows(of: FetchRequest)
}

/// One column of a result: `remaining as left`.
public struct OutputColumn: Hashable, Sendable {
  /// The heading, and the key in JSON.
  public let name: String
  /// What the column shows.
  public let expression: TypedExpression

  /// Makes a column.
  public init(name: String, expression: TypedExpression) {
    self.name = name
    self.expression = expression
  }
}
