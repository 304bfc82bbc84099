public import Diagnostics

/// The body of `fetch` and `count`: an entity or a saved query, and clauses in any order, each at
/// most once.
public struct QuerySyntax: Sendable {
  /// The position of `only`, which excludes records of submodels; nil if it was not written.
  public var only: SourceSpan?
  /// The query in parentheses whose rows this one queries; nil for a name.
  public var source: SourceQuery?
  /// The name of an entity or a saved query: `Budget`, `recent`; empty for a query in parentheses.
  public var entity: NameSyntax
  /// Whether the entity is a parameter, whose record is meant: `update $workout set …`.
  public var isParameter = false
  /// The name of a saved query after its entity: `Budget.overspent`.
  public var savedQuery: NameSyntax?
  /// The arguments of a saved query: `recent(days: 30)`; nil without parentheses.
  public var arguments: QueryArguments?
  /// `as b`: a name for the record.
  public var alias: NameSyntax?
  /// `as of …`
  public var moment: MomentSyntax?
  /// `where …`
  public var predicate: ExpressionSyntax?
  /// `sample …`
  public var sample: SampleClause?
  /// `group by …`; empty if it was not written.
  public var groupKeys: [ExpressionSyntax] = []
  /// `pivot city`, `pivot city in ["Oslo", "Rome"]`, as written; nil without it.
  public var pivot: ExpressionSyntax? {
    get { pivots.first }
    set { pivots = newValue.map { [$0] } ?? [] }
  }
  /// An array keeps queries small on the parser's stack.
  private var pivots: [ExpressionSyntax] = []
  /// The position of `with totals`; nil if it was not written.
  public var totals: SourceSpan?
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
  /// The keys of `limit 3 per city`; empty for a limit of all rows.
  public var limitKeys: [ExpressionSyntax] = []
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

/// A query in parentheses as the source of another one.
public struct SourceQuery: Sendable {
  private let boxed: [QuerySyntax]

  /// The query.
  public var query: QuerySyntax { boxed[0] }

  /// Creates a source.
  public init(_ query: QuerySyntax) { boxed = [query] }
}

/// `sample 100`, `sample 2%`
public struct SampleClause: Sendable {
  /// The number of records, or of percent. An array keeps queries small on the parser's stack.
  private let amounts: [ExpressionSyntax]
  /// Whether it is a percentage.
  public var isPercentage: Bool

  /// Creates a clause.
  public init(_ amount: ExpressionSyntax, isPercentage: Bool) {
    amounts = [amount]
    self.isPercentage = isPercentage
  }

  /// The number of records, or of percent.
  public var amount: ExpressionSyntax { amounts[0] }
}

/// `over (group by owner sort amount desc rows 3 before)`
public struct WindowSyntax: Sendable {
  /// `group by …`; empty if it was not written.
  public var groupKeys: [ExpressionSyntax] = []
  /// `sort …`; empty if it was not written.
  public var sort: [SortKeySyntax] = []
  /// `rows …` or `range …`
  public var frame: FrameSyntax?
  /// The position of `over` and its parentheses.
  public var span: SourceSpan

  /// Creates a window of all rows.
  public init(span: SourceSpan) { self.span = span }

  /// The expressions in written order.
  public var expressions: [ExpressionSyntax] {
    groupKeys + sort.map(\.expression) + [frame?.before, frame?.after].compactMap { $0?.amount }
  }
}

/// `rows 3 before 1 after`, `range 30 days before`
public struct FrameSyntax: Sendable {
  /// One side of a frame.
  public struct Bound: Sendable {
    /// How far it reaches; nil for `all`.
    public var amount: ExpressionSyntax?

    /// Creates a bound.
    public init(_ amount: ExpressionSyntax?) { self.amount = amount }
  }

  /// Whether the bounds are numbers of rows, not differences of the sort key.
  public var countsRows: Bool
  /// The rows before; nil for none.
  public var before: Bound?
  /// The rows after; nil for none.
  public var after: Bound?
  /// The position.
  public var span: SourceSpan

  /// Creates a frame of the row alone.
  public init(countsRows: Bool, span: SourceSpan) {
    self.countsRows = countsRows
    self.span = span
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
  case moment = "as of"
  case predicate = "where"
  case sample
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
  /// The parameter that chooses the order: `sort name $order`.
  public var direction: NameSyntax?
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
