public import Diagnostics

/// The body of `fetch` and `count`: an entity or a saved query, and clauses in any order, each at
/// most once.
public struct QuerySyntax: Sendable {
  /// The position of `only`, which excludes records of submodels; nil if it was not written.
  public var only: SourceSpan?
  /// The name of an entity or a saved query: `Budget`, `recent`.
  public var entity: NameSyntax
  /// Whether the entity is a parameter, whose record is meant: `update $workout set …`.
  public var isParameter = false
  /// The name of a saved query after its entity: `Budget.overspent`.
  public var savedQuery: NameSyntax?
  /// The arguments of a saved query: `recent(days: 30)`; nil without parentheses.
  public var arguments: QueryArguments?
  /// `as b`: a name for the record.
  public var alias: NameSyntax?
  /// `where …`
  public var predicate: ExpressionSyntax?
  /// `group by …`; empty if it was not written.
  public var groupKeys: [ExpressionSyntax] = []
  /// `having …`
  public var groupPredicate: ExpressionSyntax?
  /// `select …`
  public var selection: SelectClause?
  /// The position of `distinct`; nil if it was not written.
  public var distinct: SourceSpan?
  /// `sort …`; empty if it was not written.
  public var sort: [SortKeySyntax] = []
  /// `limit …`
  public var limit: ExpressionSyntax?
  /// `offset …`
  public var offset: ExpressionSyntax?
  /// `chart …`
  public var chart: ChartClause?
  /// The keywords of the clauses in written order.
  public var clauseKeywords: [ClauseKeyword] = []

  /// Creates a query without clauses.
  public init(entity: NameSyntax) {
    self.entity = entity
  }
}

/// A clause's keyword with its position.
public struct ClauseKeyword: Sendable {
  /// The clause.
  public let clause: Clause
  /// The position of the keyword.
  public let span: SourceSpan

  /// Creates a clause's keyword.
  public init(clause: Clause, span: SourceSpan) {
    self.clause = clause
    self.span = span
  }
}

/// The clauses of a query, in printing order.
public enum Clause: String, Sendable, CaseIterable {
  case predicate = "where"
  case grouping = "group"
  case groupPredicate = "having"
  case selection = "select"
  case distinct
  case sort
  case offset
  case limit
  case chart
}

/// `select *, name, remaining as left`
public struct SelectClause: Sendable {
  /// The columns in written order; never empty.
  public var items: [SelectItem]
  /// The position from the keyword to the last item.
  public var span: SourceSpan

  /// Creates a select clause.
  public init(items: [SelectItem], span: SourceSpan) {
    self.items = items
    self.span = span
  }
}

/// One item of a select clause.
public enum SelectItem: Sendable {
  /// `*`: the default columns
  case all(SourceSpan)
  /// `remaining as left`
  case expression(ExpressionSyntax, alias: NameSyntax?)
  /// `expenses { name, amount where amount > 10 } as large`
  case shape(ShapeSyntax, alias: NameSyntax?)
}

/// Nested columns of related records: `expenses { name, amount sort amount }`.
public struct ShapeSyntax: Sendable {
  /// The path of the relationship.
  public var path: ExpressionSyntax
  /// The fields in written order; never empty.
  public var items: [SelectItem]
  /// `where …`
  public var predicate: ExpressionSyntax?
  /// `sort …`; empty if it was not written.
  public var sort: [SortKeySyntax]
  /// `limit …`
  public var limit: ExpressionSyntax?
  /// `offset …`
  public var offset: ExpressionSyntax?
  /// The position from the path to the closing brace.
  public var span: SourceSpan
}

/// `(days: 30, name: "hotel")` after a saved query.
public struct QueryArguments: Sendable {
  /// The arguments in written order; the binder reports duplicates.
  public var arguments: [(name: NameSyntax, value: ExpressionSyntax)]
  /// The position, including parentheses.
  public var span: SourceSpan

  /// Creates a list of arguments.
  public init(arguments: [(name: NameSyntax, value: ExpressionSyntax)], span: SourceSpan) {
    self.arguments = arguments
    self.span = span
  }
}

/// `key [asc|desc] [nulls first|last] [using standard|lexical]`
public struct SortKeySyntax: Sendable {
  /// The key.
  public var expression: ExpressionSyntax
  /// Whether the order is descending.
  public var isDescending: Bool
  /// The placement of nil; nil for the default.
  public var nullPlacement: NullPlacementSyntax?
  /// The string order with its position; nil for the default.
  public var order: (SortOrderSyntax, SourceSpan)?

  /// Creates a sort key.
  public init(
    expression: ExpressionSyntax,
    isDescending: Bool = false,
    nullPlacement: NullPlacementSyntax? = nil,
    order: (SortOrderSyntax, SourceSpan)? = nil
  ) {
    self.expression = expression
    self.isDescending = isDescending
    self.nullPlacement = nullPlacement
    self.order = order
  }
}

/// `nulls first`, `nulls last`
public enum NullPlacementSyntax: String, Sendable, CaseIterable {
  case first
  case last
}

/// `using standard`, `using lexical`
public enum SortOrderSyntax: String, Sendable, CaseIterable {
  case standard
  case lexical
}
