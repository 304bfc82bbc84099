public import Model

/// A bound query: the records of an entity that it returns, their order, and their columns.
public struct FetchRequest: Hashable, Sendable {
  /// The entity to fetch, or the name of the rows of another request.
  public var entity: String
  /// The source of the records.
  public var source: FetchSource
  /// The moment in the past whose records are fetched; nil for the present. Only that of the
  /// outermost request counts.
  public var moment: RequestedMoment?
  /// The condition for records; nil for all. They are at scope level 0.
  public var predicate: TypedExpression?
  /// How records are grouped. All later parts then refer to the rows of groups; see ``Grouping``.
  public var grouping: Grouping?
  /// The condition for groups; nil for all.
  public var groupPredicate: TypedExpression?
  /// The windows over the records or groups. All later parts then refer to rows of ``Windows``.
  public var windows: [Window] = []
  /// Whether to keep only the first of several rows with equal columns.
  public var isDistinct: Bool
  /// The order. The record's identity always breaks ties.
  public var sort: [SortKey]
  /// The keys of the groups that `limit` and `offset` apply to; empty for all rows at once.
  public var limitKeys: [TypedExpression]
  /// The maximum number of rows; nil for all.
  public var limit: Int?
  /// The number of rows to skip.
  public var offset: Int
  /// The columns of the result.
  public var columns: [OutputColumn]

  /// Creates a request.
  public init(
    entity: String,
    source: FetchSource = .records,
    predicate: TypedExpression? = nil,
    grouping: Grouping? = nil,
    groupPredicate: TypedExpression? = nil,
    isDistinct: Bool = false,
    sort: [SortKey] = [],
    limitKeys: [TypedExpression] = [],
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
    self.limitKeys = limitKeys
    self.limit = limit
    self.offset = offset
    self.columns = columns
  }

  /// The request for stored records: this one, or the one whose rows it queries.
  public var innermost: FetchRequest {
    if case .rows(let inner) = source { inner.innermost } else { self }
  }
}

/// The moment in the past whose records a request fetches.
public enum RequestedMoment: Hashable, Sendable {
  /// A time, which is an expression without records.
  case time(TypedExpression)
  /// The end of the statement with a number of the history.
  case save(Int64)
}

/// The source of the records of a request.
public indirect enum FetchSource: Hashable, Sendable {
  /// The store.
  case records
  /// The rows of another request, with its columns as attributes. The names of the columns are
  /// unique; a column of records is a to-one relationship.
  case rows(of: FetchRequest)
}

/// One column of a result: `remaining as left`.
public struct OutputColumn: Hashable, Sendable {
  /// The heading, and the key in JSON.
  public let name: String
  /// The value of the column.
  public let expression: TypedExpression
  /// Whether nil stands for the total of the groups that differ in this column; nil if it never
  /// does.
  public let isTotal: TypedExpression?

  /// Creates a column.
  public init(name: String, expression: TypedExpression, isTotal: TypedExpression? = nil) {
    self.name = name
    self.expression = expression
    self.isTotal = isTotal
  }

  /// The column with transformed expressions.
  public func mapped(_ transform: (TypedExpression) -> TypedExpression) -> OutputColumn {
    OutputColumn(
      name: name,
      expression: transform(expression),
      isTotal: isTotal.map(transform)
    )
  }
}
