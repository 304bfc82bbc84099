public import Diagnostics

/// The body of `fetch` and `count`: an entity and clauses in any order, each at most once.
public struct QuerySyntax: Sendable {
  /// The entity that is asked.
  public var entity: NameSyntax
  /// `as b`: a name for the record.
  public var alias: NameSyntax?
  /// `where …`
  public var predicate: ExpressionSyntax?
  /// `select …`
  public var selection: SelectClause?
  /// `sort …`; empty without the clause.
  public var sort: [SortKeySyntax] = []
  /// `limit …`
  public var limit: ExpressionSyntax?
  /// `offset …`
  public var offset: ExpressionSyntax?
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

  /// Makes a record of a clause keyword.
  public init(_ clause: Clause, span: SourceSpan) {
    self.clause = clause
    self.span = span
  }
}

/// The clauses of a query, in the order in which the printer writes them.
public enum Clause: String, Sendable, CaseIterable {
  case predicate = "where"
  case selection = "select"
  case sort
  case limit
  case offset
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
