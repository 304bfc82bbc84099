public import Diagnostics

/// The body of `fetch` and `count`: what is asked, and clauses in any order, each at most once.
public struct QuerySyntax: Sendable {
  /// `only`, with its place: records of sub-entities are left out.
  public var only: SourceSpan?
  /// The entity that is asked, or a saved query: `Budget`, `recent`.
  public var entity: NameSyntax
  /// The name of a saved query behind the entity that it belongs to: `Budget.overspent`.
  public var savedQuery: NameSyntax?
  /// The arguments of a saved query: `recent(days: 30)`; nil without parentheses.
  public var arguments: QueryArguments?
  /// `as b`: a name for the record.
  public var alias: NameSyntax?
  /// `where …`
  public var predicate: ExpressionSyntax?
  /// `group by …`; empty without the clause.
  public var groupKeys: [ExpressionSyntax] = []
  /// `having …`
  public var groupPredicate: ExpressionSyntax?
  /// `select …`
  public var selection: SelectClause?
  /// `distinct`, with its place.
  public var distinct: SourceSpan?
  /// `sort …`; empty without the clause.
  public var sort: [SortKeySyntax] = []
  /// `limit …`
  public var limit: ExpressionSyntax?
  /// `offset …`
  public var offset: ExpressionSyntax?
  /// `chart …`
  public var chart: ChartClause?
  /// The keyword of each clause that was written, in the order of writing.
  public var clauseKeywords: [ClauseKeyword] = []

  /// Makes a query without clauses.
  public init(entity: NameSyntax) {
    self.entity = entity
  }
}

/// A clause's keyword with its place.
public struct ClauseKeyword: Sendable {
  /// Which clause.
  public let clause: Clause
  /// Where the keyword stands.
  public let span: SourceSpan
}

/// The clauses of a query, in the order in which the printer writes them.
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
  /// From the keyword to the last item.
  public var span: SourceSpan

  /// Makes a select clause.
  public init(items: [SelectItem], span: SourceSpan) {
    self.items = items
    self.span = span
  }
}

/// One item of a select clause.
public enum SelectItem: Sendable {
  /// `*`: what a fetch without `select` shows
  case all(SourceSpan)
  /// `remaining as left`
  case expression(ExpressionSyntax, alias: NameSyntax?)
  /// `expenses { name, amount where amount > 10 } as large`
  case shape(ShapeSyntax, alias: NameSyntax?)
}

/// What is shown of the records behind a relationship: `expenses { name, amount sort amount }`.
public struct ShapeSyntax: Sendable {
  /// The path of the relationship.
  public var path: ExpressionSyntax
  /// The fields in written order; never empty.
  public var items: [SelectItem]
  /// `where …`
  public var predicate: ExpressionSyntax?
  /// `sort …`; empty without the clause.
  public var sort: [SortKeySyntax]
  /// `limit …`
  public var limit: ExpressionSyntax?
  /// `offset …`
  public var offset: ExpressionSyntax?
  /// From the path to the closing brace.
  public var span: SourceSpan
}

/// `(days: 30, name: "hotel")` behind a saved query.
public struct QueryArguments: Sendable {
  /// The arguments in written order; repeated names are the binder's matter.
  public var arguments: [(name: NameSyntax, value: ExpressionSyntax)]
  /// From bracket to bracket.
  public var span: SourceSpan

  /// Makes a list of arguments.
  public init(arguments: [(name: NameSyntax, value: ExpressionSyntax)], span: SourceSpan) {
    self.arguments = arguments
    self.span = span
  }
}

/// `key [asc|desc] [nulls first|last] [using standard|lexical]`
public struct SortKeySyntax: Sendable {
  /// What is sorted by.
  public var expression: ExpressionSyntax
  /// Whether `desc` was written.
  public var isDescending: Bool
  /// Where nil goes, if said.
  public var nullPlacement: NullPlacementSyntax?
  /// The string order, if said, with its place.
  public var order: (SortOrderSyntax, SourceSpan)?

  /// Makes a sort key.
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
